"""`/leaderboard picture:true`, and what the podiums of boards say."""

from dataclasses import replace
from fractions import Fraction

import discord
import pytest
import simcord

from bot.core.board import BoardChoice, Ranking, Who
from bot.core.ranking import Score
from bot.core.survival import Survival
from bot.core.team_score import TeamRule
from bot.services.stage import TeamPlace, TeamTable
from bot.services.team_requests import SeasonLine
from bot.ui.bot import QuizBot
from bot.ui.leaderboard import NO_PICTURE
from bot.ui.pictures.attaching import FILE_NAME
from bot.ui.pictures.boards import board_podium, final_podium, named
from tests.discord.fakes import quiz_bot
from tests.discord.samples import DEADLINE_MS, attachments, board, final, team, team_board


@pytest.fixture
def simcord_bot() -> QuizBot:
    return quiz_bot()


def shown(result: simcord.InteractionResult) -> str:
    assert result.response is not None
    return str(result.response.components)


async def test_a_leaderboard_shows_its_picture_when_asked(simcord_env: simcord.Env) -> None:
    guild = simcord_env.create_guild()
    alice = guild.add_member(simcord_env.create_user("alice"))
    channel = guild.create_text_channel("quiz")

    plain = await alice.slash(channel, "leaderboard")
    assert not attachments(simcord_env)
    pictured = await alice.slash(channel, "leaderboard", picture=True)

    assert not pictured.ephemeral
    assert FILE_NAME not in shown(plain)
    [attachment] = attachments(simcord_env)
    assert attachment["filename"] == FILE_NAME
    assert attachment["description"].startswith("Players, all time. All banks, points. 1 Player …")


async def test_turning_the_page_takes_the_picture_away(simcord_env: simcord.Env) -> None:
    guild = simcord_env.create_guild()
    alice = guild.add_member(simcord_env.create_user("alice"))
    channel = guild.create_text_channel("quiz")
    await alice.slash(channel, "leaderboard", picture=True)
    message = channel.last_message
    assert message is not None

    await alice.click(message, label="Next →")

    turned = channel.last_message
    assert turned is not None
    assert turned.attachments == []
    assert "page 2 of 3" in str(turned.components[0].to_dict())


async def test_where_nothing_may_be_attached_the_leaderboard_says_so(simcord_env: simcord.Env) -> None:
    guild = simcord_env.create_guild()
    alice = guild.add_member(simcord_env.create_user("alice"))
    denied = discord.PermissionOverwrite(attach_files=False)
    channel = guild.create_text_channel("quiz", overwrites={guild.default_role: denied})

    result = await alice.slash(channel, "leaderboard", picture=True)

    assert NO_PICTURE in shown(result)
    assert not attachments(simcord_env)


def names() -> dict[int, str]:
    return {player_id: f"n{player_id}" for player_id in named(board().rows)}


def test_a_board_by_accuracy_shows_percentages() -> None:
    by_accuracy = board(choice=BoardChoice(by=Ranking.ACCURACY), bank_title="Capitals")
    alt_text = board_podium(by_accuracy, names()).alt_text()
    assert alt_text.startswith("Players, all time. Capitals, accuracy. 1")
    assert "%." in alt_text


def test_a_board_of_teams_shows_teams_by_name_and_colour() -> None:
    podium = board_podium(team_board(), {})
    assert podium.title == "Teams, this week"
    assert (podium.note, podium.order) == ("All banks", "points per player with at least 3 answers")
    assert [entry.numeral for entry in podium.entries] == ["1", "2=", "2="]
    assert podium.entries[0].colour == (0xDD, 0x2E, 0x44)
    assert podium.png()


def test_an_ended_season_is_named() -> None:
    season = SeasonLine(7, "Spring", 0, DEADLINE_MS, running=False)
    assert board_podium(board(season=season), names()).title == "Players, Spring (ended)"


def test_a_quiz_of_teams_ends_with_a_podium_of_teams() -> None:
    places = [
        TeamPlace(team(1, "Foxes"), 1, tied=False, points=Fraction(9001, 2), counted=2),
        TeamPlace(
            team(2, "Owls", emoji="<:owl:1234567890123456789>"),
            None,
            tied=False,
            points=Fraction(0),
            counted=0,
        ),
    ]
    podium = final_podium(replace(final(), teams=TeamTable(places, TeamRule(), 1)), {})
    assert [(entry.name, entry.said) for entry in podium.entries] == [("🦊 Foxes", "4,500.5")]
    assert podium.order == "points per player"


def test_survival_ends_with_a_podium_of_who_came_how_far() -> None:
    """The points are the more, the earlier somebody fell: the bars do not go by them."""
    first, *others = [100, 300, 500, 900]
    scores = [Score(1, first), *(Score(number, points) for number, points in enumerate(others, start=2))]
    survival = Survival(frozenset({1}), {2: 8, 3: 5, 4: 1})
    ended = replace(final(played=7), standings=survival.standings(scores), survival=survival)
    podium = final_podium(ended, {number: f"n{number}" for number in range(1, 5)})
    assert [(entry.name, entry.said.replace("\u00a0", " "), entry.figure) for entry in podium.entries] == [
        ("n1", "still in", 8),
        ("n2", "out at 8", 7),
        ("n3", "out at 5", 4),
        ("n4", "out at 1", 0),
    ]
    assert podium.order == "who stayed in longest first, then by points"
    assert podium.png()


def test_a_board_of_teams_by_accuracy_shows_percentages() -> None:
    podium = board_podium(team_board(choice=BoardChoice(Who.TEAMS, by=Ranking.ACCURACY)), {})
    assert podium.entries[0].said == "75%"
