"""The left column: what is to do, and capabilities with their tasks and how far each is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rich.text import Text
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from authoring.browse.place import TITLES, Kind, Place
from authoring.plain import cell, one_line

if TYPE_CHECKING:
    from authoring.browse.todo import TaskCount
    from authoring.workplace import Snapshot

WIDTH = 31


class PlaceTree(Tree[Place]):
    """Places to look at; a node's data is its place."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(cell(""), id=id)
        self.show_root = False
        self.show_guides = False
        self.guide_depth = 2
        self.auto_expand = False

    def show(self, snapshot: Snapshot, mine: Mapping[Kind, list[str]] | None = None) -> None:
        """Fill it; what was open and where the cursor was stays."""
        from authoring.browse.todo import counts, to_do, together

        mine = to_do(snapshot) if mine is None else mine
        closed = {n.data for n in self.root.children if n.children and not n.is_expanded}
        first_time = not self.root.children
        cursor = self.cursor_node.data if self.cursor_node else None
        self.clear()
        self._add_to_do(mine)
        self.root.add_leaf(self._label("all instances", len(snapshot.benchmark.instances)), Place())
        found = counts(snapshot)
        many = len(found) > 30 and first_time
        for capability in dict.fromkeys(
            [*snapshot.benchmark.capabilities, *(name for name, _ in found)]
        ):
            place = Place(capability=capability)
            tasks = {task: count for task, count in found.items() if task[0] == capability}
            node = self.root.add(
                self._label(capability, together(list(tasks.values())), after=2),
                place,
                expand=not many and place not in closed,
            )
            for task, count in tasks.items():
                retired = snapshot.benchmark.is_retired(task)
                label = self._label(task[1], "retired" if retired else count, after=2)
                node.add_leaf(label, Place(capability=capability, task=task[1]))
        self.root.expand()
        if cursor is not None:
            self.point_at(cursor)

    def _add_to_do(self, mine: Mapping[Kind, list[str]]) -> None:
        for kind, names in mine.items():
            if names:
                glyph, title = TITLES[kind]
                self.root.add_leaf(self._label(f"{glyph} {title}", len(names)), Place(kind=kind))

    @staticmethod
    def _label(name: str, count: TaskCount | int | str, after: int = 0) -> Text:
        """A name and its count at the right edge, `after` so many cells of the tree's own."""
        shown = f"{count}  " if isinstance(count, int | str) else count.shown
        room = WIDTH - 5 - after - len(shown)
        text = cell(one_line(name, room))
        text.truncate(room, pad=True)
        return text.append_text(cell(f" {shown}"))

    def point_at(self, place: Place) -> bool:
        """Put the cursor on a place; False where it is not there any more."""
        for node in self._walk(self.root):
            if node.data == place:
                self.move_cursor(node)
                return True
        return False

    def _walk(self, node: TreeNode[Place]) -> list[TreeNode[Place]]:
        found = []
        for child in node.children:
            found += [child, *self._walk(child)]
        return found
