"""A fully reviewed copy of the published BiGGen instances: every review in it is made up.

Eighteen invented people write the instances, are assigned to them, review and revise them; what
they say is drawn from a seed. Each act goes through the core, all acts of one step in one commit.

    python -m perf.synthetic_reviews OUT      the benchmark in OUT, its report printed
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from benchmark import instance_file, layout
from benchmark.change import Change, carry_out
from benchmark.clock import now
from benchmark.identity import Actor, who_acts
from benchmark.load import Benchmark, LoadedInstance, load_folder
from review.assign import assign
from review.decide import decide
from review.plan import plan
from review.queue import QueueItem, queue
from review.record import Entry, record
from review.standings import standing_of
from review.submit import submit
from schemas.acts import Answer, Difficulty, Review
from schemas.digest import field_digests
from schemas.fields import FLAG_FIELDS, RUBRIC_FIELDS, TEXT_FIELDS, FlagField
from schemas.instance import Instance, ScoreRubric
from schemas.person import Person
from schemas.yamldoor import dump
from tests.world import BIGGEN
from tests.world import run as curate

NAME: Final = "BiGGen instances, synthetic reviews"
PEOPLE: Final = tuple(f"person{number:02}" for number in range(1, 19))
CHIEF: Final = "chief@example.org"
DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("very_easy", "easy", "intermediate", "hard")
FLAW: Final[dict[FlagField, float]] = {
    "task_fit": 0.01, "reference_answer": 0.03, "score_rubric": 0.05,
}  # fmt: skip
"""How many instances really have a fault in the field."""
SEES: Final = 0.4
"""How often a reviewer sees a fault that is there."""
IMAGINES: Final = 0.006
"""How often one flags a field that has none."""
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


class Group:
    """The benchmark and the made-up people who work on it."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.seed = seed
        self.random = random.Random(seed)
        self.faults: dict[str, set[FlagField]] = {}
        self.hard: dict[str, float] = {}
        self.left_out: dict[str, str] = {}

    @property
    def benchmark(self) -> Benchmark:
        """As its files are now."""
        return load_folder(self.root)

    def chief(self, benchmark: Benchmark) -> Actor:
        """The curator, who records everything."""
        return who_acts(benchmark, self.root, CHIEF)

    # -- steps ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Import the instances, let the people in, and say who wrote what."""
        for words in (
            ["init", self.root, "--name", NAME],
            ["-C", self.root, "import", "biggen", BIGGEN / "sample_responses.json"],
        ):
            result = curate("--as", CHIEF, *words)
            assert result.code == 0, result
        benchmark = self.benchmark
        capabilities = list(benchmark.capabilities)
        change = Change("Eighteen invented people, and what each is said to have written")
        for place, name in enumerate(PEOPLE):
            can = sorted({capabilities[(place + step) % len(capabilities)] for step in (0, 1, 4)})
            person = Person(
                name=name, emails=[f"{name}@example.org"], roles=["author", "reviewer"],
                capabilities=can,
            )  # fmt: skip
            change.writes[layout.person(name)] = dump(person)
        for loaded in benchmark.instances:
            origin = loaded.instance.provenance.model_copy(
                update={"author": self.random.choice(PEOPLE)}
            )
            new = _clean(loaded.instance).model_copy(update={"provenance": origin})
            instance_file.save(self.root, loaded, new)
            change.extra_paths.append(loaded.path)
            self.faults[loaded.instance.key] = {
                field for field in FLAG_FIELDS if self.random.random() < FLAW[field]
            }
            self.hard[loaded.instance.key] = self.random.gauss(1.8, 0.8)
        chief = layout.person("chief")
        text = (self.root / chief).read_text(encoding="utf-8")
        change.writes[chief] = text.replace("[author, reviewer, curator]", "[author, curator]")
        change.loaded[chief] = text.encode()
        carry_out(self.root, change, self.chief(benchmark))

    def submit(self) -> int:
        """Everything that can be; flagged texts are changed first."""
        benchmark = self.benchmark
        ready = [
            loaded
            for loaded in benchmark.instances
            if any(need.act == "submit" for need in standing_of(benchmark, loaded).needs)
        ]
        for loaded in ready:
            self._mend(benchmark, loaded)
        answers: dict[FlagField, Answer] = {
            field: Answer(field=field, answer="fixed", why="Synthetic: a sentence was added.")
            for field in FLAG_FIELDS
        }
        benchmark = self.benchmark
        again = [benchmark.find(loaded.name) for loaded in ready]
        done = submit(self.root, benchmark, self.chief(benchmark), again, answers)
        for name, error in done.refused.items():
            self.left_out[name] = str(error)
        return len(done.names)

    def _mend(self, benchmark: Benchmark, loaded: LoadedInstance) -> None:
        """Change what was flagged; three of four faults are gone then."""
        texts: dict[str, str | ScoreRubric] = {}
        old = loaded.instance
        for field in standing_of(benchmark, loaded).open_flags:
            if field == "score_rubric":
                criteria = f"{old.score_rubric.criteria} (revised)"
                texts[field] = old.score_rubric.model_copy(update={"criteria": criteria})
            else:
                name = "input" if field == "task_fit" else field
                texts[name] = f"{getattr(old, name)}\n(revised)"
            if self.random.random() < 0.75:
                self.faults[old.key].discard(field)
        if texts:
            instance_file.save(self.root, loaded, old.model_copy(update=texts))

    def assign(self) -> int:
        """Two people for each."""
        benchmark = self.benchmark
        planned = plan(benchmark, benchmark.instances, self.seed)
        assign(self.root, benchmark, self.chief(benchmark), planned)
        return len(planned.asked)

    def review(self) -> int:
        """Everyone files what waits for them."""
        benchmark = self.benchmark
        actor = self.chief(benchmark)
        entries = [
            Entry(item.loaded, item.loaded.name, self._review(actor, person, item))
            for person in PEOPLE
            for item in queue(benchmark, person)
            if item.need.named
        ]
        if entries:
            record(self.root, actor, entries)
        return len(entries)

    def _review(self, actor: Actor, person: str, item: QueueItem) -> Review:
        loaded = item.loaded
        faults = self.faults[loaded.instance.key]
        seen = {
            field: self.random.random() < (SEES if field in faults else IMAGINES)
            for field in FLAG_FIELDS
        }
        difficulty = self.hard[loaded.instance.key] + self.random.gauss(0, 0.6)
        reference = "good" if self.random.random() < 0.85 else "acceptable"
        return Review(
            instance=loaded.instance.key,
            round=item.standing.round,
            by=person,
            recorded_by=actor.id,
            at=now(),
            digest=loaded.digest,
            fields=field_digests(loaded.instance),
            task_fit="bad" if seen["task_fit"] else "good",
            difficulty=DIFFICULTIES[min(3, max(0, round(difficulty)))],
            reference_answer="bad" if seen["reference_answer"] else reference,
            score_rubric="bad" if seen["score_rubric"] else "good",
            comments={field: "Synthetic: made up." for field in FLAG_FIELDS if seen[field]},
            seconds=int(self.random.lognormvariate(5.3, 0.5)),
            instead_of=item.need.instead_of,
        )

    def end(self) -> int:
        """What is still flagged after the last round is eliminated."""
        benchmark = self.benchmark
        stuck = [
            loaded
            for loaded in benchmark.instances
            if any(need.act == "decide" for need in standing_of(benchmark, loaded).needs)
        ]
        if stuck:
            reason = "Synthetic: flagged three times."
            decide(self.root, benchmark, self.chief(benchmark), "eliminate", stuck, reason)
        return len(stuck)


