"""How the page looks: light and dark, wide and narrow."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --line: #8884; --quiet: #666; --mark: #ffd9a0; }
@media (prefers-color-scheme: dark) { :root { --quiet: #aaa; --mark: #7a4a00; } }
body { font: 16px/1.5 system-ui, "Noto Sans", sans-serif; max-width: 80rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; border-top: 2px solid var(--line); padding-top: 1rem; }
h3 { font-size: .95rem; color: var(--quiet); margin-bottom: .3rem; }
header p { margin: .2rem 0; color: var(--quiet); }
header .warning { font-weight: bold; color: inherit; border-left: 4px solid; padding-left: .5rem; }
section > div { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; }
section article, section pre { min-width: 0; overflow-x: auto; margin: 0; padding: .6rem .8rem;
  border: 1px solid var(--line); border-radius: 4px; }
section pre { font: .85rem/1.5 ui-monospace, "Noto Sans Mono", monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; unicode-bidi: plaintext; text-align: start; }
article > :first-child { margin-top: 0; } article > :last-child { margin-bottom: 0; }
article pre { direction: ltr; } article table { border-collapse: collapse; }
article th, article td { border: 1px solid var(--line); padding: .2rem .5rem; }
article h1, article h2, article h3 { font-size: 1.05rem; border: 0; padding: 0; color: inherit; }
math { font-size: 1.1em; } .unread { text-decoration: underline wavy; }
mark { background: var(--mark); color: inherit; }
.empty { color: var(--quiet); } footer { color: var(--quiet); margin: 2rem 0; font-size: .85rem; }
@media (max-width: 50rem) { section > div { grid-template-columns: 1fr; } }
@media print { body { max-width: none; } }
"""
