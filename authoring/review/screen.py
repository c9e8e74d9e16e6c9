"""Review what waits for you: one instance after another, four questions each."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from authoring.outbox import Done, Outbox, Refused, outbox_of
from authoring.plain import shown
from authoring.reason import Reason, ReasonDialog
from authoring.review import unfiled
from authoring.review.answers import answers_of
from authoring.review.desk import Desk
from authoring.review.filing import Filing, HandingBack
from authoring.review.lookups import DeskScreen
from authoring.review.nothing import why_nothing
from authoring.review.questions import Summary
from authoring.review.sheet import Sheet
from authoring.review.sitting import Sitting, Turn, turn_of
from authoring.review.unfiled import Unfiled
from authoring.workplace import Snapshot
from benchmark.load import LoadedInstance
from benchmark.validate import instance_findings
from review.file import may_file
from review.own import last_review
from review.queue import Progress, QueueItem, progress, queue
from review.rule import Standing
from review.since import SinceMyReview, since_my_review

HANDED_BACK: Final = (
    "Someone else will review it, and it does not come back to you in this round. "
    "Why? The curators read it; so may its author."
)


class ReviewScreen(DeskScreen):
    """The review queue of the person at the keyboard."""

    CSS_PATH = "review.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-stacked"), (100, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "file", "file", id="review.file", tooltip="Put the review on record"),
        Binding("k", "skip", "skip", id="review.skip", tooltip="Skip it for now"),
        Binding("h", "hand_back", "hand back", id="review.hand_back",
                tooltip="Give it to someone else, with a reason"),
        Binding("u", "correct", "correct", id="review.correct",
                tooltip="Correct the last review you filed, while its round is open"),
        Binding("t", "card", "task card", show=False, id="review.card", tooltip="The task's card"),
        Binding("enter", "go_on", "go on", show=False, id="review.go_on",
                tooltip="Read it, after a content warning"),
        Binding("f9", "preview", "preview", show=False, id="review.preview",
                tooltip="See it as a page in the browser"),
        Binding("question_mark,f1", "guidelines", "help", id="review.guidelines", key_display="?",
                tooltip="What each answer means here, and the keys"),
        Binding("escape", "back", "back", id="review.back", tooltip="Leave; nothing is lost"),
    ]  # fmt: skip

    sheet = getters.query_one(Sheet)
    notice = getters.query_one("#review-notice", Static)

    def __init__(self, first: str = "") -> None:
        super().__init__()
        self.first = first
        self.sitting = Sitting()
        self.queue: list[QueueItem] = []
        self.so_far = Progress(0, 0)
        self.waiting: list[QueueItem] = []
        self.refused: dict[Turn, str] = {}
        self.reasons: dict[Turn, str] = {}
        self.has_returned = False
        self._passed: set[str] = set()

    def compose(self) -> ComposeResult:
        """Title, the review, what has just happened, keys."""
        with Horizontal(classes="topline", id="review-top"):
            yield Static(id="review-place")
            yield Static(id="review-reader")
        yield Sheet()
        yield Static(id="review-notice")
        yield Static(id="review-said")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Follow what the app reads."""
        self.watch(self.app, "snapshot", self._show_snapshot)

    @property
    def outbox(self) -> Outbox:
        """Acts on their way."""
        return outbox_of(self.app)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is done to a review is only there with one on the desk."""
        on_desk = {"file", "skip", "hand_back", "card", "preview", "go_on"}
        return self.desk is not None or action not in on_desk

    # -- what is on the desk --------------------------------------------------------------

    def _show_snapshot(self, snapshot: Snapshot | None) -> None:
        if snapshot is None or not snapshot.person:
            self._show_nothing()
            return
        self._gather(snapshot)

    @work(thread=True, exit_on_error=False, exclusive=True, group="queue")
    def _gather(self, snapshot: Snapshot) -> None:
        """Find what waits: with thousands of instances that takes longer than a key may."""
        waiting = queue(snapshot.benchmark, snapshot.person)
        so_far = progress(snapshot.benchmark, snapshot.person)
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._gathered, snapshot, waiting, so_far)

    def _gathered(self, snapshot: Snapshot, waiting: list[QueueItem], so_far: Progress) -> None:
        self.queue, self.so_far = waiting, so_far
        if not self.sitting.is_begun:
            begun = unfiled.begun(self.app.root, snapshot.person)
            chosen = [turn_of(item) for item in self.queue if item.loaded.name == self.first]
            self.sitting.begin([*chosen, *(one.turn for one in begun if not one.correcting)])
            for errand in self.outbox.errands:
                if isinstance(errand, Filing | HandingBack):
                    self.sitting.file(errand.turn)
        self._order()
        idle = self.desk is None or not (self.desk.answers.is_begun or self.desk.correcting)
        if self.desk is None or (self.has_returned and idle):
            self.has_returned = False
            self._take_next()
        else:
            self._look_again(snapshot, self.desk)

    def _order(self) -> None:
        self.waiting = self.sitting.order(self.queue)

    def _look_again(self, snapshot: Snapshot, desk: Desk) -> None:
        """The benchmark was read again while a review is on the desk."""
        name, (key, round) = desk.loaded.name, desk.turn
        loaded = next((x for x in snapshot.benchmark.instances if x.instance.key == key), None)
        standing = snapshot.standings[loaded.name] if loaded else None
        if standing is None or standing.round != round or not self._is_mine(standing, desk):
            self._say(f"{name} is not yours to review any more; what you answered is kept.")
            self.save()
            self._take_next()
        elif loaded and loaded.digest != desk.loaded.digest:
            self.save()
            desk.text_has_changed(loaded)
            self._say("The text has changed: read it again. Your answers are kept: = takes them.")
            self._show_desk(desk)
        else:
            self._show_top()

    def _is_mine(self, standing: Standing, desk: Desk) -> bool:
        if desk.correcting:
            return standing.round_open
        return may_file(self.snapshot.person, standing)

    def _take_next(self) -> None:
        self._order()
        if not self.waiting:
            self.desk = None
            self._show_nothing()
            return
        item = self.waiting[0]
        self._put_on_desk(Desk(item.loaded, item.standing.round))

    def _put_on_desk(self, desk: Desk) -> None:
        snapshot = self.snapshot
        kept = unfiled.kept(self.app.root, snapshot.person, desk.turn)
        if kept and kept.correcting == desk.correcting:
            desk.take_up(kept)
            self._say(self._taken_up(desk, kept))
        card = snapshot.benchmark.tasks.get(desk.loaded.task)
        desk.warned = not (card and card.content_warnings)
        self.desk = desk
        self._show_desk(desk)
        if desk.round > 1 and not desk.correcting:
            self._look_back(snapshot, desk)

    def _taken_up(self, desk: Desk, kept: Unfiled) -> str:
        if refused := self.refused.pop(desk.turn, ""):
            return f"Not filed: {refused} Your answers are here; f tries again."
        if kept.digest != desk.loaded.digest:
            return "The text has changed since you answered: read it again; = takes your answers."
        return "As you left it: what you had answered is here."

    @work(thread=True, exit_on_error=False, group="since", exclusive=True)
    def _look_back(self, snapshot: Snapshot, desk: Desk) -> None:
        """Find what has changed since the person's last review: git has to be asked."""
        since = since_my_review(self.app.root, snapshot.benchmark, desk.loaded, snapshot.person)
        if since is not None:
            self.app.call_from_thread(self._looked_back, desk, since)

    def _looked_back(self, desk: Desk, since: SinceMyReview) -> None:
        if self.desk is not desk:
            return
        desk.look_back(since)
        if desk.warned:
            self._show_desk(desk)

    # -- showing --------------------------------------------------------------------------

    def _show_desk(self, desk: Desk) -> None:
        self.sheet.display = desk.warned
        self.notice.display = not desk.warned
        benchmark = self.snapshot.benchmark
        if desk.warned:
            findings = list(instance_findings(benchmark, desk.loaded, as_submitted=True))
            self.sheet.lay(desk, benchmark.tasks.get(desk.loaded.task), findings)
        else:
            warnings = ", ".join(benchmark.card(desk.loaded.task).content_warnings)
            self._show_notice(
                "Before you read it",
                f"Content: {warnings}\n\nenter  read it     k  skip for now     h  hand it back",
            )
        self._show_top()

    def _show_nothing(self) -> None:
        self.sheet.display = False
        self.notice.display = True
        done, under_way = len(self.sitting.filed), len(self.outbox.errands)
        self._show_notice(*why_nothing(self.app.snapshot, done - under_way, under_way))
        self._show_top()

    def _show_notice(self, title: str, text: str) -> None:
        content = Content("\n\n").join([shown(title).stylize("bold"), shown(text)])
        self.notice.update(content)
        self.set_focus(None)
        self.refresh_bindings()

    def _show_top(self) -> None:
        snapshot = self.app.snapshot
        self.query_one("#review-reader", Static).update(shown(snapshot.person if snapshot else ""))
        place = self.query_one("#review-place", Static)
        place.update(shown(" · ".join(self._place(self.desk) if self.desk else ["Review"])))

    def _place(self, desk: Desk) -> list[str]:
        parts = [desk.loaded.name, desk.loaded.instance.language]
        if desk.correcting:
            parts.insert(0, "correcting")
        else:
            done, of = self._progress()
            parts.insert(0, f"{min(done + 1, of)} of {of}")
        if desk.round > 1:
            parts.append(f"recheck, round {desk.round}")
        if desk.turn in self.sitting.skipped:
            parts.append("skipped before")
        return [*parts, "blind until all have filed"]

    def _progress(self) -> tuple[int, int]:
        """How many reviews are filed, those on their way included, and of how many."""
        so_far = self.so_far
        gone = len(self.queue) - len(self.waiting)
        handed_back = sum(turn_of(item) in self.sitting.gone for item in self.queue)
        all_of_them = so_far.filed + so_far.waiting - handed_back
        return so_far.filed + gone - handed_back, max(all_of_them, 1)

    def _say(self, text: str) -> None:
        self.query_one("#review-said", Static).update(shown(text))

    @on(Sheet.Said)
    def _said(self, message: Sheet.Said) -> None:
        self._say(message.text)

    # -- filing ---------------------------------------------------------------------------

    @on(Summary.Clicked)
    def action_file(self) -> None:
        """Put the review on record and go to the next."""
        desk = self.desk
        if desk is None or not desk.warned:
            return
        desk.watch.alive()
        if not desk.answers.is_complete:
            missing = desk.answers.unanswered or desk.answers.without_comment
            self._say(f"Not yet: {', '.join(question.short for question in missing)}.")
            self.sheet.go_to(missing[0])
            return
        self.save()
        self.sitting.file(desk.turn)
        self._say(f"Filing {desk.loaded.name} …")
        self.outbox.send(desk.filing(), self)
        self._take_next()

    @on(Done)
    def _done(self, message: Done) -> None:
        errand = message.errand
        if isinstance(errand, Filing):
            self.sitting.last = errand.turn[0]
        self._say(message.said)

    @on(Refused)
    def _refused(self, message: Refused) -> None:
        errand = message.errand
        self.app.tell(message.error)
        if isinstance(errand, HandingBack):
            self.reasons[errand.turn] = errand.reason
        if isinstance(errand, Filing) and errand.supersede:
            self._say(f"{errand.name} stays as it was; u takes your correction up again.")
        elif isinstance(errand, Filing | HandingBack):
            self.refused[errand.turn] = f"{str(message.error).splitlines()[0].rstrip('.')}."
            self.sitting.give_back(errand.turn)
            self._say(f"{errand.name} comes back; your answers are kept.")
            self.has_returned = True

    # -- looking things up ----------------------------------------------------------------

    def action_go_on(self) -> None:
        """Read it, after the warning."""
        if self.desk and not self.desk.warned:
            self.desk.warned = True
            self.desk.watch.paused()
            self._show_desk(self.desk)

    # -- correcting -----------------------------------------------------------------------

    def action_correct(self) -> None:
        """Take up the last review filed, while its round is open; again, the one before it."""
        if self.app.snapshot is None or not self.app.snapshot.person:
            return
        if self.outbox.errands:
            self._say("Your last review is being filed: a moment.")
            return
        mine = self._to_correct()
        if mine is None:
            self._say("There is no review of yours to correct.")
            return
        loaded, standing = mine, self.snapshot.standings[mine.name]
        own = [item for item in standing.reviews if item.review.by == self.snapshot.person]
        if not own or not standing.round_open:
            self._say(
                f"The round of {loaded.name} is closed and its reviews stand; "
                "a curator can reopen it."
            )
            return
        self.save()
        answers = answers_of(own[-1].review)
        desk = Desk(loaded, standing.round, answers, correcting=True, active=None)
        desk.reference_is_open = True
        self._put_on_desk(desk)

    def _to_correct(self) -> LoadedInstance | None:
        benchmark, person = self.snapshot.benchmark, self.snapshot.person
        if self.desk is None or not self.desk.correcting:
            self._passed = set()
            return last_review(benchmark, person, self.sitting.last)
        self._passed.add(self.desk.loaded.instance.key)
        while earlier := last_review(benchmark, person, without=self._passed):
            if self.snapshot.standings[earlier.name].round_open:
                return earlier
            self._passed.add(earlier.instance.key)
        return None

    # -- leaving it -----------------------------------------------------------------------

    def action_back(self) -> None:
        """Out of a comment to what is next; else out of the screen."""
        if not self.sheet.go_on():
            self.save()
            self.dismiss()

    def action_skip(self) -> None:
        """Put it off until the rest is done."""
        desk = self.desk
        if desk is None:
            return
        self.save()
        if desk.correcting:
            self._say("It stays as it was filed.")
        else:
            self.sitting.skip(desk.turn)
            self._say(f"{desk.loaded.name} comes back at the end.")
        self._take_next()

    def action_hand_back(self) -> None:
        """Ask why, and let others review it."""
        desk = self.desk
        if desk is None or desk.correcting:
            self._say("There is no review here to hand back.")
            return
        begun = self.reasons.get(desk.turn, "")
        self.app.push_screen(
            ReasonDialog(f"Hand {desk.loaded.name} back", HANDED_BACK, begun),
            partial(self._hand_back, desk),
        )

    def _hand_back(self, desk: Desk, reason: Reason | None) -> None:
        if reason is None or not reason.go:
            self.reasons[desk.turn] = reason.text if reason else ""
            return
        self.save()
        self.sitting.hand_back(desk.turn)
        self._say(f"Handing {desk.loaded.name} back …")
        self.outbox.send(HandingBack(desk.turn, desk.loaded.name, reason.text), self)
        self._take_next()
