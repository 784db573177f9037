"""What exists in the stand-in: servers, channels and messages, as Discord describes them."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from benchmarks.standin.journal import Json
from benchmarks.standin.snowflakes import Snowflakes, unix_s

VIEW, SEND, HISTORY = 1 << 10, 1 << 11, 1 << 16
EVERYTHING_NEEDED = VIEW | SEND | HISTORY
EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15


def user(user_id: int, *, bot: bool = False) -> Json:
    return {
        "id": str(user_id),
        "username": f"user{user_id}",
        "global_name": None,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
    }


def instant(snowflake: int) -> str:
    return datetime.fromtimestamp(unix_s(snowflake), UTC).isoformat()


@dataclass(slots=True)
class Message:
    id: int
    channel_id: int
    author: Json
    body_posted: Json
    edits: list[Json] = field(default_factory=list)
    """Each as it came, which is the changes alone."""
    body: Json = field(init=False)
    """As it is after the edits."""

    def __post_init__(self) -> None:
        self.body = self.body_posted

    @property
    def components(self) -> list[Json]:
        return self.body.get("components") or []

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel_id),
            "author": self.author,
            "content": self.body.get("content") or "",
            "timestamp": instant(self.id),
            "edited_timestamp": instant(self.id) if self.edits else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [
                {"size": 1, "url": "https://cdn.invalid/a", "proxy_url": "https://cdn.invalid/a"} | attachment
                for attachment in self.body.get("attachments") or []
            ],
            "embeds": self.body.get("embeds") or [],
            "pinned": False,
            "type": 0,
            "flags": self.body.get("flags") or 0,
            "components": self.components,
            "nonce": self.body.get("nonce"),
        }

    def edit(self, changes: Json) -> None:
        self.edits.append(changes)
        self.body = {**self.body, **changes, "flags": self.body.get("flags", 0) | (changes.get("flags") or 0)}

    def custom_ids(self) -> list[str]:
        """Of the buttons that can be pressed, in the order shown."""
        return [
            item["custom_id"] for item in walk(self.components) if item["type"] == 2 and "custom_id" in item
        ]

    def text(self) -> str:
        """Everything that can be read on it."""
        shown = (item.get("content") or item.get("label") for item in walk(self.components))
        return "\n".join(filter(None, [self.body.get("content"), *shown]))


def walk(components: list[Json]) -> list[Json]:
    """Every component however deeply nested, parents before children."""
    found = []
    for component in components:
        found.append(component)
        found += walk(component.get("components") or [])
        if accessory := component.get("accessory"):
            found.append(accessory)
    return found


def numbered(components: list[Json]) -> list[Json]:
    """As Discord gives them back: each with an id."""
    for number, component in enumerate(walk(components), start=1):
        component.setdefault("id", number)
    return components


@dataclass(slots=True)
class Channel:
    id: int
    guild_id: int
    permissions: int = EVERYTHING_NEEDED
    messages: dict[int, Message] = field(default_factory=dict)

    def payload(self) -> Json:
        return {
            "id": str(self.id),
            "guild_id": str(self.guild_id),
            "type": 0,
            "name": f"channel-{self.id}",
            "position": 0,
            "permission_overwrites": [],
            "nsfw": False,
            "parent_id": None,
            "topic": None,
        }

    def shown(self) -> list[Message]:
        """What everybody in the channel sees, oldest first."""
        return list(self.messages.values())


@dataclass(slots=True)
class Guild:
    id: int
    channels: dict[int, Channel] = field(default_factory=dict)
    available: bool = True

    def payload(self, bot: Json) -> Json:
        everyone = {"id": str(self.id), "name": "@everyone", "permissions": str(EVERYTHING_NEEDED)}
        role = {"color": 0, "hoist": False, "position": 0, "managed": False, "mentionable": False, "flags": 0}
        return {
            "id": str(self.id),
            "name": f"guild-{self.id}",
            "owner_id": "1",
            "icon": None,
            "member_count": 2,
            "roles": [everyone | role],
            "emojis": [],
            "features": [],
            "channels": [channel.payload() for channel in self.channels.values()],
            "threads": [],
            "members": [member(bot)],
            "large": False,
            "unavailable": False,
            "preferred_locale": "en-US",
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "premium_tier": 0,
            "nsfw_level": 0,
            "system_channel_flags": 0,
        }


def member(of: Json, **more: Any) -> Json:
    return {
        "user": of,
        "roles": [],
        "joined_at": "2020-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    } | more


@dataclass(slots=True)
class World:
    bot: Json
    snowflakes: Snowflakes = field(default_factory=Snowflakes)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    nonces: dict[tuple[int, str], Message] = field(default_factory=dict)

    _first_guild: int = 0
    _added: int = 0

    def add_guild(self) -> Guild:
        """Each belongs to the shard after that of the one before."""
        self._first_guild = self._first_guild or self.snowflakes.new()
        guild = Guild(self._first_guild + (self._added << 22))
        self._added += 1
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild) -> Channel:
        channel = Channel(self.snowflakes.new(), guild.id)
        self.channels[channel.id] = guild.channels[channel.id] = channel
        return channel
