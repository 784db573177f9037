"""The leaderboard of players and of teams, as it is read."""

from dataclasses import replace

import pytest

from bot.core.board import BoardChoice, Ranking, Who
from bot.core.period import Period
from bot.core.ranking import Score, by_accuracy, standings
from bot.core.team_score import TeamRule, TeamScoring
from bot.services.requests import Board
from bot.services.team_requests import SeasonLine
from bot.ui.leaderboard import LeaderboardButton, leaderboard_card
from tests.discord.samples import DEADLINE_MS, LONG_ID, board, team_board, text, within_limits

SEASON = SeasonLine(7, "Spring *2027*", DEADLINE_MS - 1, DEADLINE_MS, running=False)
SEASON_BOARD = BoardChoice(period=Period.SEASON)


def shown(of: Board) -> str:
    view = leaderboard_card(of, 42)
    assert within_limits(view)
    return text(view)


def test_teams_stand_with_their_ties_and_those_without_a_place_below() -> None:
    lines = shown(team_board()).splitlines()

    assert lines[0] == "### 🏆 Team leaderboard · this week"
    assert lines[1] == "-# points per player with at least 3 answers"
    assert "**1.**" in lines[2]
    assert "نجوم" in lines[2]
    assert "**4,500.5**" in lines[2]
    assert lines[3].startswith("🥈 **2=** 🦊 **Foxes** · **4,500** · 2\N{NO-BREAK SPACE}players")
    assert "**2=**" in lines[4]
    assert "(removed)" in lines[4]
    assert lines[5] == "– **Newcomers** · nobody counts yet"


def test_the_reader_is_told_where_his_team_stands() -> None:
    assert "<@42>'s team, " in shown(team_board())
    assert "🥇 **1st** of 4 with" in shown(team_board())
    newcomers = team_board().teams[-1]
    assert "has no place here yet" in shown(team_board(own_team=newcomers))
    assert "<@42> is on no team." in shown(team_board(own_team=None))


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (TeamRule(TeamScoring.SUM), "points of all players together"),
        (TeamRule(TeamScoring.TOP, 3), "points of the best 3"),
        (TeamRule(TeamScoring.TOP, 1), "points of the best player"),
    ],
)
def test_a_board_of_teams_says_what_their_points_are(rule: TeamRule, said: str) -> None:
    assert f"-# {said}" in shown(team_board(rule=rule))


def test_a_board_by_accuracy_shows_what_it_goes_by() -> None:
    scores = [Score(1, 0, right=12, answered=16), Score(2, 0, right=11, answered=11)]
    choice = BoardChoice(by=Ranking.ACCURACY, bank_id=3)
    rows = standings(scores, by_accuracy)
    of = board(0, 1, rows=rows, own=rows[1], choice=choice, bank_title="*Stars*")

    lines = shown(of).splitlines()

    assert lines[1] == "-# \\*Stars\\* · by accuracy, from 10 answers"
    assert lines[2].startswith("🥇 **1.** <@2> · **100%** · 11 of 11")
    assert lines[3].startswith("🥈 **2.** <@1> · **75%** · 12 of 16")


@pytest.mark.parametrize(
    ("choice", "season", "said"),
    [
        (BoardChoice(), None, "Nobody stands here yet: play a quiz with `/quiz start`."),
        (BoardChoice(by=Ranking.ACCURACY), None, "Nobody has given 10 answers yet: play"),
        (BoardChoice(Who.TEAMS), None, "No team stands here yet: join one with `/team join`"),
        (SEASON_BOARD, None, "There was no season here yet"),
        (SEASON_BOARD, SEASON, "Nobody came to stand here."),
    ],
)
def test_an_empty_board_says_what_is_missing(
    choice: BoardChoice, season: SeasonLine | None, said: str
) -> None:
    assert said in shown(board(0, 1, rows=[], entries=0, choice=choice, season=season))


def test_a_season_is_named_and_said_to_have_ended() -> None:
    assert "Leaderboard · Spring \\*2027\\* (ended)" in shown(board(choice=SEASON_BOARD, season=SEASON))
    running = replace(SEASON, running=True)
    assert "· ends <t:" in shown(board(choice=SEASON_BOARD, season=running))


def test_the_longest_id_of_a_button_fits_and_is_read_again() -> None:
    most = BoardChoice(Who.PLAYERS, Period.SEASON, Ranking.ACCURACY, 10**10 - 1, 10**10 - 1)
    button = LeaderboardButton.of(most, 10**9 - 1, LONG_ID * 10, "Next", enabled=True)

    assert len(button.custom_id or "") <= 100
    assert button.state()[3:5] == ("9999999999", "9999999999")


def test_a_button_of_a_card_from_before_is_read() -> None:
    button = LeaderboardButton(custom_id="lb:week:2:42")

    assert [part or "" for part in button.state()] == ["", "week", "", "", "", "2", "42"]
