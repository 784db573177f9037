"""What a server has decided for itself, as a card."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

import discord

from bot.core.server_settings import ServerSettings, WhoMay
from bot.core.team_score import TeamRule, TeamScoring
from bot.ui.cards.layout import Part, card, gap, rule
from bot.ui.cards.wording import counted
from bot.ui.daily_options import time_text


@dataclass(frozen=True, slots=True)
class ServerView:
    """The settings with what they point at, as it is now; `role` is None also where it was deleted."""

    settings: ServerSettings
    zone: ZoneInfo
    role: discord.Role | None
    now: datetime


@dataclass(frozen=True, slots=True)
class Setting:
    """One of them; `name` is that of the field of ServerSettings."""

    name: str
    label: str
    value: Callable[[ServerView], str]

    def line(self, view: ServerView) -> str:
        is_default = getattr(view.settings, self.name) == getattr(_DEFAULTS, self.name)
        return f"{self.label}: **{self.value(view)}**{' · default' if is_default else ''}"


def settings_card(view: ServerView) -> discord.ui.LayoutView:
    parts: list[Part | str] = ["### ⚙️ Settings of this server"]
    for title, group in GROUPS.items():
        parts += [rule(), "\n".join([f"-# {title}", *(setting.line(view) for setting in group)])]
    return card(discord.Colour.blurple(), [*parts, rule(), _HOW_TO_CHANGE])


def changed_card(view: ServerView, said: str, names: Collection[str]) -> discord.ui.LayoutView:
    lines = [setting.line(view) for setting in SETTINGS if setting.name in names]
    parts: list[Part | str] = [said, rule(), "\n".join(lines)]
    if notes := _notes(view, names):
        parts += [gap(), "\n".join(f"-# {note}" for note in notes)]
    return card(discord.Colour.blurple(), parts)


def _notes(view: ServerView, names: Collection[str]) -> list[str]:
    notes = []
    if "zone" in names:
        notes.append(
            "Days, weeks and months of the leaderboard begin at midnight there. What was played before "
            "stays on the day that it had."
        )
    if "quizmaster_role_id" in names and view.role:
        notes.append(
            "Discord shows `/daily` only to those who may manage the server: open it for the role under "
            "Server Settings → Integrations."
        )
    if _OF_A_QUIZ.intersection(names):
        notes.append("A quiz that is running keeps the rules that it began with.")
    return notes


def _role(view: ServerView) -> str:
    if view.role:
        return view.role.mention
    return "none" if view.settings.quizmaster_role_id is None else "⚠️ a role that is deleted"


def _who(may: WhoMay) -> str:
    return "everybody" if may is WhoMay.EVERYBODY else "quizmasters"


def _team_score(rule: TeamRule) -> str:
    return f"top {rule.top}" if rule.scoring is TeamScoring.TOP else rule.scoring.value


def _ranked(view: ServerView) -> str:
    return counted(view.settings.ranked_from, "person", "people")


def _zone(view: ServerView) -> str:
    return f"{view.zone.key}, {time_text(view.now.astimezone(view.zone).time())}"


_DEFAULTS = ServerSettings()
_OF_A_QUIZ = frozenset({"questions", "seconds", "scoring", "early_close", "ranked_from"})
_HOW_TO_CHANGE = "-# `/settings set` changes what you name, `/settings reset` puts a default back."

GROUPS: dict[str, Sequence[Setting]] = {
    "The server": (
        Setting("zone", "Time zone", _zone),
        Setting("quizmaster_role_id", "Quizmaster role", _role),
    ),
    "Live quizzes": (
        Setting("start", "Start a quiz", lambda view: _who(view.settings.start)),
        Setting("questions", "Questions", lambda view: str(view.settings.questions)),
        Setting("seconds", "Seconds each", lambda view: str(view.settings.seconds)),
        Setting("scoring", "Scoring", lambda view: view.settings.scoring.value),
        Setting("early_close", "Early close", lambda view: "on" if view.settings.early_close else "off"),
        Setting("ranked_from", "Ranked from", _ranked),
    ),
    "Teams": (
        Setting("join", "Join a team", lambda view: _who(view.settings.join)),
        Setting("team_rule", "Team score", lambda view: _team_score(view.settings.team_rule)),
    ),
}
SETTINGS = tuple(setting for group in GROUPS.values() for setting in group)
