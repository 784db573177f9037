import json
import logging
import re
from collections.abc import Iterator

import pytest

from bot.ops.logs import set_up_logging

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
LOG = logging.getLogger("quiz")


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def fail_with(secret: str) -> None:
    try:
        raise ValueError(f"refused: {secret}")
    except ValueError:
        LOG.exception("login of %s failed", secret)


def test_text_is_plain_lines_where_no_terminal_is(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging()
    LOG.info("round %d opened", 7)
    LOG.debug("not shown")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("INFO    quiz: round 7 opened")


def test_json_is_one_object_per_line(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("DEBUG", "json")
    LOG.warning("two\nlines", extra={"guild_id": 5})
    fail_with("x")
    warned, failed = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert (warned["level"], warned["logger"], warned["message"]) == ("WARNING", "quiz", "two\nlines")
    assert warned["guild_id"] == 5
    assert "ValueError: refused: x" in failed["exception"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_secret_is_never_logged(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("DEBUG", "json" if form == "json" else "text", [TOKEN, ""])
    fail_with(TOKEN)
    LOG.debug("headers", extra={"authorization": f"Bot {TOKEN}"})
    shown = capsys.readouterr().err
    assert TOKEN not in shown
    assert "[secret]" in shown


def test_a_terminal_gets_the_same_without_markup(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    set_up_logging(secrets=[TOKEN])
    LOG.info("[bold]%s", TOKEN)
    assert "quiz: [bold][secret]" in re.sub("\x1b\\[[0-9;]*m", "", capsys.readouterr().err)


def test_what_libraries_say_of_each_statement_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("DEBUG")
    logging.getLogger("aiosqlite").debug("executing")
    logging.getLogger("alembic.runtime.migration").info("Context impl")
    assert capsys.readouterr().err == ""
