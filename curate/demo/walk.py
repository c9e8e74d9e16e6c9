"""A small benchmark walked through its whole life by four people, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmark import create, instance_file
from benchmark.change import Change, carry_out
from benchmark.git import Git
from benchmark.identity import Actor, who_acts
from benchmark.layout import TaskName
from benchmark.load import Benchmark, LoadedInstance, load_folder
from benchmark.release.build import build
from benchmark.release.selection import Request
from benchmark.release.verify import verify
from benchmark.validate import validate
from curate.demo import augmentation, content
from curate.judge import JUDGE
from review.file import file_review
from review.queue import queue
from review.standings import standing_of, standings
from review.submit import mine_to_submit, submit
from schemas.acts import Answer, Difficulty
from schemas.fields import FLAG_FIELDS
from schemas.person import Role

NAME: Final = "Curate demo"
CANARY: Final = "curate-demo-9b1f6f2e-8c35-4f0b-9a53-3f0f0d1c7a55"
PEOPLE: Final[dict[str, tuple[Role, ...]]] = {
    "ann": ("author", "reviewer", "curator"),
    "bob": ("author", "reviewer"),
    "cem": ("author", "reviewer"),
    "dee": ("author", "reviewer"),
}
ACCEPTED: Final[tuple[TaskName, int]] = (("planning", "shared_kitchen"), 0)
REVISED: Final[tuple[TaskName, int]] = (("reasoning", "short_proofs"), 1)
ELIMINATED: Final[tuple[TaskName, int]] = (("language", "register_in_german"), 2)
_DIFFICULTIES: Final[tuple[Difficulty, ...]] = ("intermediate", "easy", "hard", "intermediate")


def walk(root: Path, out: Path, say: Callable[[str], None]) -> str:
    """Make the example in `root`, its release in `out`, and tell what happens.

    Returns the id of the instance that was revised.
    """
    return _Walk(root, say).all_steps(out)


class _Walk:
    def __init__(self, root: Path, say: Callable[[str], None]) -> None:
        self.root = root
        self.say = say
        self.story = content.story()

    def all_steps(self, out: Path) -> str:
        self._begin()
        self._write()
        self._submit()
        self._augment()
        self._review()
        self._revise()
        self._finish_reviews()
        self._release(out)
        return self._find(REVISED).name

    # -- small steps ----------------------------------------------------------------------

    def _load(self) -> Benchmark:
        return load_folder(self.root)

    def _be(self, person: str) -> Actor:
        """From here on, git's identity in this copy is that person's."""
        git = Git(self.root)
        git.run("config", "user.name", person.capitalize())
        git.run("config", "user.email", f"{person}@example.org")
        return who_acts(self._load(), self.root, f"{person}@example.org")

    def _find(self, place: tuple[TaskName, int]) -> LoadedInstance:
        """The instance that began as number `place[1]` of a task, whatever it is called now."""
        wanted = list(content.instances(place[0]))[place[1]]
        return self._load().find(wanted.key)

    def _file(self, person: str, loaded: LoadedInstance, **comments: str) -> None:
        flagged = {field: comments[field] for field in FLAG_FIELDS if field in comments}
        number = sum(map(ord, loaded.name + person))
        file_review(
            self.root,
            self._load(),
            self._be(person),
            loaded,
            task_fit="bad" if "task_fit" in flagged else "good",
            difficulty=_DIFFICULTIES[number % len(_DIFFICULTIES)],
            reference_answer="bad" if "reference_answer" in flagged else "good",
            score_rubric="bad" if "score_rubric" in flagged else "good",
            comments=flagged,
        )

    def _reviewers(self, loaded: LoadedInstance) -> list[str]:
        needs = standing_of(self._load(), loaded).needs
        return list(dict.fromkeys(person for need in needs for person in need.who))

    # -- the story ------------------------------------------------------------------------

    def _begin(self) -> None:
        self.say("1. Begin. ann makes a benchmark: a folder in git, files as its only state.")
        self.root.mkdir(parents=True, exist_ok=True)
        git = Git(self.root)
        git.run("init", "-q", "-b", "main")
        for name in ("commit.gpgSign", "tag.gpgSign"):
            git.run("config", name, "false")
        create.init(self.root, NAME, "CC-BY-4.0", ("Ann", "ann@example.org"), CANARY)
        for person, roles in PEOPLE.items():
            if person != "ann":
                create.put_person(
                    self.root,
                    self._load(),
                    self._be("ann"),
                    f"{person}@example.org",
                    name=person.capitalize(),
                    roles=roles,
                )
        writes = create.cards_for(self._load(), content.tasks(), content.capabilities())
        change = Change(
            f"Add {len(content.tasks())} tasks",
            writes=writes,
            trailers=[("Curate-Act", "task-add")],
        )
        carry_out(self.root, change, self._be("ann"))
        self.say(
            f"   bob, cem and dee join. {len(content.tasks())} tasks in "
            f"{len(content.capabilities())} capabilities get their cards.\n"
        )

    def _write(self) -> None:
        self.say("2. Write. Each instance has a system prompt, an input, a reference answer and a")
        self.say("   rubric of its own. A draft is a file; it has no number yet.")
        count: Counter[str] = Counter()
        for task in content.tasks():
            for instance in content.instances(task):
                author = instance.provenance.author
                benchmark = self._load()
                create.new_instance(self.root, benchmark, self._be(author), task, instance)
                count[author] += 1
        self.say(f"   {_listed(count)}. `curate validate` finds {self._errors()} errors.\n")

    def _errors(self) -> int:
        return sum(finding.severity == "error" for finding in validate(self._load()))

    def _submit(self) -> None:
        self.say("3. Submit. The draft gets its number for good and its content is locked.")
        for person in PEOPLE:
            actor = self._be(person)
            benchmark = self._load()
            submit(self.root, benchmark, actor, mine_to_submit(benchmark, actor))
        self.say(f"   {_statuses(self._load())}.\n")

    def _augment(self) -> None:
        self.say("4. Generate. A model sees a task's instances and writes new ones. Of the valid")
        self.say("   candidates the one least similar to all others is kept; a person checks it.")
        if not augmentation.is_possible():
            self.say("   Left out: it needs `pip install 'curate-bench[augment]'`.\n")
            return
        self.say("   The model is scripted here: it plays back prepared answers, junk among them.")
        augmentation.settle(self.root, self._load(), self._be("ann"))
        outcome = augmentation.generate(self.root, self._be("ann"))
        augmentation.tell(outcome, self.say)
        augmentation.check(self.root, outcome, self._be, self.say)
        for person in PEOPLE:
            actor = self._be(person)
            benchmark = self._load()
            submit(self.root, benchmark, actor, mine_to_submit(benchmark, actor))
        self.say(f"   {_statuses(self._load())}.\n")

    def _review(self) -> None:
        self.say("5. Review. Two people who did not write an instance judge it, blind: nobody sees")
        self.say("   a verdict until both have filed.")
        accepted, revised, eliminated = map(self._find, (ACCEPTED, REVISED, ELIMINATED))
        for person in self._reviewers(accepted)[:2]:
            self._file(person, accepted)
        self._report(accepted, "nobody flags it")
        first, second = self._reviewers(revised)[:2]
        self._file(first, revised, score_rubric=self.story.revised_flag_comment)
        self._file(second, revised)
        self._report(revised, f"{first} flags the rubric, {second} does not")
        one, other = self._reviewers(eliminated)[:2]
        self._file(one, eliminated, reference_answer=self.story.eliminated_comment_reference)
        self._file(other, eliminated, task_fit=self.story.eliminated_comment_task_fit)
        self._report(eliminated, f"{one} flags the reference answer, {other} the task fit")
        self.say("")

    def _report(self, loaded: LoadedInstance, what: str) -> None:
        standing = standing_of(self._load(), loaded)
        self.say(f"   {loaded.name}: {what} → {standing.status}")

    def _revise(self) -> None:
        loaded = self._find(REVISED)
        author = loaded.instance.owner
        self.say(f"6. Revise. {author} mends two levels of the rubric and submits again; only who")
        self.say("   flagged it has to look again, because only the flagged field changed.")
        mended = loaded.instance.model_copy(
            update={"score_rubric": content.revised(*REVISED).score_rubric}
        )
        instance_file.save(self.root, loaded, mended)
        answer = Answer(field="score_rubric", answer="fixed", why=self.story.revised_answer)
        actor = self._be(author)
        benchmark = self._load()
        again = benchmark.find(loaded.name)
        submit(self.root, benchmark, actor, [again], {"score_rubric": answer})
        reviewers = self._reviewers(again)
        self._report(again, f"round 2 needs {', '.join(reviewers)}")
        for person in reviewers:
            self._file(person, self._load().find(again.name))
        self._report(again, f"{', '.join(reviewers)} finds it good now")
        self.say("")

    def _finish_reviews(self) -> None:
        self.say("7. All others go the same way.")
        people = list(PEOPLE)
        while True:
            waiting = {p: queue(self._load(), p) for p in people}
            person = max(people, key=lambda p: len(waiting[p]))
            if not waiting[person]:
                break
            self._file(person, waiting[person][0].loaded)
        self.say(f"   {_statuses(self._load())}.\n")

    def _release(self, out: Path) -> None:
        self.say("8. Release. Built from what is committed, with a digest of every file and text.")
        actor = self._be("ann")
        built = build(self.root, self._load(), actor, Request("1.0.0"), JUDGE, out)
        left = Counter(entry.status for entry in built.manifest.left_out)
        self.say(f"   {len(built.manifest.instances)} instances released, {_listed(left)}.")
        found = verify(out)
        verdict = "; ".join(found.problems) or "every byte is as frozen"
        self.say(f"   `curate release verify`: {verdict}.")
        self.say(f"   {found.digest}\n")


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {number}" for name, number in counts.items())


def _statuses(benchmark: Benchmark) -> str:
    return _listed(Counter(standing.status for standing in standings(benchmark).values()))
