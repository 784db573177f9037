import logging
from pathlib import Path

import pytest

from bot.errors import UserError
from bot.services.library import Library
from bot.store import banks
from bot.store.database import Database

QUESTION = "  - question: {}?\n    correct: yes\n    wrong: [no]\n"


def write_bank(folder: Path, name: str, title: str, *stems: str) -> None:
    text = f"title: {title}\nquestions:\n" + "".join(QUESTION.format(stem) for stem in stems)
    (folder / name).write_text(text, encoding="utf-8")


async def offered(library: Library) -> dict[str, int]:
    return {bank.title: bank.questions for bank in await library.find("")}


@pytest.fixture
def library(database: Database) -> Library:
    return Library(database)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "questions"
    folder.mkdir()
    return folder


async def test_the_banks_of_the_folder_are_offered(library: Library, folder: Path) -> None:
    write_bank(folder, "a.yaml", "Animals", "Q1", "Q2")
    write_bank(folder, "b.yml", "Birds", "Q1")
    (folder / "notes.txt").write_text("no bank")
    await library.synchronise(folder)
    assert await offered(library) == {"Animals": 2, "Birds": 1}


async def test_a_changed_bank_keeps_its_id(library: Library, folder: Path) -> None:
    write_bank(folder, "a.yaml", "Animals", "Q1")
    await library.synchronise(folder)
    before = await library.get("Animals")
    write_bank(folder, "a.yaml", "Animals and plants", "Q1", "Q3")
    await library.synchronise(folder)
    after = await library.get("animals AND plants")
    assert (after.id, after.questions) == (before.id, 2)
    async with library.database.read() as connection:
        assert len(await banks.question_keys(connection, after.id)) == 2


async def test_an_unchanged_bank_is_not_read_again(
    library: Library, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bank(folder, "a.yaml", "Animals", "Q1")
    await library.synchronise(folder)

    def never(_path: Path) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr("bot.services.library.read_bank_file", never)
    await library.synchronise(folder)
    assert await offered(library) == {"Animals": 1}


async def test_a_broken_file_is_reported_and_the_rest_loads(
    library: Library, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_bank(folder, "a.yaml", "Animals", "Q1")
    await library.synchronise(folder)
    write_bank(folder, "b.yaml", "Birds", "Q1")
    (folder / "a.yaml").write_text("title: Animals\nquestions:\n  - question: Q?\n    correct: x\n")
    with caplog.at_level(logging.ERROR):
        await library.synchronise(folder)
    assert await offered(library) == {"Animals": 1, "Birds": 1}
    assert "a.yaml:3: `wrong` is missing" in caplog.text


async def test_a_bank_whose_file_is_gone_is_not_offered_until_it_returns(
    library: Library, folder: Path
) -> None:
    write_bank(folder, "a.yaml", "Animals", "Q1")
    await library.synchronise(folder)
    (folder / "a.yaml").rename(folder / "a.bak")
    await library.synchronise(folder)
    assert await library.default() is None
    (folder / "a.bak").rename(folder / "a.yaml")
    await library.synchronise(folder)
    assert await offered(library) == {"Animals": 1}


async def test_two_files_of_one_name_do_not_fight(
    library: Library, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_bank(folder, "a.yaml", "First", "Q1")
    write_bank(folder, "a.yml", "Second", "Q1")
    await library.synchronise(folder)
    assert await offered(library) == {"First": 1}
    assert "a.yml is skipped" in caplog.text


async def test_titles_that_begin_with_the_text_come_first(library: Library, folder: Path) -> None:
    for name, title in [("a", "All birds"), ("b", "Birds"), ("c", "Cats")]:
        write_bank(folder, f"{name}.yaml", title, "Q1")
    await library.synchronise(folder)
    assert [bank.title for bank in await library.find("BIRD")] == ["Birds", "All birds"]
    assert len(await library.find("", limit=2)) == 2
    default = await library.default()
    assert default is not None
    assert default.title == "All birds"


async def test_a_bank_that_is_not_there_is_said_so(library: Library, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no question bank of that name"):
        await library.get("Nothing")
    with pytest.raises(UserError, match="QUESTIONS_DIR"):
        await library.synchronise(tmp_path / "nowhere")


async def test_what_keeps_banks_from_being_played_is_warned_of(
    library: Library, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "old").mkdir()
    write_bank(folder / "old", "a.yaml", "Animals", "Q1")
    await library.synchronise(folder)
    write_bank(folder, "a.yaml", "Animals", "Q1")
    write_bank(folder, "b.yaml", "animals", "Q1")
    await library.synchronise(folder)
    warnings = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert warnings == [
        f"{folder}/old is not looked into: move its banks up into {folder}",
        f"There is no bank to play from: put one into {folder} and start the bot again",
        f"{folder}/old is not looked into: move its banks up into {folder}",
        "2 banks have the title “animals”: give each its own",
    ]


async def test_a_file_is_no_folder_of_banks(library: Library, folder: Path) -> None:
    (folder / "file").touch()
    with pytest.raises(UserError, match=r"file cannot be read \(Not a directory\)"):
        await library.synchronise(folder / "file")
