"""What the cards say, and that they stay within Discord's limits whatever a bank holds."""

from dataclasses import replace

import pytest

from bot.core.mode import Mode
from bot.core.question import Option, Question
from bot.core.quiz import EndReason
from bot.core.ranking import Score, Standing, standings
from bot.core.survival import Survival
from bot.services.stage import Fastest, RevealReason
from bot.ui.cards.final import final_card
from bot.ui.cards.guide import help_card
from bot.ui.cards.intro import intro_card
from bot.ui.cards.question import question_card
from bot.ui.cards.reveal import reveal_card
from bot.ui.cards.status import status_card
from bot.ui.cards.wording import place_in_words
from bot.ui.leaderboard import leaderboard_card
from tests.discord.samples import (
    LONG_ID,
    QUESTION,
    RIGHT,
    WRONG,
    board,
    components,
    custom_ids,
    final,
    intro,
    payload,
    question,
    ranking,
    reveal,
    status,
    text,
    within_limits,
)

IMAGE = "https://example.org/picture.png"
TEN = [Option.of(f"{number} " + "option " * 10) for number in range(10)]
NASTY = [
    "*" * 3_000,
    "`" * 3_000,
    "# x\n" * 800,
    "```" + "x" * 3_000,
    "a```x```" * 375,
    "<@1>" * 700,
    "x" * 3_000,
]


# Limits


@pytest.mark.parametrize("stem", NASTY)
@pytest.mark.parametrize("options", [TEN, [Option.of(f"{n}" + "_" * 900) for n in range(10)], TEN[:2]])
def test_cards_of_the_longest_questions_stay_within_the_limits(stem: str, options: list[Option]) -> None:
    card = question(options, stem=stem, image=IMAGE, bank_title="*" * 300, round_id=10**17)
    revealed = reveal(
        card,
        key=frozenset(option.id for option in options),
        votes={option.id: 12_345 for option in options},
        explanation=stem,
        reference="https://example.org/" + "x" * 470,
        fastest=Fastest([LONG_ID] * 40, 299_990),
    )

    assert within_limits(question_card(card))
    assert within_limits(reveal_card(revealed))


def test_a_question_of_3000_characters_with_ten_options_is_shown_in_full() -> None:
    options = [Option.of(f"{number} " + "o" * 78) for number in range(10)]
    stem = "x" * (3_000 - 800)

    shown = text(question_card(question(options, stem=stem)))

    assert stem in shown
    assert all(option.text in shown for option in options)


@pytest.mark.parametrize("players", [0, 1, 2, 20, 21, 5_000])
def test_boards_of_any_size_stay_within_the_limits(players: int) -> None:
    assert within_limits(final_card(final(players, bank_title="*" * 300)))
    assert within_limits(
        status_card(status(standings=ranking(players)), "https://discord.com/channels/1/2/3")
    )


@pytest.mark.parametrize("page", range(3))
def test_every_page_of_a_leaderboard_stays_within_the_limits(page: int) -> None:
    assert within_limits(leaderboard_card(board(page, own=ranking(30)[29]), 10**19))


def test_cards_without_a_question_stay_within_the_limits() -> None:
    assert within_limits(help_card())
    assert within_limits(intro_card(intro(description="*" * 5_000, bank_title="#" * 300)))


# Modes


@pytest.mark.parametrize(
    ("mode", "words"),
    [(Mode.RACE, "the first right answer closes the question"), (Mode.SURVIVAL, "last one standing wins")],
)
def test_intro_and_status_say_the_rule_of_the_mode(mode: Mode, words: str) -> None:
    assert words in text(intro_card(intro(mode=mode)))
    assert words in text(status_card(status(mode=mode), None))
    assert words not in text(intro_card(intro()))


def test_the_reveal_of_a_race_says_who_was_first_and_that_later_ones_earn_nothing() -> None:
    shown = text(reveal_card(reveal(mode=Mode.RACE, reason=RevealReason.WON)))

    assert "Closed early: somebody was right." in shown
    assert f"First right answer: <@{LONG_ID}> in" in shown
    assert "3 more were right, but later: no points." in shown


