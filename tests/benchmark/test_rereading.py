"""Reading and checking again gives what reading and checking anew gives, and parses less."""

from __future__ import annotations

import os
import time
from pathlib import Path

from benchmark.load import load_folder
from benchmark.rechecking import Rechecking
from benchmark.rereading import Rereading
from benchmark.validate import validate


def aged(root):
    """Every file as if it were written a minute ago."""
    then = time.time() - 60
    for folder, _, names in os.walk(root):
        for name in names:
            os.utime(Path(folder, name), (then, then))


def test_what_changed_came_and_went_is_seen_and_the_rest_is_the_same_object(world):
    first, second, third = world.submitted(), world.submitted(), world.draft()
    aged(world.root)
    rereading = Rereading(world.root)
    before = rereading.read()
    assert not rereading.changed()
    world.edit(first, notes="New.")
    (world.root / world.find(third).path).unlink()
    world.review(second, "bob")
    fresh = world.draft()
    assert rereading.changed()
    after = rereading.read()
    assert after == load_folder(world.root)
    assert after.find(first).instance.notes == "New."
    assert after.find(second) is before.find(second)
    assert {loaded.name for loaded in after.instances} == {first, second, fresh}
    assert len(after.acts_of(after.find(second))) == 2


def test_a_change_within_the_clock_s_grain_is_not_missed(world):
    name = world.draft()
    rereading = Rereading(world.root)
    rereading.read()
    file = world.root / world.find(name).path
    stamp = file.stat()
    text = file.read_text()
    assert "You read" in text
    file.write_text(text.replace("You read", "You eat!"))
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert "You eat!" in rereading.read().find(name).instance.system_prompt


def test_a_file_that_cannot_be_read_any_more_and_then_can_is_followed(world):
    name = world.draft()
    aged(world.root)
    rereading = Rereading(world.root)
    good = rereading.read().find(name).document.source
    file = world.root / world.find(name).path
    file.write_text("key: [half\n")
    assert len(rereading.read().unreadable) == 1
    file.write_text(good)
    assert rereading.read().find(name)


def test_checking_again_finds_what_validate_finds(world):
    name, other = world.draft(), world.draft()
    world.edit(name, reference_answer="Caf\ufffd", input="")
    aged(world.root)
    rereading, rechecking = Rereading(world.root), Rechecking()

    def agree():
        benchmark = rereading.read()
        found = rechecking.findings(benchmark, lambda: False)
        flat = sorted((finding for of_file in found.values() for finding in of_file), key=repr)
        assert flat == sorted(validate(benchmark), key=repr)
        return flat

    before = agree()
    assert before
    world.edit(name, reference_answer="Coffee, with 2 euro.", input="Which is it?")
    assert agree() != before
    world("submit", other)
    agree()
    assert rechecking.findings(rereading.read(), lambda: True) is None
