"""My copy and the shared copy: how they stand; fetch, send; settle what both changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import getters, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from authoring.app import CurateApp
from authoring.plain import one_line, shown
from authoring.share.words import changes, in_a_word, my_copy, shared_copy
from benchmark.sync import BothChangedError, Settled, Synced, catch_up, sync
from schemas.errors import CurateError, ServiceError

if TYPE_CHECKING:
    from benchmark.copies import Copies

MOST_LINES = 12


class ShareScreen(ModalScreen[None]):
    """What you write is in your copy, on this computer. Fetch brings in what others sent to the
    shared copy; send gives them what you submitted, reviewed and saved as drafts. Nothing is
    overwritten: where two people changed one place, you are shown both."""

    CSS_PATH = "share.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f,enter", "share(True)", "Fetch & send", id="share.both",
                tooltip="Fetch what others sent, then send what is mine"),
        Binding("o", "share(False)", "Only fetch", id="share.fetch",
                tooltip="Fetch what others sent, send nothing"),
        Binding("d", "details", "Details", id="share.details",
                tooltip="The same in git's words"),
        Binding("escape,q", "leave", "Back", id="share.leave", tooltip="Back to the list"),
    ]  # fmt: skip

    app = getters.app(CurateApp)
    how = getters.query_one("#share-how", Static)
    went = getters.query_one("#share-went", Static)
    details = getters.query_one("#share-details", Static)

    class Went(Message):
        """Fetching and sending is done."""

        def __init__(self, done: Synced) -> None:
            super().__init__()
            self.done = done

    class Failed(Message):
        """It did not go through."""

        def __init__(self, error: CurateError | OSError, *, send: bool) -> None:
            super().__init__()
            self.error = error
            self.send = send

    def __init__(self) -> None:
        super().__init__()
        self.busy = False

    def compose(self) -> ComposeResult:
        """How the copies stand, how it went, git's words, keys."""
        with Vertical(id="share"):
            yield Static("My copy and the shared copy", id="share-title")
            with VerticalScroll(id="share-page"):
                yield Static(id="share-how")
                yield Static(id="share-went", classes="-unsaid")
                yield Static(id="share-details")
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Follow what the app sees."""
        self.details.display = False
        self.watch(self.app, "copies", self._show)
        self.app.look_at_copies()

    def _show(self, copies: Copies | None) -> None:
        if copies is None:
            self.how.update("looking …")
            return
        lines = [
            Content.assemble("My copy      ", Content(my_copy(copies)).stylize("bold")),
            Content.assemble(
                "Shared copy  ", Content(shared_copy(copies, self.app.unreachable)).stylize("bold")
            ),
        ]
        if copies.trouble or not copies.remote:
            lines.append(shown(copies.advice))
        if copies.acts or copies.files:
            lines.append(Content(""))
            lines += [shown(f"  · {one_line(act, 66)}") for act in copies.acts[:MOST_LINES]]
            lines += [shown(f"  ✎ {in_a_word(file)}") for file in copies.files[:MOST_LINES]]
            more = len(copies.acts[MOST_LINES:]) + len(copies.files[MOST_LINES:])
            if more:
                lines.append(Content(f"  … and {more} more"))
        if copies.files:
            lines.append(
                Content("✎ saved and not submitted: drafts are sent as they are, the rest once "
                        "it is submitted").stylize("$text-muted")
            )  # fmt: skip
        if copies.waiting:
            lines.append(
                shown(f"{changes(copies.waiting)} of yours wait on the branch {copies.own} until "
                      "somebody takes them in.")
            )  # fmt: skip
        self.how.update(Content("\n").join(lines))
        self.details.update(_in_gits_words(copies))

    # -- doing ----------------------------------------------------------------------------

    def action_share(self, send: bool) -> None:
        """Fetch, and send where that is wanted."""
        if self.busy or self.app.snapshot is None:
            return
        self.busy = True
        self.went.set_classes("")
        self.went.update("fetching and sending …" if send else "fetching …")
        self.share(send, None)

    @work(thread=True, exit_on_error=False, group="share")
    def share(self, send: bool, settled: Settled | None) -> None:
        """The same as `curate sync`, in the background."""
        try:
            snapshot = self.app.snapshot
            assert snapshot is not None
            if snapshot.actor is None:
                done = Synced("", fetched=catch_up(snapshot.root))
            else:
                done = sync(snapshot.root, snapshot.actor, send=send, settled=settled)
        except (CurateError, OSError) as error:
            self.post_message(self.Failed(error, send=send))
        else:
            self.post_message(self.Went(done))

    def on_share_screen_went(self, message: Went) -> None:
        """Say what came and went."""
        self.busy = False
        self.app.unreachable = ""
        self.went.set_classes("good")
        self.went.update(shown("✓ " + in_words(message.done)))
        self.app.read_again()

    def on_share_screen_failed(self, message: Failed) -> None:
        """Say why not; where both copies changed one place, settle it."""
        self.busy = False
        error = message.error
        if isinstance(error, BothChangedError):
            self.went.update(shown("Both copies changed the same places: settle them …"))
            self._settle(error, message.send)
            return
        if isinstance(error, ServiceError) and "reached" in error.what:
            self.app.unreachable = error.what
        self.went.set_classes("bad")
        self.went.update(shown(f"✗ {error}"))
        self.app.read_again()

    @work(exit_on_error=False, group="settle")
    async def _settle(self, error: BothChangedError, send: bool) -> None:
        from authoring.share.settling import settle_all

        settled = await settle_all(self.app, error)
        if settled is None:
            self.went.set_classes("bad")
            self.went.update("✗ Not settled: nothing was merged and both versions are kept.")
            return
        self.busy = True
        self.went.update("merging and sending …" if send else "merging …")
        self.share(send, settled)

    def action_details(self) -> None:
        """Show or hide git's words."""
        self.details.display = not self.details.display

    def action_leave(self) -> None:
        """Back; what runs goes on."""
        self.dismiss(None)


