"""The review that lies on the desk."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from textual.content import Content

from authoring.review.answers import QUESTIONS, Answers, Question, answers_of
from authoring.review.changed import changed_underneath, since_then
from authoring.review.filing import Filing
from authoring.review.sitting import Turn
from authoring.review.stopwatch import Stopwatch
from authoring.review.unfiled import Unfiled
from benchmark.load import LoadedInstance
from review.since import SinceMyReview


@dataclass
class Desk:
    """One instance and the answers to it so far.

    `loaded` is what is on the screen. `before` is what the person said of it earlier, `changed`
    what has changed in it since. `correcting`: the review replaces one of this round. `warned`:
    there is nothing to warn of, or the person has gone on. `active` is the question the keys
    answer; None at the summary.
    """

    loaded: LoadedInstance
    round: int
    answers: Answers = field(default_factory=Answers)
    before: Answers | None = None
    changed: Content | None = None
    correcting: bool = False
    warned: bool = True
    reference_is_open: bool = False
    active: Question | None = QUESTIONS[0]
    watch: Stopwatch = field(default_factory=Stopwatch)

    @property
    def turn(self) -> Turn:
        """Which review it is."""
        return self.loaded.instance.key, self.round

    @property
    def next_question(self) -> Question | None:
        """Where to go now: the next open question after the active one, a flag without comment."""
        open_ones = self.answers.unanswered
        if open_ones:
            at = QUESTIONS.index(self.active) if self.active else 0
            return next((q for q in open_ones if QUESTIONS.index(q) > at), open_ones[0])
        return next(iter(self.answers.without_comment), None)

    def take_up(self, kept: Unfiled) -> None:
        """Go on with what was answered earlier; about another text, it only stays at hand."""
        if kept.digest == self.loaded.digest:
            self.answers = kept.answers
        else:
            self.before = kept.answers
            self.answers = replace(kept.answers, values={})
        self.watch = Stopwatch(begun=kept.answers.seconds)
        self.reference_is_open = (
            kept.answers.reference_opened_first or "reference_answer" in self.answers.values
        )
        self.active = self.next_question

    def text_has_changed(self, loaded: LoadedInstance) -> None:
        """The text is another now: what was answered was not about it, and stays at hand."""
        self.changed = changed_underneath(self.loaded.instance, loaded.instance)
        self.loaded = loaded
        self.before = replace(
            self.answers, values={**(self.before or Answers()).values, **self.answers.values}
        )
        self.answers = replace(self.answers, values={})
        self.active = QUESTIONS[0]

    def look_back(self, since: SinceMyReview) -> None:
        """The person has reviewed it in an earlier round: nothing is hidden this time."""
        self.before = answers_of(since.review)
        self.changed = since_then(since, self.loaded.instance)
        self.reference_is_open = True
        self.answers = replace(self.answers, reference_opened_first=True)

    def answers_now(self) -> Answers:
        """The answers, with the time spent up to now."""
        return replace(self.answers, seconds=self.watch.seconds)

    def unfiled(self) -> Unfiled:
        """What has to survive."""
        return Unfiled(self.turn, self.loaded.digest, self.answers_now(), self.correcting)

    def filing(self) -> Filing:
        """What goes on record."""
        return Filing(
            self.turn, self.loaded.name, self.loaded.digest, self.answers_now(), self.correcting
        )
