"""Which team a player is on, and what a team may be called."""

import pytest

from bot.core.team import Roster, Team, clean_name, is_emoji, name_key

RED, BLUE = Team(1, 9, "Red", 0xFF0000), Team(2, 9, "Blue", 0x0000FF)
GOLD, IRON = Team(3, 9, "Gold", 0, role_id=30), Team(4, 9, "Iron", 0, role_id=40)
ALICE, BOB = 101, 102
ROSTER = Roster((RED, BLUE, GOLD, IRON), {ALICE: RED.id})


@pytest.mark.parametrize(
    ("player_id", "role_ids", "team"),
    [
        (ALICE, [], RED),
        (BOB, [], None),
        (BOB, [30], GOLD),
        (BOB, [40, 30], GOLD),
        (ALICE, [40, 7], IRON),
        (ALICE, [7], RED),
    ],
    ids=["joined", "joined none", "has a role", "two roles", "role before joined", "another role"],
)
def test_a_role_decides_before_what_was_joined(
    player_id: int, role_ids: list[int], team: Team | None
) -> None:
    assert ROSTER.team_of(player_id, role_ids) == team


@pytest.mark.parametrize(
    ("joined", "teams", "smallest"),
    [
        ({}, (RED, BLUE), RED),
        ({ALICE: 1}, (RED, BLUE), BLUE),
        ({ALICE: 1, BOB: 2}, (RED, BLUE), RED),
        ({}, (GOLD, BLUE), BLUE),
        ({}, (Team(1, 9, "Red", 0, locked=True), BLUE), BLUE),
        ({}, (GOLD,), None),
        ({}, (), None),
    ],
    ids=["none joined", "fewer", "equal", "no role team", "not a locked one", "only roles", "no teams"],
)
def test_the_smallest_team_that_is_open_comes_first(
    joined: dict[int, int], teams: tuple[Team, ...], smallest: Team | None
) -> None:
    assert Roster(teams, joined).smallest() == smallest


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Red \n Pandas ", "Red Pandas"),
        ("Re\u200bd\u202e", "Red"),
        ("\u200d\u200b \u3164", ""),
        ("\x00\ud800", ""),
        ("\ufe0f \u034f\U000e0100", ""),
        ("❤\ufe0f", "❤\ufe0f"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("e\u0301quipe", "équipe"),
    ],
)
def test_a_name_keeps_what_can_be_seen(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("Red", "rED"), ("Straße", "STRASSE"), ("Ｒed", "Red"), ("❤", "❤\ufe0f"), ("Red", "R\u034fed\u3164")],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    "emoji",
    ["🦊", "❤️", "👩🏽‍🚀", "🇩🇪", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "<:panda:123456789012345678>", "<a:go:123456789012345678>"],
)
def test_an_emoji_is_one(emoji: str) -> None:
    assert is_emoji(emoji)


@pytest.mark.parametrize(
    "text", ["", "x", ":fox:", "🦊🦊", "🦊 ", "<@123456789012345678>", "<:a:1>", "1", "**"]
)
def test_anything_else_is_none(text: str) -> None:
    assert not is_emoji(text)