def in_words(done: Synced) -> str:
    """What a sync did, for people who never used git."""
    if not done.shared and not done.fetched:
        saved = f"{changes(len(done.drafts))} saved. " if done.drafts else ""
        return f"{saved}There is no shared copy to send to, or nothing new in it."
    parts = [f"fetched {changes(done.fetched)}" if done.fetched else "nothing new to fetch"]
    if done.sent:
        parts.append(f"sent {changes(done.sent)}")
    words = [", ".join(parts).capitalize() + "."]
    words += [f"{old} is now {new}: somebody's instance had the number first."
              for old, new in done.renumbered]  # fmt: skip
    if done.branch:
        words.append(
            "The shared copy takes nothing directly: what you sent waits under the name "
            f"{done.branch} until somebody takes it in. Tell a curator; go on working meanwhile."
        )
        if done.link:
            words.append(f"Ask for it here: {done.link}")
    if done.left:
        words.append(f"Only here: {changes(len(done.left))} that you have not submitted.")
    return "\n".join(words)


def _in_gits_words(copies: Copies) -> Content:
    lines = ["", "In git's words:"]
    if copies.remote:
        lines.append(f"  remote {copies.remote} {copies.url}, branch {copies.branch}")
        lines.append(f"  {len(copies.acts)} ahead, {copies.behind} behind (as last fetched)")
    if copies.own:
        lines.append(
            f"  {copies.waiting} commits on {copies.remote}/{copies.own}, not merged there"
        )
    lines.append(f"  {len(copies.files)} files differ from HEAD or are untracked")
    lines += [f"    {file}" for file in copies.files[:MOST_LINES]]
    if copies.trouble:
        lines.append(f"  {copies.trouble}")
    lines.append("  fetch = git fetch + merge; send = commit drafts + push (`curate sync`)")
    return shown("\n".join(lines)).stylize("$text-muted")
