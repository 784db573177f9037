"""The reference: a discord.py bot that does nothing with a click but acknowledge it.

Its cards are as large as a question's, its library, loop and JSON parser are the quiz bot's own; it keeps
nothing, and leaves Python's garbage collector as it comes.
"""

import asyncio
import os
from typing import Any, Self

import aiohttp
import discord
import uvloop
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

OPTIONS = "ABCD"


class BareButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"a:(\d{1,19}):([0-9a-f]{10})"):
    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: Any, /
    ) -> Self:
        del interaction, match
        assert isinstance(item, discord.ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(
            "You chose **A** after 1.23 s. Your answer is final.", ephemeral=True
        )


class BareBot(discord.Client):
    async def setup_hook(self) -> None:
        self.add_dynamic_items(BareButton)

    async def on_ready(self) -> None:
        for number, channel in enumerate(self.get_all_channels()):
            if isinstance(channel, discord.TextChannel):
                await channel.send(view=card(number))


def card(number: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    container = discord.ui.Container[Any](
        discord.ui.TextDisplay(f"-# Sums · question 1 of 1\n**What is {number} and {number}?**"),
        discord.ui.Separator(),
        accent_colour=discord.Colour.blurple(),
    )
    for letter in OPTIONS:
        button = BareButton(discord.ui.Button(label=letter, custom_id=f"a:{number}:{ord(letter):010x}"))
        container.add_item(discord.ui.Section(f"**{letter}.** It is {number}", accessory=button))
    container.add_item(discord.ui.Separator())
    container.add_item(discord.ui.TextDisplay("-# Closes <t:1800000000:R> · nobody has answered yet"))
    view.add_item(container)
    view.stop()
    return view


async def main() -> None:
    Route.BASE = os.environ["DISCORD_API_URL"]
    async with aiohttp.ClientSession() as session, session.get(f"{Route.BASE}/gateway") as response:
        DiscordWebSocket.DEFAULT_GATEWAY = URL((await response.json())["url"])
    bot = BareBot(intents=discord.Intents(guilds=True))
    await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main())
