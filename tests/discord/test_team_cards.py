"""Teams on cards: within Discord's limits, readable, and safe whatever they are called."""

from fractions import Fraction

import pytest

from bot.core.team import COLOURS, Team
from bot.core.team_score import TeamRule, TeamScoring
from bot.services.stage import TeamPlace, TeamTable
from bot.services.team_requests import SeasonLine, TeamLine, TeamRoster
from bot.ui.cards.final import final_card
from bot.ui.cards.intro import intro_card
from bot.ui.cards.reveal import reveal_card
from bot.ui.cards.seasons import winner_text
from bot.ui.cards.team_wording import scored_by, square, team_name, team_points
from bot.ui.cards.teams import roster_card, team_list_card
from bot.ui.season_list import season_list_card
from tests.discord.samples import (
    DEADLINE_MS,
    LONG_ID,
    custom_ids,
    final,
    intro,
    reveal,
    team,
    text,
    within_limits,
)

NAMES = ["Foxes", "W" * 50, "*" * 50, "שועלים", "👩🏽‍🚀" * 12]
EMOJI = f"<a:{'x' * 32}:{LONG_ID}>"


def teams(number: int) -> list[Team]:
    return [
        Team(at, 1, NAMES[at % 5], 0xE69F00, EMOJI, LONG_ID if at % 2 else None, True) for at in range(number)
    ]


def table(number: int, rule: TeamRule | None = None) -> TeamTable:
    places = [TeamPlace(team, at + 1, False, Fraction(20_000, 3), 9) for at, team in enumerate(teams(number))]
    return TeamTable(places, rule or TeamRule(), 3)


@pytest.mark.parametrize("number", [0, 1, 25])
def test_cards_with_teams_stay_within_the_limits(number: int) -> None:
    assert within_limits(team_list_card([TeamLine(team, 1_000_000) for team in teams(number)]))
    assert within_limits(reveal_card(reveal(teams=table(number))))
    assert within_limits(final_card(final(50, teams=table(number))))


def test_a_roster_of_many_stays_within_the_limits() -> None:
    players = [LONG_ID + number for number in range(2_000)]
    card = roster_card(TeamRoster(teams(1)[0], players), role_gone=False)
    assert within_limits(card)
    assert "2,000 members" in text(card)
    assert "1,880 more" in text(card)


def test_the_roster_of_a_role_says_that_it_lists_only_who_has_answered() -> None:
    golden = Team(1, 1, "Golden", 0xE69F00, role_id=77)
    assert text(roster_card(TeamRoster(golden, [5, 6]), role_gone=False)).splitlines()[1:] == [
        "Whoever has <@&77> is on it.",
        "**2 people have answered for it so far**",
        "<@5> and <@6>",
        "-# The best first, by answers that count for the leaderboard.",
        "-# Who else has the role I cannot see: Discord's list of members shows it.",
    ]
    nobody = text(roster_card(TeamRoster(golden, []), role_gone=False))
    assert "**Nobody has answered for it so far**\n-# Meant are answers that count" in nobody


@pytest.mark.parametrize("players", [[], [5]])
def test_the_roster_of_a_deleted_role_speaks_of_nobody_else(players: list[int]) -> None:
    golden = Team(1, 1, "Golden", 0xE69F00, role_id=77)
    shown = text(roster_card(TeamRoster(golden, players), role_gone=True))
    assert "Who else has the role" not in shown
    assert ("answered for it" in shown) == bool(players)


@pytest.mark.parametrize("page", range(13))
@pytest.mark.parametrize("name", ["W" * 50, "*" * 50, "ש" * 50])
def test_every_page_of_many_seasons_stays_within_the_limits(name: str, page: int) -> None:
    players = [LONG_ID + player for player in range(9)]
    seasons = [
        SeasonLine(at, name, DEADLINE_MS, DEADLINE_MS, at == 60, players, teams(5)) for at in range(60, 0, -1)
    ]
    card = season_list_card(seasons, page)
    assert within_limits(card)
    assert text(card).count("🏆") == (4 if page == 0 else 5)
    assert f"page {min(page, 11) + 1} of 12" in text(card)


