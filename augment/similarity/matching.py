"""BERTScore of two embedded texts: greedy matching by cosine, after `bert_score`.

Every token of one text is matched with the most similar of the other, those that frame it
included; the mean over the tokens that count is precision, recall and, harmonically, F1. No
padding is involved, so a pair has one value whatever it is computed with.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from augment.similarity.embedded import Embedded

if TYPE_CHECKING:
    from torch import Tensor


@dataclass(frozen=True)
class Matchable:
    """An embedded text as matching takes it."""

    vectors: Tensor
    counts: Tensor
    total: int


def matchable(embedded: Embedded) -> Matchable:
    """Prepare once what is matched many times."""
    import torch

    counts: Any = torch.from_numpy(embedded.counts.copy()).double()
    return Matchable(torch.from_numpy(embedded.vectors.copy()), counts, int(embedded.counts.sum()))


def f1(candidate: Matchable, reference: Matchable) -> float:
    """F1 of a pair, in -1..1; 0 where one of them has no token that counts."""
    if not candidate.total or not reference.total:
        return 0.0
    cosines = candidate.vectors @ reference.vectors.T
    precision = float(cosines.amax(1).double() @ candidate.counts) / candidate.total
    recall = float(cosines.amax(0).double() @ reference.counts) / reference.total
    value = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return value if math.isfinite(value) else 0.0
