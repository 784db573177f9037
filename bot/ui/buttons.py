"""Buttons that keep all their state in `custom_id`, so that they work after a restart."""

import logging
import re
from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Self, cast

import discord

from bot.core.round import (
    AlreadyAnsweredError,
    AnswerRefusedError,
    LateAnswerError,
    NotOnTeamError,
    OvertakenError,
)
from bot.core.snowflake import snowflake_ms
from bot.core.survival import NotInError
from bot.errors import UserError
from bot.ui.cards.accepted import accepted_reply
from bot.ui.names import Names
from bot.ui.ports import LiveQuiz, Services, Serving
from bot.ui.replies import SORRY, AnyInteraction, described, reply
from bot.ui.roles import role_ids_of

log = logging.getLogger(__name__)


def services_of(interaction: AnyInteraction) -> Services:
    return cast("Serving", interaction.client).services


def names_of(interaction: AnyInteraction) -> Names:
    return cast("Serving", interaction.client).names


class GuardedButton(discord.ui.Button[Any]):
    """Answers every click: else an error would only be logged, and the player see "interaction failed"."""

    template: ClassVar[re.Pattern[str]]
    sorry: ClassVar[str] = SORRY

    def __init_subclass__(cls, *, template: str) -> None:
        super().__init_subclass__()
        cls.template = re.compile(template)

    async def clicked(self, interaction: AnyInteraction) -> None:
        try:
            await self.press(interaction)
        except UserError as error:
            await reply(interaction, str(error))
        except Exception:
            log.exception("A button failed (%s)", described(interaction))
            await reply(interaction, self.sorry)

    @abstractmethod
    async def press(self, interaction: AnyInteraction) -> None:
        """Does what the button is for and gives the one reply."""

    def state(self) -> tuple[str, ...]:
        """The parts of the `custom_id` that its template names."""
        match = self.template.fullmatch(self.custom_id or "")
        if match is None:
            raise ValueError(f"not a custom_id of {type(self).__name__}: {self.custom_id!r}")
        return match.groups()


def button_of(interaction: AnyInteraction, kinds: Iterable[type[GuardedButton]]) -> GuardedButton | None:
    """The button that was clicked, made from its `custom_id` alone.

    discord.py's own `DynamicItem` builds the whole card anew for each click, which takes longer than all that
    is done about an answer.
    """
    data: Any = interaction.data or {}
    custom_id = data.get("custom_id", "")
    for kind in kinds:
        if kind.template.fullmatch(custom_id):
            return kind(custom_id=custom_id)
    return None


class AnswerButton(GuardedButton, template=r"a:(\d{1,19}):([0-9a-f]{10})"):
    sorry = "Something went wrong on my side: click again to make sure that your answer counts."

    @classmethod
    def of(cls, round_id: int, option_id: str, letter: str, *, enabled: bool = True) -> Self:
        custom_id = f"a:{round_id}:{option_id}"
        return cls(label=letter, custom_id=custom_id, disabled=not enabled)

    async def press(self, interaction: AnyInteraction) -> None:
        if interaction.user.bot:
            await reply(interaction, "Bots cannot play: answers only count from people.")
            return
        round_id, option_id = self.state()
        live_quiz = services_of(interaction).live_quiz
        await reply(interaction, await _answered(live_quiz, int(round_id), option_id, interaction))


async def _answered(
    live_quiz: LiveQuiz, round_id: int, option_id: str, click: AnyInteraction
) -> str | discord.ui.LayoutView:
    try:
        accepted = await live_quiz.answer(
            round_id, option_id, click.user.id, snowflake_ms(click.id), role_ids_of(click.user)
        )
    except AlreadyAnsweredError as error:
        return _chosen_already(error, await live_quiz.letter_of(round_id, error.option_id))
    except LateAnswerError:
        return "Too late: this question had closed when you clicked, but there will be another one."
    except NotInError as error:
        return _not_in(error.fell_at)
    except NotOnTeamError:
        return "In this quiz teams play: join one with `/team join`, or ask a quizmaster to put you on one."
    except AnswerRefusedError:
        return "This card is out of date: please answer on the newest question."
    return accepted_reply(accepted)


def _chosen_already(error: AlreadyAnsweredError, letter: str) -> str:
    if isinstance(error, OvertakenError):
        return f"**{letter}**, which you clicked last, counts. You can change it until the question closes."
    return f"You already chose **{letter}**, and the first answer is final."


def _not_in(fell_at: int | None) -> str:
    if fell_at is None:
        return "This is survival, and only those play who answered the first question: join the next quiz."
    return f"You have been out since question {fell_at}: see who is left, and join the next quiz."