@pytest.mark.parametrize(
    ("winning", "said"),
    [
        ([], "🏆 <@5>"),
        (["Foxes"], "🏆 🦊 **Foxes** · best player: <@5>"),
        (["Foxes", "Owls"], "🏆 🦊 **Foxes** and 🦊 **Owls** · best player: <@5>"),
        (list("ABCD"), "🏆 🦊 **A**, 🦊 **B**, 🦊 **C** and 1 more · best player: <@5>"),
    ],
)
def test_a_season_names_the_teams_that_won_and_the_best_player(winning: list[str], said: str) -> None:
    first = [team(at, name) for at, name in enumerate(winning, start=1)]
    assert winner_text(SeasonLine(1, "Spring", 0, 1, False, [5], first)) == said


def test_few_seasons_have_no_pages() -> None:
    card = season_list_card([SeasonLine(1, "Spring", DEADLINE_MS, DEADLINE_MS, running=True)])
    assert "None has ended yet." in text(card)
    assert "page" not in text(card)
    assert custom_ids(card) == []


def test_all_teams_of_ordinary_names_stand_on_the_final_card() -> None:
    places = [
        TeamPlace(Team(at, 1, f"The Team {at}", 0, "🦊"), at, False, Fraction(100 - at), 4)
        for at in range(1, 26)
    ]
    shown = text(final_card(final(50, teams=TeamTable(places, TeamRule(), 3))))
    assert "**25.** 🦊 **The Team 25**" in shown


def test_ties_and_teams_of_whom_nobody_counts_are_shown_as_such() -> None:
    red, blue, green = (Team(at, 1, name, 0) for at, name in enumerate(("Red", "Blue", "Green")))
    places = [
        TeamPlace(red, 1, True, Fraction(500), 1),
        TeamPlace(blue, 1, True, Fraction(500), 2),
        TeamPlace(green, None, False, Fraction(0), 0),
    ]
    lines = text(final_card(final(teams=TeamTable(places, TeamRule(), 3)))).replace("\u00a0", " ")
    assert "🥇 **1=** **Red** · **500** · 1 player" in lines
    assert "🥇 **1=** **Blue** · **500** · 2 players" in lines
    assert "– **Green** · nobody counts yet" in lines


def test_only_a_quiz_of_teams_has_the_button_to_join() -> None:
    assert custom_ids(intro_card(intro(teams=True))) == ["tj:7"]
    assert custom_ids(intro_card(intro())) == []
    assert "**Teams" not in text(final_card(final()))


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (Fraction(12_345), "12,345"),
        (Fraction(2_737, 3), "912.3"),
        (Fraction(0), "0"),
        (Fraction(1, 2), "0.5"),
    ],
)
def test_a_mean_has_one_digit_where_it_has_more(points: Fraction, words: str) -> None:
    assert team_points(points) == words


@pytest.mark.parametrize(
    ("rule", "counted_from", "words"),
    [
        (TeamRule(), 3, "points per player with at least 3 answers"),
        (TeamRule(), 1, "points per player"),
        (TeamRule(TeamScoring.SUM), 3, "points of all players together"),
        (TeamRule(TeamScoring.TOP, 5), 3, "points of the best 5"),
        (TeamRule(TeamScoring.TOP, 1), 3, "points of the best player"),
    ],
)
def test_the_table_says_how_teams_are_scored(rule: TeamRule, counted_from: int, words: str) -> None:
    assert scored_by(rule, counted_from) == words


def test_letters_from_the_right_turn_nothing_around() -> None:
    assert team_name(Team(1, 1, "שועלים", 0)) == "**\u2068שועלים\u2069**"
    assert team_name(Team(1, 1, "Foxes", 0, "🦊", removed=True)) == "🦊 **Foxes** (removed)"


def test_each_colour_has_a_square_like_it() -> None:
    expected = "🟦🟧🟩🟪🟦🟥🟨🟪🟫⬛⬛⬜"
    assert "".join(square(colour) for colour in COLOURS.values()) == expected