def _clean(instance: Instance) -> Instance:
    """The text as submit wants it; a few published ones have lost a backslash to an escape, or hold
    other line ends or control characters."""
    texts = {name: _cleaned(getattr(instance, name)) for name in TEXT_FIELDS}
    rubric = instance.score_rubric
    levels = {name: _cleaned(getattr(rubric, name)) for name in RUBRIC_FIELDS}
    return instance.model_copy(update={**texts, "score_rubric": rubric.model_copy(update=levels)})


def _cleaned(text: str) -> str:
    text = text.replace("\times", "\\times").replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", text)


def make(root: Path, seed: int = 0) -> Iterator[tuple[str, int, float]]:
    """Make it; yields each step, how many acts it took, and its seconds."""
    group = Group(root, seed)
    steps: Sequence[tuple[str, Callable[[], int | None]]] = [
        ("begin", group.begin),
        *[(name, step) for _ in range(3) for name, step in
          (("submit", group.submit), ("assign", group.assign), ("review", group.review))],
        ("end", group.end),
    ]  # fmt: skip
    for name, step in steps:
        start = time.perf_counter()
        yield name, step() or 0, time.perf_counter() - start
    for why in group.left_out.values():
        print(f"stays a draft: {why}")


if __name__ == "__main__":
    out = Path(sys.argv[1])
    for name, count, seconds in make(out):
        print(f"{name:8} {count:5} acts  {seconds:6.1f} s")
    print(curate("--as", CHIEF, "-C", out, "review", "report", "--svg", out / "report.svg").out)
