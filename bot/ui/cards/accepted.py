"""What a player is told, in private, when an answer counts."""

import discord

from bot.services.requests import Accepted, Verdict
from bot.ui.cards.layout import card
from bot.ui.cards.wording import listed, moment, source_line
from bot.ui.markdown import fitted

# Room beside the explanation for the sentence above and the source below it.
_MAX_EXPLANATION = 3_000


def accepted_reply(accepted: Accepted) -> str | discord.ui.LayoutView:
    if accepted.verdict is not None:
        return _verdict_card(accepted.letter, accepted.verdict)
    if accepted.changeable_until_ms is not None:
        until = moment(accepted.changeable_until_ms, "f")
        return f"You chose **{accepted.letter}**. You can change it until {until}, when I show what is right."
    return f"You chose **{accepted.letter}** after {accepted.elapsed_ms / 1000:.2f} s. Your answer is final."


def _verdict_card(letter: str, verdict: Verdict) -> discord.ui.LayoutView:
    parts = [
        _judgement(letter, verdict),
        fitted(verdict.explanation, _MAX_EXPLANATION),
        source_line(verdict.reference),
    ]
    colour = discord.Colour.green() if verdict.right else discord.Colour.red()
    return card(colour, filter(None, parts))


def _judgement(letter: str, verdict: Verdict) -> str:
    right = listed([f"**{letter}**" for letter in verdict.letters])
    if not verdict.right:
        return f"❌ You chose **{letter}**, which is wrong. Right: {right}."
    others = f" Right: {right}." if len(verdict.letters) > 1 else ""
    return f"✅ You chose **{letter}**, which is right.{others}"
