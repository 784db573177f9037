"""What makes a readable bank a poor quiz: answers that give themselves away, gaps, repeats."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.banks.excerpt import excerpt
from bot.banks.marked_yaml import Marked
from bot.banks.model import BankFile, QuestionEntry
from bot.banks.yaml_faults import Fault

# With fewer questions chance alone explains any pattern.
MIN_QUESTIONS = 8
# Above chance, in standard deviations: about one honest bank in forty comes so far by accident.
DEVIATIONS = 2
FAR_LONGER = 4 / 3
# “Canberra” beside “Perth” is no give-away, though it is far longer in proportion.
FAR_LONGER_CHARACTERS = 15

_TEXTS = ("question", "correct", "wrong", "explanation")
_ABSOLUTE = re.compile(
    r"(?<![\w-])(all|alone|always|cannot|completely|entirely|every|impossible|must|never|none|only|solely)(?![\w-])",
    re.IGNORECASE,
)
_BY_PLACE = re.compile(
    r"(all|none|both|neither|any|two|some)( of)?( the)? above.*"
    r"|(both |neither )?[A-J]( and | or | nor | & )[A-J]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Pattern:
    """How often the right option shows something, and how often chance would have it."""

    seen: int = 0
    expected: float = 0.0
    variance: float = 0.0
    questions: int = 0

    def add(self, right: bool, chance: float) -> "_Pattern":
        return _Pattern(
            self.seen + right,
            self.expected + chance,
            self.variance + chance * (1 - chance),
            self.questions + 1,
        )

    @property
    def deviations(self) -> float:
        """From chance, in standard deviations; 0 when there is too little to say."""
        if self.questions < MIN_QUESTIONS or not self.variance:
            return 0.0
        return float((self.seen - self.expected) / self.variance**0.5)


def quality_findings(bank: BankFile | None, marked: Marked) -> list[Fault]:
    """Warnings in the order of their lines; none of them keeps a bank from being played."""
    findings = list(_texts_cut_short(marked))
    if bank is None:
        return findings
    findings += [*_give_aways(bank, marked.line_of(("questions",))), *_repeats(bank, marked)]
    for position, entry in enumerate(bank.questions):
        findings += _of_question(entry, marked, position)
    return sorted(findings)


def _texts_cut_short(marked: Marked) -> Iterator[Fault]:
    for path, comment in marked.commented.items():
        if path[0] == "questions" and len(path) > 2 and path[2] in _TEXTS:
            yield Fault(
                marked.line_of(path),
                f"the text ends before “{comment}”, which YAML takes as a comment: put quotes around the "
                "text, or the comment on a line of its own",
            )


def _give_aways(bank: BankFile, line: int) -> Iterator[Fault]:
    entries = [entry for entry in bank.questions if len(entry.correct) == 1]
    longest = _by_length(entries, lambda right, wrong: right > max(wrong))
    if longest.deviations > DEVIATIONS:
        yield Fault(line, _length_said("longest", longest, "lengthen wrong options or shorten right ones"))
    shortest = _by_length(entries, lambda right, wrong: right < min(wrong))
    if shortest.deviations > DEVIATIONS:
        yield Fault(line, _length_said("shortest", shortest, "shorten wrong options or lengthen right ones"))
    absolute = _absolute_words(entries)
    if (bank.language or "en").startswith("en") and absolute.deviations < -DEVIATIONS:
        yield Fault(
            line,
            f"absolute words (always, only, all …) stand in options of {absolute.questions} questions, "
            f"in the right one of {absolute.seen} (chance: {absolute.expected:.0f}): reword wrong options",
        )


def _length_said(which: str, pattern: _Pattern, remedy: str) -> str:
    return (
        f"the right option is the {which} in {pattern.seen} of {pattern.questions} questions "
        f"(chance: {pattern.expected:.0f}), so it can be told without reading: {remedy}"
    )


def _by_length(entries: list[QuestionEntry], shows: Callable[[int, list[int]], bool]) -> _Pattern:
    pattern = _Pattern()
    for entry in entries:
        right = shows(len(entry.correct[0]), [len(text) for text in entry.wrong])
        pattern = pattern.add(right, 1 / (1 + len(entry.wrong)))
    return pattern


def _absolute_words(entries: list[QuestionEntry]) -> _Pattern:
    """Over the questions in which some options have an absolute word and others have none."""
    pattern = _Pattern()
    for entry in entries:
        having = [bool(_ABSOLUTE.search(text)) for text in (*entry.correct, *entry.wrong)]
        if any(having) and not all(having):
            pattern = pattern.add(having[0], sum(having) / len(having))
    return pattern


def _repeats(bank: BankFile, marked: Marked) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for position, entry in enumerate(bank.questions):
        line = marked.line_of(("questions", position, "question"))
        words = " ".join(entry.question.casefold().split()).rstrip(" .?!…")
        if words in first:
            yield Fault(line, f"the same question as in line {first[words]}: remove or reword one")
        first.setdefault(words, line)


def _of_question(entry: QuestionEntry, marked: Marked, position: int) -> Iterator[Fault]:
    path = ("questions", position)
    missing = [key for key in ("explanation", "reference") if getattr(entry, key) is None]
    if missing:
        keys = " and ".join(f"`{key}`" for key in missing)
        yield Fault(marked.line_of(path), f"no {keys}: the reveal has less to teach, add what you can")
    right, wrong = max(map(len, entry.correct)), max(map(len, entry.wrong))
    if right > wrong * FAR_LONGER and right - wrong >= FAR_LONGER_CHARACTERS:
        said = f"the right option is far longer ({right} characters) than any wrong one ({wrong}): shorten it"
        yield Fault(marked.line_of((*path, "correct")), said)
    for key, texts in (("correct", entry.correct), ("wrong", entry.wrong)):
        for number, text in enumerate(texts):
            if entry.shuffle and _BY_PLACE.fullmatch(text.rstrip(".")):
                said = f"“{excerpt(text)}” makes no sense once options are shuffled"
                remedy = "reword it, or set `shuffle: false`"
                yield Fault(marked.line_of((*path, key, number)), f"{said}: {remedy}")
