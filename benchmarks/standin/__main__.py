"""A Discord to try the bot on by hand, with players who start quizzes and answer them."""

import argparse
import asyncio
from random import Random

from benchmarks.standin.journal import POST
from benchmarks.standin.server import StandIn
from benchmarks.standin.world import Channel, Message

HOST = 100
FOR_EVER_S = 1e9


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes any that is free")
    parser.add_argument("--players", type=int, default=4, help="how many answer each question")
    chosen = parser.parse_args()
    discord = StandIn()
    await discord.start(chosen.port)
    channel = await discord.add_place()
    for name, value in discord.environment().items():
        print(f"export {name}={value}", flush=True)
    await play(discord, channel, range(1, chosen.players + 1))


async def play(discord: StandIn, channel: Channel, players: range) -> None:
    """Starts a quiz whenever none is running and answers every question, for as long as it is let."""
    while True:
        await discord.until(lambda: discord.gateway.sessions and discord.interactions.commands, FOR_EVER_S)
        started = await discord.command(channel, HOST, "quiz start", questions=3, seconds=10)
        print(await started.settled(), flush=True)
        while await answered(discord, await next_card(discord, channel), players):
            pass


async def next_card(discord: StandIn, channel: Channel) -> Message:
    before = len(discord.journal.of(POST, channel.id))
    await discord.until(lambda: len(discord.journal.of(POST, channel.id)) > before, FOR_EVER_S)
    return channel.shown()[-1]


async def answered(discord: StandIn, card: Message, players: range) -> bool:
    """Whether there was something to answer."""
    await asyncio.sleep(0.5)  # nobody is faster
    buttons = [custom_id for custom_id in card.custom_ids() if custom_id.startswith("a:")]
    clicks = [await discord.press(card, Random().choice(buttons), player) for player in players if buttons]
    print(card.text(), *[await click.settled() for click in clicks], sep="\n", flush=True)
    return bool(buttons)


if __name__ == "__main__":
    asyncio.run(main())
