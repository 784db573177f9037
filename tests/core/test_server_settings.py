from bot.core.mode import Mode
from bot.core.quiz import QuizRules
from bot.core.scoring import Scoring
from bot.core.server_settings import ServerSettings

CHOSEN = ServerSettings(ranked_from=3, questions=5, seconds=30, scoring=Scoring.ACCURACY, early_close=False)


def test_a_server_that_has_chosen_nothing_plays_by_the_usual_rules() -> None:
    assert ServerSettings().quiz_rules() == QuizRules()


def test_a_quiz_for_which_nothing_is_asked_is_as_the_server_has_it() -> None:
    assert CHOSEN.quiz_rules() == QuizRules(5, 30, Scoring.ACCURACY, ranked_from=3, early_close=False)


def test_what_is_asked_for_a_quiz_wins() -> None:
    rules = CHOSEN.quiz_rules(questions=50, seconds=5, scoring=Scoring.SPEED, mode=Mode.RACE)
    assert rules == QuizRules(50, 5, Scoring.SPEED, ranked_from=3, early_close=False, mode=Mode.RACE)
