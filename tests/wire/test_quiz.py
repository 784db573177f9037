"""A quiz over real sockets, with nothing going wrong."""

from tests.wire.bot_process import BotProcess
from tests.wire.table import ALICE, BOB, Table


async def test_a_quiz_plays_from_the_command_to_the_final_card(bot: BotProcess, table: Table) -> None:
    await table.start(questions=2)
    for number in (1, 2):
        card = await table.question(number)
        first = await table.answer(card, ALICE)
        second = await table.answer(card, BOB, right=False)
        assert "You chose" in await first.settled()
        assert "You chose" in await second.settled()
        again = await table.answer(card, ALICE, right=False)
        assert "already chose" in await again.settled()
        assert "✅" in await table.revealed(card)
    final = await table.final()
    assert f"<@{ALICE}>" in final.text()
    assert "2 questions asked" in final.text()
    assert await bot.stop() == 0
    assert "ERROR" not in bot.log
