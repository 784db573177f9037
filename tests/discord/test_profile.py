"""`/profile`, as it is typed and as it is shown."""

from dataclasses import replace
from datetime import date

import pytest
import simcord

from bot.core.period import Period
from bot.services.profile_requests import BankResult, OwnPlace, Week
from bot.ui.bot import QuizBot
from bot.ui.cards.profile import profile_card
from bot.ui.pictures.attaching import FILE_NAME
from bot.ui.pictures.weeks import Weeks
from bot.ui.profile_commands import ONLY_IN_SERVERS
from tests.discord.fakes import FakeProfiles, quiz_bot
from tests.discord.samples import attachments, profile, text, within_limits

EMPTY = profile(
    places=[OwnPlace(Period.ALL, None, 0), OwnPlace(Period.MONTH, None, 0)],
    fastest_ms=None,
    best_bank=None,
    daily=[],
    weeks=[Week(date(2026, 9, 14), 0)],
)


@pytest.fixture
def profiles() -> FakeProfiles:
    return FakeProfiles()


@pytest.fixture
def simcord_bot(profiles: FakeProfiles) -> QuizBot:
    return quiz_bot(profiles=profiles)


def test_a_profile_says_places_and_what_was_done_best() -> None:
    shown = text(profile_card(profile()))
    assert "**All time:** 🥈 shared **2nd** of 12 with 12,340 points" in shown
    assert "**Season Winter:** 🥈 shared **2nd** of 9" in shown
    assert "**This month:** no place yet" in shown
    assert "75% right: 30 of 40 answers" in shown
    assert "Fastest right answer: 0.84" in shown
    assert "Best bank: Capitals, 90% of 20 right" in shown
    assert "4 in a row (best 9)" in shown


def test_who_has_not_played_is_told_how_to_begin() -> None:
    assert "/quiz start" in text(profile_card(EMPTY))


def test_a_profile_with_the_longest_names_fits() -> None:
    places = [replace(place, season="*" * 50) for place in profile().places]
    best = BankResult("*" * 100, profile().total)
    assert within_limits(profile_card(profile(places=places, best_bank=best, daily=[*profile().daily] * 25)))


def test_the_weeks_are_said_in_words() -> None:
    alt_text = Weeks("Ada", profile().weeks).alt_text()
    assert alt_text.startswith(
        "Ada, points in each of the last 12 weeks. week of 14 Sep: 0. week of 21 Sep: 100."
    )
    assert alt_text.endswith("this week so far: 1,100.")


@pytest.mark.parametrize("points", [0, 1, 4, 5, 12_345, 10**9])
def test_any_points_can_be_drawn(points: int) -> None:
    assert Weeks("Ada", [Week(date(2026, 9, 14), points)] * 12).png()


async def test_ones_own_profile_is_shown_to_oneself_with_a_picture(
    simcord_env: simcord.Env, profiles: FakeProfiles
) -> None:
    guild = simcord_env.create_guild()
    alice = guild.add_member(simcord_env.create_user("alice"))

    result = await alice.slash(guild.create_text_channel("quiz"), "profile")

    assert result.ephemeral
    assert profiles.asked == [(guild.id, alice.id)]
    [attachment] = attachments(simcord_env)
    assert attachment["filename"] == FILE_NAME
    assert attachment["description"].startswith("alice, points in each")


async def test_the_profile_of_another_member_is_shown(
    simcord_env: simcord.Env, profiles: FakeProfiles
) -> None:
    guild = simcord_env.create_guild()
    alice, bob = (guild.add_member(simcord_env.create_user(name)) for name in ("alice", "bob"))

    await alice.slash(guild.create_text_channel("quiz"), "profile", member=bob)

    assert profiles.asked == [(guild.id, bob.id)]


async def test_a_profile_without_points_has_no_picture(
    simcord_env: simcord.Env, profiles: FakeProfiles
) -> None:
    profiles.found = EMPTY
    guild = simcord_env.create_guild()
    alice = guild.add_member(simcord_env.create_user("alice"))

    result = await alice.slash(guild.create_text_channel("quiz"), "profile")

    assert result.ephemeral
    assert attachments(simcord_env) == []


async def test_in_a_direct_message_there_is_no_profile(simcord_env: simcord.Env) -> None:
    alice = simcord_env.create_user("alice")
    result = await alice.slash("profile")
    assert result.response is not None
    assert result.response.content == ONLY_IN_SERVERS
    assert len(simcord_env.errors) == 1
