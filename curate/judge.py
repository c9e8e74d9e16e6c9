"""Who judges what a release holds: `review`, which `benchmark` knows nothing of."""

from __future__ import annotations

from typing import Final

from benchmark.release.outcome import Judge
from review.outcomes import outcomes
from review.statistics import statistics

JUDGE: Final = Judge(outcomes, statistics)
