"""The one door to git: the real program, argument lists, NUL-separated lists, no prompts.

Paths are relative to the benchmark's root, which need not be the repository's.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmark.layout import git_dir
from schemas.errors import GitError, RefusedError

if TYPE_CHECKING:
    from git import Git as GitProgram

_ENVIRONMENT: Final = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_EDITOR": "true",
    "GIT_MERGE_AUTOEDIT": "no",
}
_UNFINISHED: Final = {
    "MERGE_HEAD": ("a merge", "merge"),
    "rebase-merge": ("a rebase", "rebase"),
    "rebase-apply": ("a rebase", "rebase"),
    "CHERRY_PICK_HEAD": ("a cherry-pick", "cherry-pick"),
    "REVERT_HEAD": ("a revert", "revert"),
}
# What git sets for its hooks, and what would lead a git started from one astray.
_MISLEADING: Final = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
)


def forget_hook_variables() -> None:
    """Drop the variables a git hook hands to what it starts. For the start of a process."""
    for name in _MISLEADING:
        os.environ.pop(name, None)


@dataclass(frozen=True)
class Answer:
    """What one call of git gave back."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        """Standard output as text, the last newline removed."""
        return self.out.decode("utf-8", "replace").removesuffix("\n")


@dataclass(frozen=True)
class Commit:
    """One commit that touched files: its hash, its author's e-mail, its act, and the paths.

    `by` is the id of whose act it is, where the commit says so: another than its author where
    somebody works under an identity that is not git's.
    """

    hash: str
    parents: tuple[str, ...]
    email: str
    act: str
    paths: tuple[str, ...]
    by: str = ""


class _CommittedFiles(Mapping[str, bytes]):
    """Blobs by path, read one at a time through one running `git cat-file --batch`."""

    def __init__(self, program: GitProgram, blobs: Mapping[str, str]) -> None:
        self.program = program
        self.blobs = blobs

    def __getitem__(self, path: str) -> bytes:
        return self.program.get_object_data(self.blobs[path])[3]

    def __iter__(self) -> Iterator[str]:
        return iter(self.blobs)

    def __len__(self) -> int:
        return len(self.blobs)


class Git:
    """Git at the root of a benchmark."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def _program(self) -> GitProgram:
        os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")
        from git import Git as GitProgram

        program = GitProgram(str(self.root))
        program.update_environment(**_ENVIRONMENT)
        return program

    def ask(
        self,
        *arguments: str,
        stdin: bytes | None = None,
        literal: bool = True,
        environment: Mapping[str, str] | None = None,
    ) -> Answer:
        """Run git and return its answer, whatever it is. Raises GitError where git is missing."""
        program = self._program
        from git.exc import GitCommandNotFound

        command = ["git", *(["--literal-pathspecs"] if literal else []), *arguments]
        with tempfile.TemporaryFile() as file:
            if stdin is not None:
                file.write(stdin)
                file.seek(0)
            try:
                code, out, err = program.execute(
                    command,
                    env=environment,
                    istream=file,
                    with_extended_output=True,
                    with_exceptions=False,
                    stdout_as_string=False,
                    strip_newline_in_stdout=False,
                )
            except GitCommandNotFound:
                raise GitError(
                    "git is not installed",
                    advice="Reading works without it; what others must see needs it.",
                ) from None
        assert isinstance(out, bytes)
        return Answer(int(code), out, str(err).strip())

    def run(self, *arguments: str, stdin: bytes | None = None, literal: bool = True) -> Answer:
        """Run git. Raises GitError, with git's own words, where it fails."""
        answer = self.ask(*arguments, stdin=stdin, literal=literal)
        if answer.code:
            verb = list(arguments)
            while verb[0] == "-c":
                del verb[:2]
            raise GitError(f"git {verb[0]} failed: {answer.err or answer.text}")
        return answer

    def reach(self, *arguments: str) -> Answer:
        """Run a command of git's that talks to another machine; nobody is there to be asked."""
        own = self.ask("config", "core.sshCommand").text
        if own or "GIT_SSH_COMMAND" in os.environ or "GIT_SSH" in os.environ:
            return self.ask(*arguments)
        return self.ask(*arguments, environment={"GIT_SSH_COMMAND": "ssh -oBatchMode=yes"})

    # -- where we are ---------------------------------------------------------------------

    @cached_property
    def directory(self) -> Path | None:
        """The git directory, or None outside a repository."""
        return git_dir(self.root)

    def require_ready(self) -> None:
        """Raises RefusedError unless a commit made now would land on a branch."""
        if self.directory is None:
            raise RefusedError(
                "this benchmark is not in a git repository",
                advice=f"Run `git init` in {self.root}, then try again.",
            )
        for name, (what, verb) in _UNFINISHED.items():
            if (self.directory / name).exists():
                raise RefusedError(
                    f"{what} is under way in this repository",
                    advice=f"Finish it (`git {verb} --continue`) or give it up "
                    f"(`git {verb} --abort`), then try again. Your files are as they were.",
                )
        if self.run("rev-parse", "--is-inside-work-tree").text != "true":
            raise bare_repository()
        if self.branch is None:
            raise RefusedError(
                "no branch is checked out (detached HEAD); a commit would belong to nothing",
                advice="Run `git switch main` (or your branch), then try again. "
                "What you wrote stays on disk.",
            )

    @property
    def is_bare(self) -> bool:
        """Whether this is a repository without working files, however it is reached."""
        return self.ask("rev-parse", "--is-bare-repository").text == "true"

    @property
    def branch(self) -> str | None:
        """The branch that is checked out; None on a detached HEAD."""
        answer = self.ask("symbolic-ref", "-q", "--short", "HEAD")
        return answer.text if answer.code == 0 else None

    @cached_property
    def shared_copy(self) -> tuple[str, str]:
        """Remote and branch that are shared through; no remote where there is none."""
        branch = self.branch or "main"
        remote = self.ask("config", f"branch.{branch}.remote").text
        merge = self.ask("config", f"branch.{branch}.merge").text
        if remote and remote != "." and merge:
            return remote, merge.removeprefix("refs/heads/")
        remotes = self.ask("remote").text.split("\n")
        return ("origin" if "origin" in remotes else remotes[0]), branch

    @property
    def shared_head(self) -> str | None:
        """The newest commit of the shared copy as it was last fetched, or None."""
        remote, branch = self.shared_copy
        return self.resolve(f"refs/remotes/{remote}/{branch}") if remote else None

    @property
    def head(self) -> str | None:
        """The hash of the newest commit; None before the first."""
        return self.resolve("HEAD")

    def resolve(self, name: str) -> str | None:
        """The hash of the commit a name stands for, or None."""
        answer = self.ask("rev-parse", "-q", "--verify", f"{name}^{{commit}}")
        return answer.text if answer.code == 0 else None

    def identity(self) -> tuple[str, str] | None:
        """Name and e-mail commits are made under; None where git would have to invent them."""
        if self.directory is None:
            name = self.ask("config", "user.name").text
            email = self.ask("config", "user.email").text
            return (name, email) if name and email else None
        answer = self.ask("-c", "user.useConfigOnly=true", "var", "GIT_AUTHOR_IDENT")
        name, found, rest = answer.text.partition(" <")
        email = rest.partition(">")[0]
        return (name, email) if answer.code == 0 and found and name and email else None

    # -- reading --------------------------------------------------------------------------

    def tracked(self, paths: Iterable[str]) -> set[str]:
        """Those of the paths that git knows."""
        wanted = list(paths)
        if not wanted or self.directory is None:
            return set()
        if len(wanted) > 50:
            listed = set(_split(self.run("ls-files", "-z").out))
            return listed.intersection(wanted)
        return set(_split(self.run("ls-files", "-z", "--", *wanted).out))

    def changed(self, prefix: str = ".") -> list[str]:
        """Files that differ from the newest commit, or that git does not know yet."""
        return [path for _, path in self._status(prefix)]

    def added(self, prefix: str = ".") -> list[str]:
        """Files on disk that the newest commit does not have."""
        return [
            path
            for code, path in self._status(prefix)
            if (code[0] == "A" or code in ("??", " A")) and (self.root / path).exists()
        ]

    def left_behind(self) -> list[str]:
        """The newest commit's paths, where git was cut off before it brought the index up to it."""
        if not any(code == "DA" for code, _ in self._status(".")):
            return []
        return _split(
            self.run(
                "diff-tree", "--root", "--no-commit-id", "-r", "--name-only", "--no-renames",
                "--relative", "-z", "HEAD",
            ).out
        )  # fmt: skip

    def _status(self, prefix: str) -> list[tuple[str, str]]:
        status = self.run("status", "--porcelain", "-z", "--no-renames", "-uall", "--", prefix).out
        top = self.run("rev-parse", "--show-prefix").text
        return [(entry[:2], entry[3:].removeprefix(top)) for entry in _split(status)]

    def files_at(self, commit: str) -> Mapping[str, bytes]:
        """Every file of the benchmark as a commit holds it, each read when it is asked for."""
        return self.committed(dict(self.listing_of(commit)))

    def committed(self, blobs: Mapping[str, str]) -> Mapping[str, bytes]:
        """Files by path from their blobs, each read when it is asked for."""
        return _CommittedFiles(self._program, blobs)

    def listing_of(self, commit: str) -> Iterator[tuple[str, str]]:
        """Path and blob of every file of a commit, folder by folder; never all in memory.

        Raises GitError.
        """
        program = self._program
        from git.exc import GitCommandError

        listing = program.execute(
            ["git", "ls-tree", "-r", "-z", commit], as_process=True, shell=False
        )
        rest = b""
        while chunk := listing.stdout.read(1 << 16):
            *lines, rest = (rest + chunk).split(b"\0")
            for line in lines:
                meta, _, path = line.decode("utf-8", "surrogateescape").partition("\t")
                if " blob " in meta:
                    yield path, meta.split()[2]
        try:
            listing.wait()
        except GitCommandError as error:
            raise GitError(f"git ls-tree failed: {error.stderr.strip()}") from None

    def ever_added(self, commits: Sequence[str], folders: Sequence[str]) -> set[str]:
        """Every file that the history of these commits ever had in the folders."""
        if not commits:
            return set()
        log = self.run(
            "log", "--no-renames", "--diff-filter=A", "--name-only", "--relative", "-z",
            "--no-show-signature", "--format=", *commits, "--", *folders,
        ).out  # fmt: skip
        return {name.lstrip("\n") for name in _split(log)}

    def file_at(self, commit: str, path: str) -> bytes | None:
        """One file as a commit holds it, or None."""
        answer = self.ask("cat-file", "blob", f"{commit}:./{path}")
        return answer.out if answer.code == 0 else None

    def history(self, paths: Sequence[str]) -> list[Commit]:
        """The commits that touched the paths, newest first.

        A merge counts with the paths in which it is like none of its parents.
        """
        if self.head is None:
            return []
        form = (
            "%x01%H%x00%P%x00%aE%x00%(trailers:key=Curate-Act,valueonly,separator=%x2C)%x00"
            "%(trailers:key=Curate-By,valueonly,separator=%x2C)%x00"
        )
        log = self.run(
            "log", "-c", "--no-renames", "--name-only", "--relative", "-z",
            "--no-show-signature", f"--format={form}", "HEAD", "--", *paths,
        ).out  # fmt: skip
        commits = []
        for block in log.decode("utf-8", "replace").split("\x01")[1:]:
            commit, parents, email, act, by, *names = block.split("\0")
            touched = tuple(n.lstrip("\n") for n in names if n.strip("\n"))
            commits.append(Commit(commit, tuple(parents.split()), email, act, touched, by))
        return commits

    def not_in(self, commits: Sequence[str], paths: Sequence[str]) -> set[str]:
        """The hashes of the commits that touched the paths and none of `commits` builds on."""
        without = [f"^{commit}" for commit in commits]
        return set(self.run("rev-list", "HEAD", *without, "--", *paths).text.split())

    # -- writing --------------------------------------------------------------------------

    def commit(
        self, paths: Sequence[str], message: str, *, identity: tuple[str, str] | None = None
    ) -> str:
        """Commit exactly these paths as they are on disk, and nothing else that is staged.

        `identity` is used where git has none of its own. Raises GitError; the index is then as
        it was before. A commit that is made stays made, whatever comes to pass after it.
        """
        before = self.head
        tracked = self.tracked(paths)
        fresh = [p for p in paths if p not in tracked]
        listed = _join(paths)
        options = self._signed(identity)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
            file.write(message)
            file.flush()
            try:
                if fresh:
                    self._from_list("add", "-N", "-f", stdin=_join(fresh))
                self._from_list(
                    *options, "commit", "-q", "--only", "--cleanup=whitespace",
                    "-F", file.name, stdin=listed,
                )  # fmt: skip
            except BaseException:
                if not self._was_made(message, before):
                    self.unstage(fresh)
                    raise
        head = self.head
        assert head is not None
        return head

    def _was_made(self, message: str, before: str | None) -> bool:
        """Whether the newest commit is the one just asked for: a hook may be cut off after it."""
        if self.head == before:
            return False
        return message.strip() in self.ask("log", "-1", "--format=%B").text

    def merge(self, commit: str, *, identity: tuple[str, str] | None = None) -> Answer:
        """Merge a commit; git's answer. What a conflict leaves is for the caller to settle.

        The options undo what a user's configuration may say of merges that they make by hand:
        `merge.ff=only` would refuse ours, `merge.autoStash` would stash.
        """
        return self.ask(
            *self._signed(identity), "-c", "merge.conflictStyle=merge",
            "merge", "-q", "--no-edit", "--ff", "--commit", "--no-squash", "--no-autostash", commit,
        )  # fmt: skip

    def conclude_merge(self, *, identity: tuple[str, str] | None = None) -> Answer:
        """Commit a merge whose conflicts are settled and staged; git's answer."""
        return self.ask(*self._signed(identity), "commit", "-q", "--no-edit", "--cleanup=strip")

    def _signed(self, identity: tuple[str, str] | None) -> list[str]:
        """Options that give a commit its author: git's identity, else this one, never a guess."""
        if identity and not self.identity():
            return ["-c", f"user.name={identity[0]}", "-c", f"user.email={identity[1]}"]
        return ["-c", "user.useConfigOnly=true"]

    def unstage(self, paths: Sequence[str]) -> None:
        """Have the index hold of these paths what the newest commit holds."""
        if paths and self.head is not None:
            undo = ["reset", "-q"]
        elif paths:
            undo = ["rm", "-q", "--cached", "-f", "--ignore-unmatch"]
        else:
            return
        self.ask(*undo, "--pathspec-from-file=-", "--pathspec-file-nul", stdin=_join(paths))

    def _from_list(self, *arguments: str, stdin: bytes) -> None:
        self.run(*arguments, "--pathspec-from-file=-", "--pathspec-file-nul", stdin=stdin)


def bare_repository() -> RefusedError:
    """What to say where there are no working files to act on."""
    return RefusedError(
        "this is a bare repository, without working files", advice="Work in a clone of it."
    )


def _split(out: bytes) -> list[str]:
    return [part for part in out.decode("utf-8", "surrogateescape").split("\0") if part]


def _join(paths: Iterable[str]) -> bytes:
    return b"\0".join(path.encode("utf-8", "surrogateescape") for path in paths)
