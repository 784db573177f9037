from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from pydantic import ValidationError

from bot.errors import SettingsError
from bot.settings import Settings, load_settings, misspelt

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in Settings.model_fields:
        monkeypatch.delenv(field.upper(), raising=False)


def loaded(tmp_path: Path, text: str) -> Settings:
    env_file = tmp_path / ".env"
    env_file.write_text(text, encoding="utf-8")
    return load_settings(env_file)


def test_nothing_has_to_be_set() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database_url == "sqlite+aiosqlite:///data/quizbot.db"
    assert settings.time_zone == ZoneInfo("UTC")


def test_a_file_that_does_not_exist_is_an_empty_one(tmp_path: Path) -> None:
    assert load_settings(tmp_path / ".env") == load_settings()


def test_an_empty_value_counts_as_unset(tmp_path: Path) -> None:
    text = "".join(f"{field.upper()}=\n" for field in Settings.model_fields) + "LOG_LEVEL=' '\n"
    assert loaded(tmp_path, text) == load_settings()


def test_the_environment_goes_before_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "error")
    monkeypatch.setenv("LOG_FORMAT", "")
    settings = loaded(tmp_path, "LOG_LEVEL=debug\nLOG_FORMAT=JSON\n")
    assert (settings.log_level, settings.log_format) == ("ERROR", "json")


def test_settings_are_never_changed() -> None:
    with pytest.raises(ValidationError):
        load_settings().log_level = "DEBUG"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite:///quiz.db", "sqlite+aiosqlite:///quiz.db"),
        ("sqlite+aiosqlite:////var/quiz.db", "sqlite+aiosqlite:////var/quiz.db"),
        ("postgres://u:p@host/quiz", "postgresql+asyncpg://u:p@host/quiz"),
        ("postgresql://u:p@host/quiz?sslmode=require", "postgresql+asyncpg://u:p@host/quiz?ssl=require"),
        ("postgresql+asyncpg://u:p@host/quiz", "postgresql+asyncpg://u:p@host/quiz"),
    ],
)
def test_a_database_url_is_taken_as_hosts_write_it(given: str, used: str, tmp_path: Path) -> None:
    assert loaded(tmp_path, f"DATABASE_URL={given}\n").database_url == used


def test_a_process_may_own_some_of_the_shards(tmp_path: Path) -> None:
    assert loaded(tmp_path, "SHARD_COUNT=4\nSHARD_IDS=0, 2\n").shard_ids == (0, 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("DISCORD_TOKEN=Bot abc", "DISCORD_TOKEN must be the bot's token"),
        ("DATABASE_URL=mysql://u:p@host/quiz", "DATABASE_URL must be the URL of an SQLite or a PostgreSQL"),
        (
            "DATABASE_URL=data/quiz.db",
            "for example DATABASE_URL=postgresql://user:password@localhost/quizbot",
        ),
        ("DEV_GUILD_ID=my server", "DEV_GUILD_ID must be the id of a server, a number"),
        ("DISCORD_API_URL=localhost", "DISCORD_API_URL must be an http:// or https:// URL"),
        ("SHARD_COUNT=0", "SHARD_COUNT must be a whole number from 1, for example SHARD_COUNT=2"),
        ("SHARD_IDS=0,", "SHARD_IDS must be whole numbers from 0, with commas between them"),
        ("SHARD_IDS=0", "SHARD_IDS needs SHARD_COUNT"),
        ("SHARD_COUNT=2\nSHARD_IDS=1,2", "SHARD_IDS must be different numbers from 0 to 1"),
        ("SHARD_COUNT=2\nSHARD_IDS=1,1", "SHARD_IDS must be different numbers from 0 to 1"),
        ("TIME_ZONE=Berlin", "TIME_ZONE must be the name of an IANA time zone"),
        ("TIME_ZONE=../UTC", "for example TIME_ZONE=Europe/Berlin"),
        ("TIME_ZONE=America", "TIME_ZONE must be"),
        ("LOG_LEVEL=loud", "LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR"),
        ("LOG_FORMAT=xml", "LOG_FORMAT must be text or json"),
    ],
)
def test_a_wrong_value_is_named_with_its_form_and_an_example(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as wrong:
        loaded(tmp_path, f"{line}\n")
    assert said in str(wrong.value)
    assert len(str(wrong.value).splitlines()) == 1


def test_every_wrong_setting_is_listed(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as wrong:
        loaded(tmp_path, "SHARD_COUNT=many\nLOG_FORMAT=xml\n")
    assert [line.split()[0] for line in str(wrong.value).splitlines()] == ["SHARD_COUNT", "LOG_FORMAT"]


def test_no_message_shows_a_secret(tmp_path: Path) -> None:
    settings = loaded(tmp_path, f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL=postgres://u:hunter2@host/quiz\n")
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    shown = f"{settings!r} {settings} {settings.model_dump(exclude={'database_url'})}"
    with pytest.raises(SettingsError) as wrong:
        loaded(
            tmp_path, f"DISCORD_TOKEN=Bot {TOKEN}\nDEV_GUILD_ID={TOKEN}\nDATABASE_URL=my://u:hunter2@host\n"
        )
    assert wrong.value.__cause__ is None
    for secret in (TOKEN, "hunter2"):
        assert secret not in shown
        assert secret not in str(wrong.value)


def test_a_line_with_a_misspelt_name_is_said_to_be_ignored(tmp_path: Path) -> None:
    env_file = tmp_path / ".env"
    env_file.write_text("COMPOSE_PROJECT_NAME=quiz\n\nDISCORD_TOKN=x\nlog_level=info\n", encoding="utf-8")
    said = f"{env_file}, line 3 is ignored: DISCORD_TOKN is no setting – did you mean DISCORD_TOKEN?"
    assert misspelt(env_file) == [said]


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("TOKEN=x", ["TOKEN is no setting – did you mean DISCORD_TOKEN?"]),
        ("BOT_TOKEN=x", ["BOT_TOKEN is no setting – did you mean DISCORD_TOKEN?"]),
        ("TIMEZONE=UTC", ["TIMEZONE is no setting – did you mean TIME_ZONE?"]),
        ("DISCORD_TOKEN=x\nGITHUB_TOKEN=x", []),
        ("REDIS_URL=x", []),
    ],
)
def test_a_name_that_only_ends_like_a_setting_is_taken_as_meant_where_that_is_missing(
    text: str, hints: list[str], tmp_path: Path
) -> None:
    env_file = tmp_path / ".env"
    env_file.write_text(text, encoding="utf-8")
    assert [sentence.partition(" is ignored: ")[2] for sentence in misspelt(env_file)] == hints


def test_nothing_is_misspelt_in_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    assert misspelt(tmp_path / ".env") == []
    (tmp_path / ".env").write_bytes(b"\xff\xfe")
    assert misspelt(tmp_path / ".env") == []


@pytest.mark.parametrize("line", ["DISCORD_TOKEN abc", "DISCORD_TOKEN", "=abc", "DISCORD_TOKEN: abc"])
def test_a_line_that_sets_nothing_is_said_once_with_its_number(line: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"\.env, line 3: write it as NAME=value") as wrong:
        loaded(tmp_path, f"# a comment\n\n{line}\nexport LOG_LEVEL=info\n")
    assert len(str(wrong.value).splitlines()) == 1


def test_a_file_that_cannot_be_read_is_said_to_be(tmp_path: Path) -> None:
    env_file = tmp_path / ".env"
    env_file.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(env_file)
