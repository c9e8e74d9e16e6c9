"""The command palette: every action of the screen that is open, by its key's own words."""

from __future__ import annotations

from functools import partial

from textual.binding import ActiveBinding
from textual.command import DiscoveryHit, Hit, Hits, Provider

from authoring.plain import shown


class Actions(Provider):
    """One command for each binding that has an id."""

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for title, about, active in self._actions():
            yield DiscoveryHit(shown(title), partial(self._run, active), help=about)

    async def search(self, query: str) -> Hits:
        """Those whose words match."""
        matcher = self.matcher(query)
        for title, about, active in self._actions():
            if (score := matcher.match(f"{title} {about}")) > 0:
                yield Hit(score, matcher.highlight(title), partial(self._run, active), help=about)

    def _actions(self) -> list[tuple[str, str, ActiveBinding]]:
        found = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            # What only moves a cursor is no command.
            moves = (binding.id or "").startswith("list.") and not binding.show
            wanted = binding.id and binding.description and not moves
            if wanted and active.enabled and binding.action not in found:
                key = self.app.get_key_display(binding)
                title = f"{binding.description}  ({key})"
                found[binding.action] = (title, active.tooltip or "", active)
        return list(found.values())

    async def _run(self, active: ActiveBinding) -> None:
        await self.app.run_action(active.binding.action, active.node)
