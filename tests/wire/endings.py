"""How a process ends, and that there is one."""

from benchmarks.bot_process import BotProcess
from benchmarks.standin.journal import CALLBACK
from tests.wire.house import House
from tests.wire.table import ALICE
from tests.wire.together import Plays

PLAYS: Plays[House] = Plays()


@PLAYS.add
async def on_sigterm_every_click_taken_is_answered_and_kept(house: House) -> None:
    table = await house.table()
    await table.start()
    card = await table.question()
    await table.counts(card, ALICE)
    slow = table.fault(CALLBACK, times=20, delay_s=1.0)
    clicks = [await table.click(card, player) for player in range(1_000, 1_020)]
    await table.struck(slow)
    assert await house.bot.stop(seconds=10) == 0
    assert all(click.text for click in clicks)
    kept = {player for _, player in house.bot.records.answers(table.channel.id)}
    assert {ALICE, *(click.user_id for click in clicks if "You chose" in click.text)} <= kept
    assert "Traceback" not in house.bot.log


@PLAYS.add
async def after_sigterm_the_quiz_goes_on_with_the_next_start(house: House) -> None:
    table = await house.table()
    await table.start()
    card = await table.question()
    await table.counts(card, ALICE)
    assert await house.bot.stop() == 0
    await table.deadline(card)
    await house.bot.start()
    assert "1 vote" in await table.revealed(card)
    assert (await table.ended())["end_reason"] == "completed"


@PLAYS.add
async def a_second_process_on_the_same_file_refuses_and_says_why(house: House) -> None:
    second = BotProcess(house.discord, house.bot.folder, log_name="second")
    status, said = await second.refusal()
    assert status == 1
    assert "Another process is running on" in said
    table = await house.table()
    await table.start()
    await house.bot.kill()
    await house.bot.start()
    await table.question()
