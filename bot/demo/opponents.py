"""Members of the simulated server who play along: some quick, some clever, none perfect."""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import discord
from simcord import ChannelHandle, MemberActor, SetupError

from bot.banks.folder import bank_folder
from bot.banks.model import to_question
from bot.banks.reading import read_bank_file

log = logging.getLogger(__name__)

# How many of the newest messages are looked at for a question that is open.
LOOKED_AT = 5

ANSWERING, JOINING = "a:", "tj:"
"""How the custom_ids of these buttons begin."""

# In the five seconds before the first question.
JOINS_AFTER_S = (0.5, 4.0)


@dataclass(frozen=True, slots=True)
class Character:
    skill: float
    """How often the right option is chosen, from 0 to 1."""
    seconds: tuple[float, float, float]
    """The least, the usual and the most time taken."""


CHARACTERS = (
    Character(0.85, (4.0, 7.0, 14.0)),
    Character(0.70, (2.5, 4.5, 9.0)),
    Character(0.50, (1.5, 3.0, 6.0)),
    Character(0.75, (5.0, 9.0, 16.0)),
)


@dataclass(frozen=True, slots=True)
class Plan:
    at_s: float
    """Unix time."""
    player: MemberActor
    message: discord.Message
    custom_id: str


@dataclass(slots=True)
class Opponents:
    channel: ChannelHandle
    players: Iterable[MemberActor]
    right_options: frozenset[str]
    rng: Random
    _seen: set[int] = field(default_factory=set)
    _plans: list[Plan] = field(default_factory=list)

    async def act(self, now_s: float) -> None:
        """Looks for a new question or quiz of teams, and clicks for whoever has thought long enough."""
        for message in self.channel.history()[-LOOKED_AT:]:
            if message.id in self._seen:
                continue
            if joining := list(buttons(message.components, JOINING)):
                self._seen.add(message.id)
                self._plans += self._plan_to_join(message, joining[0])
            elif answering := list(buttons(message.components, ANSWERING)):
                self._seen.add(message.id)
                self._plans += self._plan(message, answering)
        for plan in [plan for plan in self._plans if plan.at_s <= now_s]:
            await self._click(plan)

    async def _click(self, plan: Plan) -> None:
        try:
            await plan.player.click(plan.message, custom_id=plan.custom_id)
        except SetupError:
            log.debug("%s found the button gone", plan.player.name)
        self._plans.remove(plan)

    def _plan_to_join(self, message: discord.Message, custom_id: str) -> Iterator[Plan]:
        for player in self.players:
            after_s = self.rng.uniform(*JOINS_AFTER_S)
            yield Plan(message.created_at.timestamp() + after_s, player, message, custom_id)

    def _plan(self, message: discord.Message, offered: list[str]) -> Iterator[Plan]:
        right = [custom_id for custom_id in offered if custom_id.split(":")[2] in self.right_options]
        for player, character in zip(self.players, CHARACTERS, strict=True):
            knows = right and self.rng.random() < character.skill
            least, usual, most = character.seconds
            after_s = self.rng.triangular(least, most, usual)
            chosen = self.rng.choice(right if knows else offered)
            yield Plan(message.created_at.timestamp() + after_s, player, message, chosen)


def buttons(components: Iterable[Any], kind: str) -> Iterator[str]:
    """The custom_ids of the buttons of the kind, however deep they stand."""
    for component in components:
        custom_id = getattr(component, "custom_id", None) or ""
        if custom_id.startswith(kind):
            yield custom_id
        yield from buttons(getattr(component, "children", ()), kind)
        if accessory := getattr(component, "accessory", None):
            yield from buttons([accessory], kind)


def right_options(folder: Path) -> frozenset[str]:
    """The ids of all right options of the banks in the folder: what the opponents have studied."""
    banks = [read_bank_file(file).bank for file in bank_folder(folder).banks.values()]
    return frozenset(
        option_id
        for bank in banks
        if bank is not None
        for entry in bank.questions
        for option_id in to_question(entry).key
    )
