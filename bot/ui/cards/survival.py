"""Who is still in, as the cards of a quiz in survival say it."""

from bot.core.survival import Survival
from bot.ui.cards.wording import counted, mentions


def still_in_line(survival: Survival) -> str:
    """Empty until somebody has answered a first question."""
    if not survival.has_begun:
        return ""
    if survival.is_decided:
        return _decided(survival)
    return f"{counted(len(survival.still_in), 'person is', 'people are')} still in."


def reveal_line(survival: Survival, number: int) -> str:
    """What the question with that number did to those who were in."""
    fallen = survival.fallen_at(number)
    if fallen:
        what = f"💀 Out: {mentions(fallen)}. "
    elif number in survival.spared_at:
        what = "All would have fallen together, so all stay. "
    else:
        what = "Nobody is out. " if survival.has_begun else ""
    return f"{what}{still_in_line(survival)}"


def _decided(survival: Survival) -> str:
    if not survival.still_in:
        return "Nobody is left."
    return f"🏆 {mentions(sorted(survival.still_in))} is the last one standing."
