import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import cli
from bot.settings import Settings

SHIPPED = Path(__file__).parents[1] / "questions"
GOOD = """\
title: T
questions:
  - question: Q?
    correct: yes
    wrong: [no, 07]
    explanation: Because.
    reference: https://example.com
"""


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for field in Settings.model_fields:
        monkeypatch.delenv(field.upper(), raising=False)


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


class Ran:
    """What a command did, as the person who typed it sees it."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        with pytest.raises(SystemExit) as exit_:
            cli.main(arguments)
        self.code = exit_.value.code or 0
        self.out, self.err = capsys.readouterr()


def test_shipped_banks_pass_the_check(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "bank", "check", str(SHIPPED))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1].endswith(" read: 0 errors, 0 warnings")
    assert len(ran.out.splitlines()) == 1


def test_every_fault_is_a_line_with_its_place_and_the_exit_is_1(capsys: pytest.CaptureFixture[str]) -> None:
    Path("good.yml").write_text(GOOD)
    Path("bad.yaml").write_text(GOOD.replace("title", "tittle").replace("07", "no"))
    Path("bank.schema.json").write_text("{}")
    ran = Ran(capsys, "bank", "check", ".")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "bad.yaml:1: unknown key `tittle`: did you mean `title`?",
        "bad.yaml:5: the option “no” stands twice: remove or reword one",
        "1 bank, 1 question read: 2 errors in 1 file, 0 warnings",
    ]


def test_what_a_folder_holds_and_is_not_read_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("old").mkdir()
    for file in ("one.yaml", "one.yml", "two.yaml", "old/three.yaml"):
        Path(file).write_text(GOOD)
    ran = Ran(capsys, "bank", "check", ".")
    assert (ran.code, ran.out.splitlines()) == (
        0,
        [
            "two.yaml:1: warning: the same title as one.yaml: give each bank its own",
            "warning: old is not looked into: move its banks up into .",
            "warning: one.yml is skipped: one.yaml has the same name, rename one",
            "2 banks, 2 questions read: 0 errors, 3 warnings",
        ],
    )


def test_the_same_sentence_is_not_said_for_ever(capsys: pytest.CaptureFixture[str]) -> None:
    questions = "".join(f"  - question: Q{n}?\n    correct: yea\n    wrong: nay\n" for n in range(2_000))
    Path("bank.yaml").write_text(f"title: T\nquestions:\n{questions}")
    lines = Ran(capsys, "bank", "check", "bank.yaml").out.splitlines()
    assert len(lines) < 10
    assert lines[-2].startswith("bank.yaml: warning: and 1,995 more like this: no `explanation` and")
    assert lines[-1] == "1 bank, 2,000 questions read: 0 errors, 2,000 warnings"


def test_quality_findings_are_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bank.yaml").write_text(GOOD.replace("    explanation: Because.\n", ""))
    ran = Ran(capsys, "bank", "check", "bank.yaml", "bank.yaml")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "bank.yaml:3: warning: no `explanation`: the reveal has less to teach, add what you can",
        "1 bank, 1 question read: 0 errors, 1 warning",
    ]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("missing.yaml", "missing.yaml does not exist"),
        (".", ". holds no bank"),
        ("notes.txt", "notes.txt is no bank"),
    ],
)
def test_a_path_without_a_bank_is_one_sentence(
    path: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("notes.txt").touch()
    ran = Ran(capsys, "bank", "check", path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(said)
    assert len(ran.err.splitlines()) == 1


def test_a_long_message_is_never_broken_or_taken_as_markup(capsys: pytest.CaptureFixture[str]) -> None:
    name = "a-very-long-name-of-a-bank" * 5 + "[bold].yaml"
    Path(name).write_text("title: T\n")
    assert (
        Ran(capsys, "bank", "check", name).out.splitlines()[0] == f"{name}:1: `questions` is missing: add it"
    )


def test_the_schema_is_printed_or_written(capsys: pytest.CaptureFixture[str]) -> None:
    printed = Ran(capsys, "bank", "schema")
    assert json.loads(printed.out)["type"] == "object"
    assert Ran(capsys, "bank", "schema", "-o", "schema.json").code == 0
    assert Path("schema.json").read_text(encoding="utf-8") == printed.out


def test_a_schema_that_cannot_be_written_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "bank", "schema", "-o", "no/such/folder.json")
    assert (ran.code, ran.err) == (1, "no/such/folder.json cannot be written: No such file or directory\n")


def test_running_without_a_token_says_how_to_get_one(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "run")
    assert ran.code == 1
    assert len(ran.err.splitlines()) == 1
    assert "https://discord.com/developers/applications" in ran.err
    assert "make demo" in ran.err


def test_wrong_settings_are_said_one_to_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text("SHARD_COUNT=0\nLOG_FORMAT=xml\n")
    ran = Ran(capsys, "run")
    assert ran.code == 1
    assert [line.split()[0] for line in ran.err.splitlines()] == ["SHARD_COUNT", "LOG_FORMAT"]


def test_a_misspelt_setting_is_warned_of_like_all_else_at_the_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path(".env").write_text("LOG_FORMAT=json\nLOG_LEVLE=debug\n")
    warning, _no_token = Ran(capsys, "run").err.splitlines()
    said = json.loads(warning)
    assert said["level"] == "WARNING"
    assert said["message"] == ".env, line 2 is ignored: LOG_LEVLE is no setting – did you mean LOG_LEVEL?"


def test_a_misspelt_setting_is_warned_of_also_where_another_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path(".env").write_text("SHARD_COUNT=0\nLOG_LEVLE=debug\n")
    warning, wrong = Ran(capsys, "run").err.splitlines()
    assert "WARNING bot.cli: .env, line 2 is ignored" in warning
    assert wrong.startswith("SHARD_COUNT must be")


def test_a_traceback_is_shown_only_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Traceback" not in Ran(capsys, "run").err
    assert "Traceback" in Ran(capsys, "--verbose", "run").err


def test_a_bug_is_said_to_be_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "bank_schema", None)
    ran = Ran(capsys, "bank", "schema")
    assert ran.code == 1
    assert ran.err.startswith("Something went wrong inside Quiz Bot (TypeError): run `quizbot --verbose")


@pytest.mark.parametrize("arguments", [["bank", "chek"], ["bank", "check"], ["--nonsense"], ["run", "now"]])
def test_wrong_usage_exits_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert Ran(capsys, *arguments).code == 2


def test_it_is_a_program_with_a_version() -> None:
    command = [sys.executable, "-m", "bot", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=SHIPPED.parent)
    assert done.stdout.startswith("quizbot ")
