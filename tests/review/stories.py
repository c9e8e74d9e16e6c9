"""Benchmarks in memory, each instance told as a story of acts.

    story("submit", "bob", "cem rubric", "edit score_rubric", "submit", "bob")

A person's name alone is a clean review, with fields after it one that flags them; `bob hard`
says how difficult. `edit FIELD` changes the text, `late` before a review lets it arrive after
the next submit, `ask bob` assigns. All else are acts of that name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedAct, LoadedInstance
from schemas.acts import (
    Act,
    Adopt,
    Assign,
    Eliminate,
    HandBack,
    Recall,
    Reopen,
    Review,
    Submit,
    Withdraw,
)
from schemas.cards import TaskCard
from schemas.fields import CONTENT_FIELDS
from schemas.instance import Instance, Origin, Provenance
from schemas.person import Person
from schemas.settings import Settings
from schemas.yamldoor import Document

TASK: TaskName = ("reasoning", "tables")
FLAGS = {"fit": "task_fit", "reference": "reference_answer", "rubric": "score_rubric"}
DIFFICULTIES = ("very_easy", "easy", "intermediate", "hard")
ENDS = {
    "adopt": Adopt, "withdraw": Withdraw, "reopen": Reopen, "recall": Recall,
    "eliminate": Eliminate, "hand_back": HandBack,
}  # fmt: skip
REVIEWERS = ("bob", "cem", "dee", "eva")


@dataclass(frozen=True)
class Story:
    """What happens to one instance."""

    steps: tuple[str, ...]
    task: TaskName = TASK
    language: str = "en"
    origin: Origin = "human"
    author: str = "ann"
    writers: tuple[str, ...] = ("ann",)


def story(*steps: str, **other: Any) -> Story:
    return Story(steps, **other)


def people() -> dict[str, Person]:
    roles = {name: ["reviewer"] for name in REVIEWERS}
    roles |= {"ann": ["author"], "kit": ["curator"]}
    return {
        name: Person(name=name, emails=[f"{name}@example.org"], roles=role)
        for name, role in roles.items()
    }


def bench(*stories: Story, retired: Sequence[TaskName] = ()) -> Benchmark:
    """A benchmark of these instances, in their order."""
    told = [_Telling(number, one).tell() for number, one in enumerate(stories, 1)]
    return Benchmark(
        Settings(name="Test"),
        people=people(),
        tasks={
            task: TaskCard(status="retired" if task in retired else "active")
            for task in dict.fromkeys(one.task for one in stories)
        },
        instances=tuple(telling.loaded for telling in told),
        acts={(t.loaded.task, t.loaded.name): tuple(t.acts) for t in told},
    )


@dataclass
class _Telling:
    number: int
    story: Story
    acts: list[LoadedAct] = field(default_factory=list)
    round: int = 0
    edits: int = 0
    fields: dict[str, str] = field(default_factory=lambda: dict.fromkeys(CONTENT_FIELDS, "f0"))
    unseen: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        capability, task = self.story.task
        name = f"{capability}_{task}_{self.number}"
        instance = Instance(
            key=f"{self.number:08x}",
            language=self.story.language,
            input=f"Question {self.number}",
            provenance=Provenance(origin=self.story.origin, author=self.story.author),
        )
        document = Document(f"tasks/{capability}/{task}/instances/{name}.yaml", "", {})
        self.loaded = LoadedInstance(self.story.task, name, instance, document)
        self.all_edits = sum(step.startswith("edit") for step in self.story.steps)

    def tell(self) -> _Telling:
        for step in self.story.steps:
            kind, *words = step.split()
            if kind == "edit":
                self.edits += 1
                self.fields |= dict.fromkeys(words, f"f{self.edits}")
            elif kind == "submit":
                self._submit()
            elif kind == "ask":
                self._put(Assign, by="kit", reviewer=words[0])
            elif kind == "late":
                self._review(words[0], words[1:], round=self.round - 1, late=True)
            elif kind in ENDS:
                self._end(kind, *words)
            else:
                self._review(kind, words, round=self.round)
        return self

    @property
    def digest(self) -> str:
        return self.loaded.digest if self.edits == self.all_edits else f"d{self.edits}"

    def _submit(self) -> None:
        seen = [
            a.name for a in self.acts if isinstance(a.act, Review) and a.name not in self.unseen
        ]
        self.round += 1
        self._put(
            Submit, by="ann", fields=dict(self.fields), writers=list(self.story.writers), seen=seen
        )

    def _review(self, by: str, words: list[str], round: int, late: bool = False) -> None:
        flags = [FLAGS[word] for word in words if word in FLAGS]
        name = self._put(
            Review,
            by=by,
            round=max(round, 1),
            digest=self._digest_of(max(round, 1)),
            fields=dict(self.fields),
            task_fit="bad" if "task_fit" in flags else "good",
            difficulty=next((w for w in words if w in DIFFICULTIES), "easy"),
            reference_answer="bad"
            if "reference_answer" in flags
            else "acceptable" if "acceptable" in words else "good",
            score_rubric="bad" if "score_rubric" in flags else "good",
            comments=dict.fromkeys(flags, "because"),
            supersedes=self._last_of(by) if "again" in words else "",
        )  # fmt: skip
        if late:
            self.unseen.add(name)

    def _end(self, kind: str, by: str = "kit") -> None:
        if kind == "adopt":
            self.round += 1
        of = [a.name for a in self.acts if isinstance(a.act, Withdraw | Adopt)]
        extra = {"of": of[-1] if of else ""} if kind == "reopen" else {}
        self._put(ENDS[kind], by=by, reason="because", **extra)

    def _digest_of(self, round: int) -> str:
        submits = [a.act for a in self.acts if isinstance(a.act, Submit) and a.act.round == round]
        return submits[0].digest if submits else self.digest

    def _last_of(self, by: str) -> str:
        return next(
            a.name for a in reversed(self.acts) if isinstance(a.act, Review) and a.act.by == by
        )

    def _put(self, kind: type[Act], **values: Any) -> str:
        common = {
            "instance": self.loaded.instance.key, "round": max(self.round, 1),
            "digest": self.digest, "at": "2024-01-01T00:00:00Z",
        }  # fmt: skip
        act = kind(**{**common, **values})
        name = f"r{act.round}-{act.act}-{act.by}-{len(self.acts):08x}"
        self.acts.append(LoadedAct(name, f"{name}.yaml", act))
        return name
