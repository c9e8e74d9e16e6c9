"""A task folder for lm-eval (0.4.13) that collects responses and scores nothing.

No text of an instance stands in a template or in YAML: the tasks take it from the data file,
through functions, and the one template there is names a field.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from benchmark.exports.about import about
from benchmark.exports.folder import ABOUT, DATA, carried, row, rows, slug
from benchmark.exports.record import Exported, Origin

_TASK: Final = """\
task: {name}
custom_dataset: !function documents.load
test_split: test
output_type: generate_until
description: "{description}"
doc_to_text: !function documents.{prompt}
doc_to_target: !function documents.reference_answer
num_fewshot: 0
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: 2048
metric_list:
  - metric: bypass
    aggregation: bypass
    higher_is_better: true
metadata:
  version: "{version}"
"""
_README: Final = """\
# {label}: collect responses with lm-eval

`{name}_chat` gives a chat model the system prompt as its system message:

    lm_eval --include_path . --tasks {name}_chat --apply_chat_template \\
        --model MODEL --model_args ARGS --log_samples --output_path responses

`{name}_text` is for models without a chat template; system prompt and input are one text, a blank
line between them. Nothing is scored: the value that lm-eval prints for `bypass` means nothing.

The responses are in `samples_*.jsonl`. `curate export prometheus --responses FILE` joins them to
the rubrics by id. What this folder was made from, and the canary string, is in `about.json`.
"""


def lm_eval(instances: Iterable[Exported], origin: Origin) -> dict[str, bytes]:
    """The files of the folder by relative path."""
    chosen, name = list(instances), slug(origin.name)
    chat = {"prompt": "prompt_for_chat", "description": "{{system_prompt}}"}
    text = {"prompt": "prompt_as_text", "description": ""}
    version = origin.version or "not a release"
    tasks = {
        f"{name}_{kind}.yaml": _TASK.format(name=f"{name}_{kind}", version=version, **parts)
        for kind, parts in (("chat", chat), ("text", text))
    }
    return {
        DATA: rows(row(instance) for instance in chosen),
        ABOUT: about(origin, "lm-eval", len(chosen)),
        "documents.py": carried("documents.py"),
        **{path: task.encode() for path, task in tasks.items()},
        "README.md": _README.format(label=origin.label, name=name).encode(),
    }