@pytest.mark.parametrize(
    ("survival", "words"),
    [
        (Survival(frozenset({1, 2}), {7: 3, 8: 1}), "Out: <@7>. 2 people are still in."),
        (Survival(frozenset({1, 2}), {8: 1}), "Nobody is out. 2 people are still in."),
        (Survival(frozenset({1, 2}), spared_at=frozenset({4})), "Nobody is out. 2 people are still in."),
        (
            Survival(frozenset({1, 2}), spared_at=frozenset({3})),
            "All would have fallen together, so all stay. 2 people",
        ),
        (Survival(frozenset({1}), {7: 3}), "Out: <@7>. 🏆 <@1> is the last one standing."),
        (Survival(frozenset(), {7: 3}), "Out: <@7>. Nobody is left."),
        (Survival(frozenset({7})), "Nobody is out. 1 person is still in."),
    ],
)
def test_the_reveal_in_survival_says_who_is_out_and_how_many_are_left(survival: Survival, words: str) -> None:
    assert words in text(reveal_card(reveal(mode=Mode.SURVIVAL, survival=survival)))


def test_a_skipped_question_in_survival_speaks_only_of_who_is_left() -> None:
    survival = Survival(frozenset({1, 2}), spared_at=frozenset({3}))
    shown = text(reveal_card(reveal(reason=RevealReason.SKIPPED, survival=survival, fastest=None)))

    assert "2 people are still in." in shown
    assert "stay" not in shown
    assert "Nobody is out" not in shown


def test_the_final_card_of_survival_says_how_far_each_came() -> None:
    survival = Survival(frozenset({LONG_ID}), {LONG_ID + 1: 4})
    shown = text(final_card(final(2, played=4, reason=EndReason.DECIDED, survival=survival)))

    assert f"<@{LONG_ID}> · **9,120** · still in" in shown
    assert f"<@{LONG_ID + 1}> · **8,520** · out at\N{NO-BREAK SPACE}4" in shown
    assert f"<@{LONG_ID}> is the last one standing. The quiz is over after 4 of 10 questions." in shown


def test_crowds_in_survival_stay_within_the_limits() -> None:
    survival = Survival(frozenset({1}), {LONG_ID + n: 3 for n in range(5_000)})
    assert within_limits(final_card(final(5_000, survival=survival, reason=EndReason.DECIDED)))
    assert within_limits(reveal_card(reveal(survival=survival)))
    assert within_limits(status_card(status(mode=Mode.SURVIVAL, survival=survival), None))


# The question


def test_a_question_card_shows_where_one_is_and_how_many_have_answered() -> None:
    shown = text(question_card(question()))

    assert "-# Distributed Training · question 3 of 10" in shown
    assert "Closes <t:1767225620:R> · 3 people answered" in shown


@pytest.mark.parametrize(("answered", "words"), [(0, "nobody has answered yet"), (1, "1 person answered")])
def test_few_answers_are_said_in_words_that_fit(answered: int, words: str) -> None:
    assert words in text(question_card(question(answered=answered)))


def test_each_option_has_a_button_with_its_letter() -> None:
    buttons = [part["accessory"] for part in components(question_card(question(TEN))) if "accessory" in part]

    assert [button["label"] for button in buttons] == list("ABCDEFGHIJ")
    assert [button["custom_id"] for button in buttons] == [f"a:11:{option.id}" for option in TEN]


def test_a_question_card_does_not_depend_on_the_key() -> None:
    one, other = Question.of("q", "?", ["x"], ["y"]), Question.of("q", "?", ["y"], ["x"])
    shown = [
        payload(question_card(question(sorted(asked.options, key=lambda option: option.text))))
        for asked in (one, other)
    ]

    assert one.key != other.key
    assert shown[0] == shown[1]


def test_all_buttons_of_a_question_look_alike() -> None:
    buttons = [part["accessory"] for part in components(question_card(question())) if "accessory" in part]
    looks = [{name: part[name] for name in part if name not in ("custom_id", "label")} for part in buttons]

    assert all(look == looks[0] for look in looks)


