"""The card of a task or a capability: read it, change it, retire the task."""

from __future__ import annotations

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Checkbox, Footer, Input, Static, TextArea

from authoring.app import CurateApp
from authoring.edit.choice import Choice
from authoring.edit.sources import SourceList
from authoring.plain import shown, visible
from authoring.prose import Prose
from authoring.task import deciding
from authoring.task.card import (
    Card,
    CardField,
    doubtful,
    fields_of,
    text_of,
    together,
    with_text,
    wrong,
)
from authoring.topline import TopLine
from authoring.workplace import Snapshot
from benchmark import card_draft, layout
from benchmark.create import change_card
from benchmark.layout import TaskName
from schemas.cards import CapabilityCard, TaskCard
from schemas.errors import ChangedOnDiskError, CurateError, FileError
from schemas.yamldoor import load_model, parse

CHECK_AFTER = 0.4


class TaskScreen(Screen[None]):
    """The card says what a task's instances ask for and what they measure. Reviewers judge by it
    whether an instance fits; a release publishes it. Saving makes it known to others with the
    next send. Retiring a task takes its instances out, with a reason; it can be brought back."""

    CSS_PATH = "task.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save", id="task.save", tooltip="Save the card"),
        Binding("f3", "clear", "Clear", id="task.clear",
                tooltip="You have read all instances of the task and let them pass"),
        Binding("f4", "retire", "Retire / restore", id="task.retire",
                tooltip="Drop the task with a reason, or bring it back"),
        Binding("escape", "back", "Back", id="task.back", tooltip="Back to the list"),
    ]  # fmt: skip

    app = getters.app(CurateApp)
    top = getters.query_one(TopLine)
    page = getters.query_one("#card-page", VerticalScroll)

    def __init__(self, task: TaskName | str) -> None:
        super().__init__()
        self.of = task
        self.loaded: bytes = b""
        self.base: Card = TaskCard()
        self.card: Card = self.base
        self.writes = False
        self._filling = True
        self._checking: Timer | None = None

    @property
    def path(self) -> str:
        """The card's file."""
        if isinstance(self.of, str):
            return layout.capability_card(self.of)
        return layout.task_card(self.of)

    @property
    def title_words(self) -> str:
        """What the card is of."""
        return self.of if isinstance(self.of, str) else "/".join(self.of)

    @property
    def snapshot(self) -> Snapshot:
        """What the app has read."""
        assert self.app.snapshot is not None
        return self.app.snapshot

    @property
    def is_dirty(self) -> bool:
        """Whether something is typed that is not saved."""
        return self.card != self.base

    def compose(self) -> ComposeResult:
        """Top line, the card's state, its fields, keys."""
        self._read()
        yield TopLine()
        with VerticalScroll(id="card-page", can_focus=False):
            yield Static(id="card-state")
            for field in fields_of(self.card):
                yield from self._field(field)
            if isinstance(self.card, TaskCard):
                yield Static("Texts may be sent to a model server", classes="label")
                yield Checkbox(
                    "yes; without it only servers on this machine may see them",
                    self.card.may_leave, id="may_leave", compact=True, disabled=not self.writes,
                )  # fmt: skip
                yield Static("Sources", classes="label")
                yield SourceList(self.card.sources, read_only=not self.writes)
                yield Static(id="said-sources", classes="said")
        yield Footer(show_command_palette=False)

    def _field(self, field: CardField) -> ComposeResult:
        yield Static(shown(field.label), classes="label")
        text = text_of(self.card, field)
        if field.is_prose:
            yield Prose(text, id=field.name, placeholder=field.hint, read_only=not self.writes)
        else:
            yield Input(
                visible(text), id=field.name, placeholder=field.hint, compact=True,
                disabled=not self.writes, select_on_focus=False,
            )  # fmt: skip
        yield Static(id=f"said-{field.name}", classes="said")

    def on_mount(self) -> None:
        """Say what is known, and offer what an earlier session left."""
        self.top.who = self.snapshot.person or "reading only"
        self.watch(self.app, "snapshot", self._show_state, init=False)
        self._check()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._filling = False
        self.page.scroll_home(animate=False)
        if not self.writes:
            return
        kind = type(self.base)
        kept = card_draft.kept(self.app.root, self.snapshot.person, self.path, kind)
        if kept is None or kept.card == self.base:
            card_draft.forget(self.app.root, self.snapshot.person, self.path)
            return
        since = (
            ""
            if kept.base == card_draft.digest_of(self.loaded)
            else (" The card has changed since; what you did not touch stays as it is now.")
        )
        answers = (("t", "Take it up again"), ("d", "Drop it"))

        def go(answer: str | None) -> None:
            if answer == "t":
                self._put(kept.card)
            elif answer == "d":
                card_draft.forget(self.app.root, self.snapshot.person, self.path)

        self.app.push_screen(
            Choice(
                "Something you typed here was not saved." + since,
                "\n".join(self._changes(kept.card)) or "(other fields)", answers,
            ),
            go,
        )  # fmt: skip

    def _changes(self, card: Card) -> list[str]:
        return [
            f"{field.label}: {text_of(card, field)}"
            for field in fields_of(card)
            if text_of(card, field) != text_of(self.base, field)
        ]

    # -- reading --------------------------------------------------------------------------

    def _read(self) -> None:
        """The card as its file has it now."""
        actor = self.snapshot.actor
        self.writes = actor is not None and bool(
            {"author", "curator"}.intersection(actor.person.roles)
        )
        kind: type[Card] = CapabilityCard if isinstance(self.of, str) else TaskCard
        file = self.app.root / self.path
        try:
            self.loaded = file.read_bytes() if file.is_file() else b""
            if self.loaded:
                self.base = load_model(parse(self.loaded, self.path), kind)
            else:
                self.base, self.writes = kind(), False
        except (FileError, OSError) as error:
            self.base, self.writes = kind(), False
            self.app.tell(error)
        self.card = self.base

    def _show_state(self) -> None:
        state = []
        if isinstance(self.base, TaskCard) and not isinstance(self.of, str):
            state = deciding.state_of(self.snapshot, self.of)
        if not self.writes:
            state.append("You read this card; authors and curators change it.")
        self.query_one("#card-state", Static).update(shown("\n".join(state)))
        self._show_top()

    def _show_top(self) -> None:
        faults = wrong(self.snapshot.benchmark, self.card)
        self.top.left = f"Card of {self.title_words}"
        saved = "not saved yet" if self.is_dirty else "saved"
        self.top.middle = " · ".join(
            filter(None, (saved, f"{len(faults)} wrong" if faults else ""))
        )
        self.top.short = self.top.middle

    # -- typing ---------------------------------------------------------------------------

    @on(TextArea.Changed)
    @on(Input.Changed)
    @on(Checkbox.Changed)
    def _typed(self) -> None:
        if not self._filling:
            self._collect()

    @on(SourceList.Changed)
    def _sources(self, event: SourceList.Changed) -> None:
        if not self._filling and isinstance(self.card, TaskCard):
            self.card = self.card.model_copy(update={"sources": event.sources})
            self._soon()

    def _collect(self) -> None:
        card = self.card
        for field in fields_of(card):
            widget = self.query_one(f"#{field.name}")
            before = text_of(self.base, field)
            if isinstance(widget, Prose):
                text = widget.text
            else:
                text, before = getattr(widget, "value", ""), visible(before)
            if text == before:
                card = card.model_copy(update={field.name: getattr(self.base, field.name)})
            else:
                card = with_text(card, field, text)
        if isinstance(card, TaskCard):
            leaves = self.query_one("#may_leave", Checkbox).value
            card = card.model_copy(update={"may_leave": leaves})
        if card != self.card:
            self.card = card
            self._soon()

    def _soon(self) -> None:
        self._show_top()
        if self._checking:
            self._checking.stop()
        self._checking = self.set_timer(CHECK_AFTER, self._quiet)

    def _quiet(self) -> None:
        self._check()
        self.keep_now()

    def keep_now(self) -> None:
        """Have what is typed on disk."""
        person = self.snapshot.person
        if not self.writes:
            return
        try:
            if self.is_dirty:
                base = card_draft.digest_of(self.loaded)
                card_draft.keep(self.app.root, person, self.path, base, self.card)
            else:
                card_draft.forget(self.app.root, person, self.path)
        except OSError as error:
            self.app.tell(f"What you type cannot be kept on disk ({error}); save soon.")

    def _check(self) -> None:
        errors = wrong(self.snapshot.benchmark, self.card)
        doubts = doubtful(self.snapshot.benchmark, self.card)
        for said in self.query(".said").results(Static):
            name = (said.id or "").removeprefix("said-")
            text = (
                f"✗ {errors[name]}"
                if name in errors
                else f"! {doubts[name]}"
                if name in doubts
                else ""
            )
            said.update(shown(text) if text else Content(""))
            said.display = bool(text)
            said.set_class(name in errors, "wrong")
        self._show_state()

    async def _fill(self) -> None:
        """Show the card as it is in memory."""
        self._filling = True
        for field in fields_of(self.card):
            widget = self.query_one(f"#{field.name}")
            text = text_of(self.card, field)
            if isinstance(widget, Prose) and widget.text != text:
                widget.replace(text, (0, 0), widget.document.end)
            elif isinstance(widget, Input):
                widget.value = visible(text)
        if isinstance(self.card, TaskCard):
            self.query_one("#may_leave", Checkbox).value = self.card.may_leave
            await self.query_one(SourceList).put(self.card.sources)
        self.call_after_refresh(self._filled)

    def _filled(self) -> None:
        self._filling = False
        self._check()

    def _put(self, card: Card) -> None:
        self.card = card
        self.run_worker(self._fill(), exit_on_error=False)
        self.keep_now()

    # -- doing ----------------------------------------------------------------------------

    def action_save(self) -> None:
        """One commit with the fields that changed."""
        self._collect()
        self._save(then_leave=False)

    def _save(self, *, then_leave: bool) -> None:
        if errors := wrong(self.snapshot.benchmark, self.card):
            self._check()
            self.app.tell(next(iter(errors.values())))
            return
        try:
            change_card(
                self.app.root, self.snapshot.require_actor(), self.path, self.card,
                loaded=self.loaded,
            )  # fmt: skip
        except ChangedOnDiskError as error:
            self._meet(error)
            return
        except (CurateError, OSError) as error:
            self.app.tell(error)
            return
        mine = self.card
        self._read()
        self.card = self.base if mine == self.base else mine
        self.keep_now()
        self._check()
        self.app.tell(f"The card of {self.title_words} is saved.", severity="information")
        self.app.read_again()
        if then_leave:
            self.dismiss(None)

    def _meet(self, error: ChangedOnDiskError) -> None:
        """Somebody changed the card meanwhile: theirs, with what I changed."""
        mine, base = self.card, self.base
        self._read()
        card, both = together(base, mine, self.base)
        self._put(card)
        said = "A colleague changed this card meanwhile. What you did not touch is theirs now"
        if both:
            said += f"; both of you changed {', '.join(both)}: yours is shown"
        self.app.tell(f"{said}. Nothing is saved yet: look it over and save again.")

    def action_back(self) -> None:
        """Leave; what is not saved is asked about."""
        if self.writes:
            self._collect()
        if not self.is_dirty:
            self.dismiss(None)
            return
        answers = (
            ("s", "Save it"),
            ("k", "Keep it for later, unsaved"),
            ("d", "Drop what I typed"),
        )

        def go(answer: str | None) -> None:
            if answer == "s":
                self._save(then_leave=True)
            elif answer == "k":
                self.keep_now()
                self.dismiss(None)
            elif answer == "d":
                card_draft.forget(self.app.root, self.snapshot.person, self.path)
                self.dismiss(None)

        self.app.push_screen(Choice("The card is not saved.", self._what_changed(), answers), go)

    def _what_changed(self) -> str:
        return "\n".join(self._changes(self.card)) or "(other fields)"

    def action_clear(self) -> None:
        """Let the task pass."""
        if not isinstance(self.of, str):
            deciding.clear(self.app, self.of)

    def action_retire(self) -> None:
        """Drop the task with a reason, or bring it back."""
        if not isinstance(self.of, str):
            deciding.retire_or_restore(self.app, self.of)
