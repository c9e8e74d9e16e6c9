"""A language model that turns a text into one vector a token, as bert-score reads it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeVar

from augment.similarity.choice import ModelChoice
from augment.similarity.embedded import Embedded
from augment.similarity.windows import Window, windows
from schemas.errors import ServiceError

LIBRARIES: Final = ("bert-score", "transformers", "tokenizers", "torch")
_NO_LIMIT: Final = 2**30
_USUAL_LIMIT: Final = 512

A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True)
class Encoder:
    """`limit` is how many tokens one window holds, those that frame it included."""

    choice: ModelChoice
    model: Any
    tokenizer: Any
    layer: int
    limit: int
    revision: str

    @cached_property
    def identity(self) -> dict[str, str]:
        """Everything that the vectors of a text depend on."""
        return {
            "model": self.choice.name,
            "revision": self.revision,
            "layer": str(self.layer),
            "limit": str(self.limit),
            "tokenizer": type(self.tokenizer).__name__,
            **{name: version(name) for name in LIBRARIES},
        }

    @cached_property
    def _frame(self) -> tuple[int, int]:
        """How many tokens of the model's own stand before and behind every text."""
        bare = self.tokenizer.encode("a", add_special_tokens=False)
        framed = self.tokenizer.encode("a", add_special_tokens=True)
        before = framed.index(bare[0])
        return before, len(framed) - before - len(bare)

    @cached_property
    def capacity(self) -> int:
        """How many of a text's own tokens one window holds."""
        return self.limit - sum(self._frame)

    def tokens(self, text: str) -> list[int]:
        """All tokens of a text that is not blank, framed, as `bert_score.utils.sent_encode`."""
        from bert_score.utils import sent_encode

        return [int(token) for token in sent_encode(self.tokenizer, text)]

    def embed(self, tokens: Sequence[int]) -> Embedded:
        """The vectors of a text: one pass a window, no padding."""
        import numpy as np
        import torch

        before, behind = self._frame
        inner = tokens[before : len(tokens) - behind]
        parts = windows(len(inner), self.capacity)
        with torch.inference_mode():
            vectors = torch.cat([self._window(tokens, w, len(inner)) for w in parts])
            # As bert-score: a vector without length stays NaN there and counts for nothing here.
            vectors = torch.nn.functional.normalize(vectors.float(), dim=-1)
        frame = {self.tokenizer.cls_token_id, self.tokenizer.sep_token_id}
        counts = np.array([token not in frame for token in tokens], dtype=np.bool_)
        unknown = sum(token == self.tokenizer.unk_token_id for token in inner)
        return Embedded(vectors.numpy(), counts, unknown, len(parts))

    def _window(self, tokens: Sequence[int], window: Window, inner: int) -> Any:
        import torch

        before, behind = self._frame
        tail = tokens[len(tokens) - behind :]
        ids = [*tokens[:before], *tokens[before + window.begin : before + window.end], *tail]
        batch = torch.tensor([ids])
        out = self.model(batch, attention_mask=torch.ones_like(batch))[0][0]
        first = 0 if window.keep_begin == 0 else before + window.keep_begin - window.begin
        last = before + window.keep_end - window.begin
        return out[first : len(ids) if window.keep_end == inner else last]


@lru_cache(maxsize=2)
def load_encoder(choice: ModelChoice) -> Encoder:
    """Load a model, once a process. Raises ServiceError where that fails."""
    try:
        return _load(choice)
    except Exception as error:
        raise ServiceError(
            f"the similarity model {choice.name} cannot be loaded: {_first_line(error)}",
            advice="It is fetched once, from the Hugging Face hub. Without a connection, name a "
            "folder that holds it (`similarity.model` in curate.yaml), or take the small English "
            "model that is installed: `similarity: {model: minilm}`.",
        ) from error


def _load(choice: ModelChoice) -> Encoder:
    from bert_score.utils import get_model, get_tokenizer
    from transformers import AutoConfig

    with quiet():
        config = AutoConfig.from_pretrained(choice.source)
        layer = choice.layer or int(config.num_hidden_layers)
        tokenizer = get_tokenizer(choice.source)
        model = get_model(choice.source, layer).float()
    limit = _limit(model, tokenizer)
    tokenizer.model_max_length = _NO_LIMIT
    return Encoder(choice, model, tokenizer, layer, limit, _revision(choice, config))


@contextmanager
def quiet() -> Iterator[None]:
    """Without the progress bars of transformers."""
    from transformers.utils import logging as their_logging

    logging: Any = their_logging
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()


def _limit(model: Any, tokenizer: Any) -> int:
    """The tokenizer's limit where it knows one, and never more than the model has places for."""
    config = model.config
    places = getattr(config, "max_position_embeddings", None) or getattr(config, "n_positions", 0)
    table = getattr(getattr(model, "embeddings", None), "position_embeddings", None)
    padding = getattr(table, "padding_idx", None)
    if padding is not None:
        # RoBERTa counts places from behind that of the padding.
        places -= padding + 1
    limits = [n for n in (places, tokenizer.model_max_length) if n and 0 < n < _NO_LIMIT]
    return min(limits, default=_USUAL_LIMIT)


def _revision(choice: ModelChoice, config: Any) -> str:
    """The hub's commit, or for a folder a digest of what is in it."""
    folder = Path(choice.source)
    if not folder.is_dir():
        return str(getattr(config, "_commit_hash", None) or "")
    digest = hashlib.sha256()
    for file in sorted(folder.iterdir()):
        if file.suffix in {".json", ".txt", ".model", ".safetensors", ".bin"}:
            digest.update(file.name.encode() + b"\0")
            with file.open("rb") as stream:
                digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:12]


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def side_by_side(work: Callable[[A], B], items: Sequence[A], at_once: int = 1) -> list[B]:
    """`work` on every item, on as many threads as torch has, each item on one of them.

    A sum that is split over threads comes out different in its last digits for another number of
    threads. Here the machine is used by doing several items at a time instead. A thread takes
    `at_once` items where each is little work.
    """
    import torch

    def several(some: Sequence[A]) -> list[B]:
        return [work(item) for item in some]

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        if len(items) <= at_once:
            return several(items)
        with ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,)) as pool:
            parts = [items[start : start + at_once] for start in range(0, len(items), at_once)]
            return [done for part in pool.map(several, parts) for done in part]
    finally:
        torch.set_num_threads(threads)
