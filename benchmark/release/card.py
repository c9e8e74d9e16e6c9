"""The dataset card: what the release is, counted, in the form dataset hubs read."""

from __future__ import annotations

import json
from collections import Counter

from benchmark.release.facts import Facts


def card(facts: Facts) -> str:
    """The card as Markdown with front matter: one config per capability, and `all`."""
    settings, rows = facts.benchmark.settings, facts.rows
    capabilities = list(dict.fromkeys(row["capability"] for row in rows))
    front = [
        "---",
        f"license: {settings.licence.lower()}",
        f"pretty_name: {json.dumps(settings.name, ensure_ascii=False)}",
    ]
    front += ["language:", *(f"- {language}" for language in sorted({r["language"] for r in rows}))]
    front += ["configs:"]
    for name in ["all", *capabilities]:
        pattern = "data/*.jsonl" if name == "all" else f"data/{name}.jsonl"
        front += [f"- config_name: {name}"]
        front += ["  default: true"] if name == "all" else []
        front += ["  data_files:", "  - split: test", f"    path: {pattern}"]
    front += ["---", ""]
    left_out = Counter(entry.status for entry in facts.left_out)
    lines = [
        f"# {settings.name} {facts.version}",
        "",
        f"{len(rows)} instances in {len({(r['capability'], r['task']) for r in rows})} tasks. "
        "Each has a system prompt, an input, a reference answer worth the score 5, and its own "
        "rubric: one criterion and a description of every score from 1 to 5.",
        "",
        *_table("Capability", Counter(r["capability"] for r in rows)),
        *_table("Language", Counter(r["language"] for r in rows)),
        *_table("Origin", Counter(r["origin"] for r in rows)),
        *_table("Accepted by", Counter(r["basis"] for r in rows)),
        "## How it was made",
        "",
        "Every instance was judged by two people who had not written it, or adopted by a curator "
        "with a reason (`basis`). Flagged by both: eliminated. Flagged by one: revised until "
        f"verified. Not in this release: {_listed(left_out) or 'nothing that was submitted'}.",
        "",
        "## Is it the real one?",
        "",
        "```",
        "sha256sum -c SHA256SUMS",
        "curate release verify .",
        "```",
        "",
        f"Built by {facts.tool} from commit `{facts.source_commit}` of "
        f"{facts.source_time}. Licence: {settings.licence}.",
    ]
    if settings.canary:
        lines += [
            "",
            "Benchmark data should never be part of a training corpus. Canary: "
            f"`{settings.canary}`",
        ]
    return "\n".join([*front, *lines]) + "\n"


def _table(title: str, counts: Counter[str]) -> list[str]:
    return [
        f"| {title} | Instances |",
        "|---|---:|",
        *(f"| {k} | {n} |" for k, n in counts.items()),
        "",
    ]


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{n} {status}" for status, n in sorted(counts.items()))
