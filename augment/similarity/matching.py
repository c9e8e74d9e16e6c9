"""BERTScore of two embedded texts: greedy matching by cosine, after `bert_score`.

Every token of one text is matched with the most similar of the other, those that frame it
included; the mean over the tokens that count is precision, recall and, harmonically, F1. No
padding is involved, so a pair has one value whatever it is computed with.
"""

from __future__ import annotations

import math

from augment.similarity.embedded import Embedded


def f1(candidate: Embedded, reference: Embedded) -> float:
    """F1 of a pair, in -1..1; 0 where one of them has no token that counts."""
    import torch

    cosines = torch.from_numpy(candidate.vectors) @ torch.from_numpy(reference.vectors).T
    precision = cosines.amax(1).numpy()[candidate.counts]
    recall = cosines.amax(0).numpy()[reference.counts]
    if not precision.size or not recall.size:
        return 0.0
    p, r = float(precision.mean(dtype=float)), float(recall.mean(dtype=float))
    value = 2 * p * r / (p + r) if p + r else 0.0
    return value if math.isfinite(value) else 0.0
