"""The settings of a process: read once from the environment and `.env`, checked, and never changed."""

import re
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from dotenv.parser import Binding, parse_stream
from pydantic import BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import SettingsError

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}


def _token(value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(r"[!-~]+", value):
        raise ValueError
    return value


def _database_url(value: object) -> str:
    scheme, found, rest = str(value).partition("://")
    if not found or not rest.strip("/") or scheme not in _DRIVERS:
        raise ValueError
    # libpq and asyncpg call the same thing by different names, and hosts give out libpq's.
    return f"{_DRIVERS[scheme]}://{re.sub('(?<=[?&])sslmode=', 'ssl=', rest)}"


def _api_url(value: object) -> str:
    if not re.fullmatch(r"https?://[^\s/]+(/\S*)?", str(value)):
        raise ValueError
    return str(value).rstrip("/")


def _time_zone(value: object) -> ZoneInfo:
    try:
        return ZoneInfo(str(value))
    except (KeyError, OSError, ValueError):
        raise ValueError from None


def _numbers(value: object) -> object:
    return value.split(",") if isinstance(value, str) else value


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


class Settings(BaseSettings):
    """A `description` completes "… must be", and `examples` holds a value that is right."""

    model_config = SettingsConfigDict(
        frozen=True, validate_default=False, env_ignore_empty=True, extra="ignore"
    )

    discord_token: Annotated[SecretStr | None, BeforeValidator(_token)] = Field(
        None,
        description="the bot's token, as one word without “Bot ” before it",
        examples=["<what Reset Token shows on https://discord.com/developers/applications>"],
    )
    database_url: Annotated[str, BeforeValidator(_database_url)] = Field(
        "sqlite+aiosqlite:///data/quizbot.db",
        description="the URL of an SQLite or a PostgreSQL database",
        examples=["postgresql://user:password@localhost/quizbot"],
        repr=False,
    )
    questions_dir: Path = Field(Path("questions"), description="a folder", examples=["questions"])
    dev_guild_id: Annotated[int | None, Field(ge=1, lt=2**63)] = Field(
        None, description="the id of a server, a number", examples=["81384788765712384"]
    )
    discord_api_url: Annotated[str | None, BeforeValidator(_api_url)] = Field(
        None, description="an http:// or https:// URL", examples=["http://localhost:8080/api/v10"]
    )
    shard_count: Annotated[int | None, Field(ge=1)] = Field(
        None, description="a whole number from 1", examples=["2"]
    )
    shard_ids: Annotated[
        tuple[Annotated[int, Field(ge=0)], ...] | None, NoDecode, BeforeValidator(_numbers)
    ] = Field(None, description="whole numbers from 0, with commas between them", examples=["0,1"])
    time_zone: Annotated[ZoneInfo, BeforeValidator(_time_zone)] = Field(
        ZoneInfo("UTC"), description="the name of an IANA time zone", examples=["Europe/Berlin"]
    )
    daily_catch_up_hours: Annotated[int, Field(ge=0, le=24)] = Field(
        6, description="whole hours from 0 to 24", examples=["6"]
    )
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = Field(
        "INFO", description="DEBUG, INFO, WARNING or ERROR", examples=["INFO"]
    )
    log_format: Annotated[Literal["text", "json"], BeforeValidator(_lower)] = Field(
        "text", description="text or json", examples=["json"]
    )

    @model_validator(mode="before")
    @classmethod
    def _blank_is_unset(cls, values: dict[str, Any]) -> dict[str, Any]:
        stripped = {
            name: value.strip() if isinstance(value, str) else value for name, value in values.items()
        }
        return {name: value for name, value in stripped.items() if value != ""}

    @model_validator(mode="after")
    def _shards_belong_together(self) -> "Settings":
        ids, count = self.shard_ids, self.shard_count
        if ids is None:
            return self
        if count is None:
            raise ValueError("SHARD_IDS needs SHARD_COUNT: set it to the number of shards in all processes")
        if len(set(ids)) < len(ids) or max(ids) >= count:
            raise ValueError(f"SHARD_IDS must be different numbers from 0 to {count - 1}, below SHARD_COUNT")
        return self


def load_settings(env_file: Path | None = None) -> Settings:
    """The environment goes before the file; a file that does not exist is an empty one.

    Raises SettingsError, which names every wrong setting and shows no value, as any may hold a secret.
    """
    try:
        if env_file is not None and env_file.exists():
            _check_lines(env_file)
        return Settings(_env_file=env_file, _env_file_encoding="utf-8")
    except ValidationError as error:
        wrong = [_sentence(details) for details in error.errors(include_input=False, include_url=False)]
        raise SettingsError("\n".join(wrong)) from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError(f"{env_file} cannot be read: make it a UTF-8 text file") from None


def _sentence(details: ErrorDetails) -> str:
    if not details["loc"]:
        return str(details["ctx"]["error"])
    field = str(details["loc"][0])
    info = Settings.model_fields[field]
    example = (info.examples or [""])[0]
    return f"{field.upper()} must be {info.description}, for example {field.upper()}={example}"


def misspelt(env_file: Path) -> list[str]:
    """A sentence for each line of the file that is ignored, as its name is only nearly a setting's."""
    try:
        bindings = _bindings(env_file)
    except (OSError, UnicodeDecodeError):  # loading says so, where the file is there at all
        return []
    named = [(binding.key, _line(binding)) for binding in bindings if binding.key]
    given = {name.upper() for name, _line in named}
    return [
        f"{env_file}, line {line} is ignored: {name} is no setting – did you mean {meant}?"
        for name, line in named
        if (meant := _meant(name, given))
    ]


def _check_lines(env_file: Path) -> None:
    """Raises SettingsError for a line that sets nothing."""
    wrong = [_line(binding) for binding in _bindings(env_file) if _sets_nothing(binding)]
    if wrong:
        remedy = "write it as NAME=value, or put a # before it"
        raise SettingsError("\n".join(f"{env_file}, line {line}: {remedy}" for line in wrong))


def _bindings(env_file: Path) -> list[Binding]:
    with env_file.open(encoding="utf-8") as file:
        return list(parse_stream(file))


def _sets_nothing(binding: Binding) -> bool:
    return binding.error or (binding.key is not None and binding.value is None)


def _line(binding: Binding) -> int:
    """A binding begins with the blank lines above it."""
    text = binding.original.string
    return binding.original.line + text[: len(text) - len(text.lstrip())].count("\n")


def _meant(name: str, given: Collection[str]) -> str | None:
    known = [field.upper() for field in Settings.model_fields]
    if name.upper() in known:
        return None
    if close := get_close_matches(name.upper(), known, n=1, cutoff=0.8):
        return close[0]
    # TOKEN and BOT_TOKEN are no misspellings of DISCORD_TOKEN, but meant as it where that is missing.
    ending = name.upper().rpartition("_")[2]
    alike = [setting for setting in known if setting.rpartition("_")[2] == ending]
    return alike[0] if len(alike) == 1 and alike[0] not in given else None
