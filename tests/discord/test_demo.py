"""The demo without a browser: its clock, its opponents, and what it takes for an error."""

import io
from contextlib import AbstractAsyncContextManager, suppress
from pathlib import Path

import pytest
from rich.console import Console

from bot.demo.play import TICK_S, Demo, demo
from bot.settings import Settings
from tests.discord.test_quiz_in_discord import text_of

pytestmark = pytest.mark.computes_long("the simulated Discord and the start are in the same loop")

BANK = "title: T\nquestions:\n  - question: Q?\n    correct: yes\n    wrong: no\n"


def played_in(folder: Path, speed: float = 1) -> AbstractAsyncContextManager[Demo]:
    (folder / "bank.yaml").write_text(BANK)
    return demo(Settings(questions_dir=folder), port=0, speed=speed, console=Console(file=io.StringIO()))


async def test_what_is_done_in_the_page_happens_at_its_time_and_not_at_the_last_tick(tmp_path: Path) -> None:
    async with played_in(tmp_path) as playing:
        before = playing.simulation.env.now()
        playing._ticked_s -= 1.5
        with suppress(Exception):  # whatever it was that was done
            await playing.preview._action(None, {})
        assert (playing.simulation.env.now() - before).total_seconds() >= 1.5


async def test_the_members_join_a_quiz_of_teams_before_its_first_question(tmp_path: Path) -> None:
    async with played_in(tmp_path) as playing:
        simulation = playing.simulation
        you, channel, env = simulation.viewers[0], simulation.channel, simulation.env
        assert channel.guild is not None
        for name in ("Red", "Blue"):
            await you.slash(channel, "team create", name=name)
        await you.slash(channel, "quiz start", teams=True)
        await env.advance_time(4)
        for _ in range(2):  # they see it, and then they press
            await playing.opponents.act(env.now().timestamp())
        lines = await simulation.app.bot.services.teams.list(channel.guild.id)
        assert [line.members for line in lines] == [2, 2]


async def test_the_members_answer_for_their_teams_at_any_speed(tmp_path: Path) -> None:
    async with played_in(tmp_path, speed=25) as playing:
        you, channel = playing.simulation.viewers[0], playing.simulation.channel
        for name in ("Red", "Blue"):
            await you.slash(channel, "team create", name=name)
        await you.slash(channel, "quiz start", questions=1, seconds=60, teams=True)
        while "Final standings" not in (final := text_of(channel.history()[-1])):
            playing._ticked_s -= TICK_S
            await playing.tick()
        assert final.count("2\N{NO-BREAK SPACE}players") == 2


async def test_a_refusal_is_no_error_of_the_simulated_discord(tmp_path: Path) -> None:
    async with played_in(tmp_path) as playing:
        you, channel = playing.simulation.viewers[0], playing.simulation.channel
        await you.slash(channel, "quiz start")
        await you.slash(channel, "quiz start")
        assert playing.simulation.env.errors == []