def test_a_picture_is_shown_before_and_after_the_reveal() -> None:
    card = question(image=IMAGE)

    assert IMAGE in str(payload(question_card(card)))
    assert IMAGE in str(payload(reveal_card(reveal(card))))


def test_a_picture_that_is_no_web_address_is_left_out() -> None:
    assert "javascript" not in str(payload(question_card(question(image="javascript:alert(1)"))))


# The reveal


def test_a_reveal_tells_right_from_wrong_by_symbol_and_word() -> None:
    shown = text(reveal_card(reveal()))

    assert f"✅ **A · right** · {RIGHT.text}" in shown
    assert f"❌ **B** · wrong · {WRONG[0].text}" in shown


def test_a_reveal_shows_votes_with_bar_and_percentage() -> None:
    shown = text(reveal_card(reveal()))

    assert "████░░░░░░ 40% · 4 votes" in shown
    assert "█░░░░░░░░░ 10% · 1 vote\n" in shown + "\n"


def test_a_reveal_explains_and_names_its_source() -> None:
    shown = text(reveal_card(reveal()))

    assert QUESTION.explanation in shown
    assert "[arxiv.org](https://arxiv.org/abs/1503.03578)" in shown


def test_a_source_that_is_no_web_address_is_plain_text() -> None:
    assert "Source: RFC 791 \\[section 3](x)" in text(reveal_card(reveal(reference="RFC 791 [section 3](x)")))


def test_a_reveal_shows_the_fastest_and_ties_as_ties() -> None:
    shown = text(reveal_card(reveal(fastest=Fastest([1, 2], 2_310))))

    assert "⚡ Fastest: <@1> and <@2> in 2.31\N{NO-BREAK SPACE}s" in shown
    assert [
        line.split(" <@")[0] for line in shown.splitlines() if line.endswith("right") and " <@" in line
    ] == [
        "🥇 **1.**",
        "🥈 **2=**",
        "🥈 **2=**",
        "**4.**",
        "**5.**",
    ]
    assert "and 7 more" in shown


def test_a_reveal_has_no_buttons() -> None:
    assert custom_ids(reveal_card(reveal())) == []


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (RevealReason.SKIPPED, "skipped: nobody gets points"),
        (RevealReason.STOPPED, "stopped: nobody gets points"),
        (RevealReason.EVERYONE, "everyone who answered the question before has answered"),
    ],
)
def test_a_reveal_says_why_it_came_early(reason: RevealReason, words: str) -> None:
    assert words in text(reveal_card(reveal(reason=reason)))


def test_a_reveal_without_answers_says_so_and_shows_no_votes() -> None:
    shown = text(reveal_card(reveal(votes={}, fastest=None, top=[], players=0)))

    assert "Nobody answered." in shown
    assert "░" not in shown


def test_a_reveal_without_right_answers_says_so() -> None:
    assert "Nobody was right." in text(reveal_card(reveal(votes={WRONG[0].id: 1}, fastest=None)))


# The final card


def test_the_podium_shares_medals_among_ties() -> None:
    scores = [Score(1, 3_000), Score(2, 2_000), Score(3, 2_000), Score(4, 1_000)]

    shown = text(final_card(replace(final(), standings=standings(scores))))

    assert [line.split(" <@")[0] for line in shown.splitlines() if "%" in line] == [
        "🥇 **1.**",
        "🥈 **2=**",
        "🥈 **2=**",
        "**4.**",
    ]


def test_a_long_board_is_cut_and_says_how_many_are_missing() -> None:
    assert "and 37 more" in text(final_card(final(57)))


def test_a_final_card_shows_accuracy_and_the_fastest_answer() -> None:
    shown = text(final_card(final()))

    assert "points · right answers" in shown
    assert "**9,120** · 80%" in shown
    assert f"⚡ Fastest right answer: <@{LONG_ID}> in 1.23\N{NO-BREAK SPACE}s" in shown


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (EndReason.COMPLETED, "The quiz is over: 10 questions asked."),
        (EndReason.UNANSWERED, "The quiz ended because nobody answered several questions in a row."),
        (EndReason.STOPPED, "The quiz was stopped after 4 of 10 questions."),
        (EndReason.LOST, "The quiz ended because the channel is gone."),
    ],
)
def test_a_final_card_says_why_the_quiz_ended(reason: EndReason, words: str) -> None:
    assert words in text(final_card(final(reason=reason, detail="the channel is gone", played=4)))


