"""BERTScore between texts, each of them embedded once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from augment.similarity.cache import EmbeddingCache
from augment.similarity.choice import choose
from augment.similarity.embedded import Embedded
from augment.similarity.encoder import Encoder, load_encoder, side_by_side
from augment.similarity.matching import f1
from schemas.errors import UsageError
from schemas.settings import SimilaritySettings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNKNOWN: Final = 0.3
"""The share of a text's tokens above which a model cannot be said to read it."""


def open_similarity(settings: SimilaritySettings, language: str, cache: Path | None) -> Similarity:
    """Load the model for a language, once a process; `cache` is a folder for embeddings.

    Raises UsageError where the extra is not installed or the settings name no model, ServiceError
    where the model cannot be loaded. Whether it can read a task's own texts is for
    `Similarity.require_readable` to say.
    """
    return Similarity(load_encoder(choose(settings, language)), cache)


class Similarity:
    """BERTScore F1 by one model, equal to `bert_score.BERTScorer` on single pairs."""

    def __init__(self, encoder: Encoder, cache: Path | None) -> None:
        self.encoder = encoder
        self._cache = EmbeddingCache(cache, encoder.identity)

    @cached_property
    def settings_record(self) -> dict[str, str]:
        """What the scores depend on: model, revision, layer, limit, versions of libraries."""
        return dict(self.encoder.identity)

    def embed(self, texts: Iterable[str]) -> dict[str, Embedded]:
        """The embedding of each text but blank ones, computed where it is not known yet."""
        found: dict[str, Embedded] = {}
        missing: dict[str, list[int]] = {}
        for text in texts:
            if text in found or text in missing or not text.strip():
                continue
            known = self._cache.get(text)
            if known is None:
                missing[text] = self.encoder.tokens(text)
            else:
                found[text] = known
        longest_first = sorted(missing, key=lambda text: -len(missing[text]))
        work = [missing[text] for text in longest_first]
        for text, embedded in zip(
            longest_first, side_by_side(self.encoder.embed, work), strict=True
        ):
            self._cache.put(text, embedded)
            found[text] = embedded
        return found

    def scores(self, texts_a: Sequence[str], texts_b: Sequence[str]) -> NDArray[np.float64]:
        """F1 of every pair, [len(texts_a), len(texts_b)]; equal texts score 1, blank ones 0."""
        import numpy as np

        embedded = self.embed([*texts_a, *texts_b])

        def score(pair: tuple[str, str]) -> float:
            a, b = pair
            if a.strip() == b.strip():
                return 1.0 if a.strip() else 0.0
            return f1(embedded[a], embedded[b]) if a in embedded and b in embedded else 0.0

        pairs = [(a, b) for a in texts_a for b in texts_b]
        return np.array(side_by_side(score, pairs, at_once=16)).reshape(len(texts_a), len(texts_b))

    def windowed(self, texts: Iterable[str]) -> int:
        """How many of the texts are longer than the model's limit and were read in windows."""
        return sum(one.windows > 1 for one in self.embed(texts).values())

    def unreadable(self, texts: Iterable[str]) -> dict[str, float]:
        """The texts the model has no words for, with the share of unknown tokens."""
        shares = {
            text: one.unknown / one.counts.sum()
            for text, one in self.embed(texts).items()
            if one.counts.any()
        }
        return {text: share for text, share in shares.items() if share > UNKNOWN}

    def require_readable(self, texts: Iterable[str]) -> None:
        """Raises UsageError where the model has no words for some of the texts."""
        found = self.unreadable(texts)
        if found:
            text, share = max(found.items(), key=lambda item: item[1])
            raise UsageError(
                f"the similarity model {self.encoder.choice.name} cannot read {len(found)} of "
                f"the texts: {share:.0%} of the tokens of '{text.strip()[:40]}' are unknown to it",
                advice="Take a multilingual one, such as `similarity: {model: "
                "bert-base-multilingual-cased}`, or leave `model` out to have bert-score's model "
                "of the language.",
            )
