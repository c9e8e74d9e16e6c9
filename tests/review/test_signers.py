"""Who signed an act, read from real SSH signatures."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.world import World

pytestmark = pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="needs ssh-keygen")


def signs_as(world: World, keys: Path, person: str) -> None:
    """From here on commits in this copy are signed with the person's key."""
    key = keys / person
    if not key.exists():
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", person, "-f", key], check=True
        )
    for name, value in (
        ("gpg.format", "ssh"), ("user.signingKey", f"{key}.pub"), ("commit.gpgSign", "true"),
    ):  # fmt: skip
        world.git("config", name, value)


def trust(world: World, keys: Path, *people: str) -> None:
    """The keys git believes, by address."""
    lines = [f"{p}@example.org {(keys / f'{p}.pub').read_text()}" for p in people]
    (keys / "allowed").write_text("".join(lines))
    world.git("config", "gpg.ssh.allowedSignersFile", str(keys / "allowed"))


@pytest.fixture
def signed(world: World, tmp_path: Path) -> tuple[str, Path]:
    """An instance ann submitted and bob reviewed, each with their own key; cem, unsigned."""
    keys = tmp_path / "keys"
    keys.mkdir()
    name = world.draft()
    signs_as(world, keys, "ann")
    world("submit", name)
    name = "reasoning_tables_0"
    signs_as(world, keys, "bob")
    world.review(name, "bob", "rubric")
    world.git("config", "commit.gpgSign", "false")
    world.review(name, "cem")
    trust(world, keys, "ann", "bob")
    return name, keys


def signatures(world: World) -> dict[str, tuple[str, str]]:
    """Signature and person by whose act it is."""
    found = world("review", "signers", "--json").json
    return {entry["by"]: (entry["signature"], entry["person"]) for entry in found}


def test_the_signer_of_each_act_is_told(world, signed):
    assert signatures(world) == {
        "ann": ("good", "ann"), "bob": ("good", "bob"), "cem": ("none", ""),
    }  # fmt: skip
    said = world("review", "signers").out
    assert "3 acts; signatures: 2 good, 1 none" in said
    assert "SHA256:" in said


def test_a_key_git_does_not_know_is_no_good_signature(world, signed):
    trust(world, signed[1], "ann")
    assert signatures(world)["bob"][0] != "good"
    assert signatures(world)["ann"] == ("good", "ann")


def test_an_act_signed_by_somebody_else_is_listed(world, signed):
    _, keys = signed
    other = world.submitted()
    signs_as(world, keys, "bob")
    world.review(other, "cem")
    said = world("review", "signers").out
    assert "Signed by someone whom the act does not name (1)" in said
    assert other in said.partition("does not name (1)")[2].split("\n")[1]


def test_acts_put_down_for_another_are_listed(world, signed):
    world.git("config", "user.name", "Kit")
    world.git("config", "user.email", "kit@example.org")
    other = world.submitted(by="ann")
    said = world("review", "signers").out
    assert "Recorded for somebody else (1)" in said
    assert "recorded by kit" in said
    found = world("review", "oversight", "--json").json["recorded_for_others"]
    assert found == [{"id": other, "act": "submit", "round": 1, "by": "ann", "recorded_by": "kit"}]