def test_a_quiz_played_alone_is_not_ranked() -> None:
    shown = text(final_card(final(1, ranked=False)))

    assert "Played alone: not ranked – at least 2 people have to answer." in shown


@pytest.mark.parametrize(
    ("ranked_from", "words"), [(2, "when at least 2 people answer"), (5, "when at least 5 people answer")]
)
def test_the_intro_says_how_many_have_to_answer(ranked_from: int, words: str) -> None:
    assert words in text(intro_card(intro(ranked_from=ranked_from)))


def test_a_quiz_that_always_counts_says_so_at_the_end_and_asks_for_nobody_before() -> None:
    assert "leaderboard" not in text(intro_card(intro(ranked_from=1)))
    assert "This quiz counts" in text(final_card(final(1, ranked_from=1)))


def test_a_quiz_with_too_few_players_says_how_many_it_takes() -> None:
    shown = text(final_card(final(2, ranked=False, ranked_from=3)))

    assert "Not ranked – at least 3 people have to answer." in shown


def test_a_quiz_that_nobody_answered_has_no_places() -> None:
    shown = text(final_card(final(0, ranked=False, fastest=None)))

    assert "Nobody answered, so there are no places this time." in shown
    assert "ranked" not in shown


# Leaderboard, status and intro


def test_a_leaderboard_shows_the_readers_own_place_and_the_next_reset() -> None:
    shown = text(leaderboard_card(board(own=ranking(30)[13]), 42))

    assert "<@42>: **14th** of 30" in shown
    assert "page 1 of 3 · next reset <t:" in shown


def test_an_empty_leaderboard_says_how_to_get_on_it() -> None:
    empty = board(0, 1, rows=[], entries=0, resets_at=None)

    shown = text(leaderboard_card(empty, 42))

    assert "play a quiz with `/quiz start`" in shown
    assert "<@42> has no place here yet." in shown
    assert custom_ids(leaderboard_card(empty, 42)) == []


@pytest.mark.parametrize(("page", "enabled"), [(0, [False, True]), (1, [True, True]), (2, [True, False])])
def test_pages_end_at_both_ends(page: int, enabled: list[bool]) -> None:
    buttons = [part for part in components(leaderboard_card(board(page), 42)) if "custom_id" in part]

    assert [not button["disabled"] for button in buttons] == enabled


def test_a_status_tells_what_is_open_or_that_the_quiz_goes_on() -> None:
    assert "**Question 3 of 10** closes <t:" in text(status_card(status(), None))
    assert "goes on in a moment" in text(status_card(status(deadline_ms=None), None))
    assert "The first of 10 questions follows" in text(status_card(status(number=0, standings=[]), None))
    assert "**The question follows" in text(status_card(status(number=0, length=1, standings=[]), None))
    over = status(number=0, standings=[], deadline_ms=None, is_over=True)
    assert "final standings follow" in text(status_card(over, None))


def test_an_intro_says_the_rules() -> None:
    shown = text(intro_card(intro()))

    assert "**10 questions**, 20 seconds each." in shown
    assert "the faster, the more" in shown
    assert "The first question follows" in shown
    assert "at least 2 people" in shown


def test_an_intro_speaks_of_one_question_where_there_is_one() -> None:
    shown = text(intro_card(intro(questions=1, seconds=5)))

    assert "**1 question**, 5 seconds to answer it." in shown
    assert "The question follows" in shown


@pytest.mark.parametrize(
    ("place", "tied", "said"),
    [
        (1, False, "🥇 **1st**"),
        (2, True, "🥈 shared **2nd**"),
        (5, False, "**5th**"),
        (11, False, "**11th**"),
        (1_023, False, "**1,023rd**"),
    ],
)
def test_a_place_of_ones_own_is_said_in_words(place: int, tied: bool, said: str) -> None:
    assert place_in_words(Standing(place, Score(1), tied)) == said
