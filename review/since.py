"""What has become of an instance since one's last review of it: for a recheck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmark import layout
from benchmark.git import Git
from benchmark.load import Benchmark, LoadedInstance
from review.standings import rounds_over
from schemas.acts import Answer, Review, Submit
from schemas.digest import content_digest
from schemas.errors import FileError, GitError
from schemas.fields import FlagField
from schemas.instance import Instance
from schemas.names import draft_id
from schemas.yamldoor import load_model, parse


@dataclass(frozen=True)
class SinceMyReview:
    """One's last review of an instance in a round that is over, and what came after it.

    `before`: the texts as they were reviewed, by the names `Instance.texts` gives them; None
    where git does not hold them (any more). `answers`: what the author said to the flags since.
    """

    review: Review
    before: Mapping[str, str] | None
    answers: tuple[Answer, ...]

    def changed(self, now: Instance) -> list[tuple[str, str, str]]:
        """The texts that read otherwise now: name, before, after; flagged fields first."""
        if self.before is None:
            return []
        differing = [
            (name, self.before.get(name, ""), text)
            for name, text in now.texts()
            if self.before.get(name, "") != text
        ]
        return sorted(differing, key=lambda item: _flag_field(item[0]) not in self.review.flags)


def _flag_field(name: str) -> FlagField:
    """The flag that is about a text."""
    if name == "reference_answer":
        return "reference_answer"
    return "score_rubric" if name.startswith("rubric.") else "task_fit"


def since_my_review(
    root: Path, benchmark: Benchmark, loaded: LoadedInstance, person: str
) -> SinceMyReview | None:
    """None where the person has not reviewed it in an earlier round."""
    acts = benchmark.acts_of(loaded)
    rounds = rounds_over(benchmark, loaded)
    mine = [item.review for r in rounds for item in r.reviews if item.review.by == person]
    newest = max((a.act.round for a in acts if isinstance(a.act, Submit)), default=0)
    mine = [review for review in mine if review.round < newest]
    if not mine:
        return None
    review = mine[-1]
    answers = [
        answer
        for act in sorted((a.act for a in acts if isinstance(a.act, Submit)), key=lambda a: a.round)
        if act.round > review.round
        for answer in act.answers
    ]
    return SinceMyReview(review, text_of(root, loaded, review.digest), tuple(answers))


def text_of(root: Path, loaded: LoadedInstance, digest: str) -> dict[str, str] | None:
    """The texts an instance had under a digest, by name; None where git has no such version."""
    if loaded.digest == digest:
        return dict(loaded.instance.texts())
    paths = [loaded.path, layout.instance(loaded.task, draft_id(loaded.instance.key))]
    git = Git(root)
    try:
        for commit in git.history(paths):
            for path in paths:
                if found := _with_digest(git.file_at(commit.hash, path), loaded, digest):
                    return dict(found.texts())
    except GitError:
        return None
    return None


def _with_digest(data: bytes | None, loaded: LoadedInstance, digest: str) -> Instance | None:
    try:
        instance = load_model(parse(data, loaded.path), Instance) if data else None
    except FileError:
        return None
    is_it = (
        instance is not None
        and instance.key == loaded.instance.key
        and content_digest(instance, *loaded.task) == digest
    )
    return instance if is_it else None
