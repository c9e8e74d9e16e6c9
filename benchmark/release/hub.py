"""The one door to a dataset hub: what publishing needs of it, through `huggingface_hub`.

That library is an extra and takes most of a second to import, so it is imported when a hub is
first spoken to.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from benchmark.release.hub_failure import LOG_IN, Asked, in_words
from benchmark.release.target import Target
from schemas.errors import RefusedError, ServiceError

if TYPE_CHECKING:
    from huggingface_hub import HfApi

_KIND: Final = "dataset"
MAIN: Final = "main"


@dataclass(frozen=True)
class Stored:
    """A file as a hub lists it: `sha256` of its bytes where it is kept apart as a large file,
    empty for all others, whose bytes are known by git's `blob`."""

    size: int
    blob: str
    sha256: str


@dataclass(frozen=True)
class Snapshot:
    """A data set as it is on the hub at one commit: whether it is private, its files by path."""

    private: bool
    commit: str
    files: Mapping[str, Stored]


@dataclass(frozen=True)
class Message:
    """What a commit or a tag says: one line, and a text below it."""

    title: str
    text: str


class Hub:
    """One data set on a hub, and who speaks for us there; close it with `with`.

    Every method raises ServiceError where the hub fails, does not answer in `timeout` seconds or
    does not let us, and RefusedError where someone else was faster; both say what to do.
    """

    def __init__(self, place: Target, *, timeout: float) -> None:
        self.target = place
        self.notes: list[str] = []
        self._timeout = timeout
        self._token = ""
        with self._speaking("log in"):
            self._api, self._token = _connect(place)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *stopped_by: object) -> None:
        _library().close_session()

    def look(self, revision: str = MAIN) -> Snapshot:
        """The data set at a branch, a tag or a commit."""
        with self._speaking(f"show {revision}"):
            return self._look(revision)

    def find(self) -> Snapshot | None:
        """The data set at its main branch; None where there is none, or none that we may see."""
        from huggingface_hub.errors import RepositoryNotFoundError

        with self._speaking("show the data set"):
            try:
                return self._look(MAIN)
            except RepositoryNotFoundError as error:
                if error.response.status_code != 404:
                    raise
                return None

    def _look(self, revision: str) -> Snapshot:
        found = self._api.dataset_info(
            self.target.repo, revision=revision, files_metadata=True, timeout=self._timeout
        )
        files = {
            file.rfilename: Stored(
                file.size or 0, file.blob_id or "", file.lfs.sha256 if file.lfs else ""
            )
            for file in found.siblings or []
        }
        return Snapshot(bool(found.private), found.sha or "", files)

    def create(self, *, private: bool) -> None:
        """Make the data set; somebody else may have made it at the same time."""
        with self._speaking("make the data set"):
            self._api.create_repo(
                self.target.repo, repo_type=_KIND, exist_ok=True, private=private or None
            )

    def has_tag(self, name: str) -> bool:
        """Whether there is such a tag."""
        with self._speaking("list its tags"):
            refs = self._api.list_repo_refs(self.target.repo, repo_type=_KIND)
            return any(ref.name == name for ref in refs.tags)

    def read(self, path: str, revision: str) -> bytes:
        """The bytes of one file."""
        from huggingface_hub import get_session, hf_hub_url, hf_raise_for_status

        with self._speaking(f"hand out {path}"):
            url = hf_hub_url(
                self.target.repo, path, repo_type=_KIND, revision=revision,
                endpoint=self.target.endpoint,
            )  # fmt: skip
            headers = {"authorization": f"Bearer {self._token}"}
            answer = get_session().get(url, headers=headers)
            hf_raise_for_status(answer)
            return answer.content

    def branch(self, name: str, start: str) -> None:
        """Make a branch at a commit, unless there is one of that name."""
        with self._speaking(f"make the branch {name}"):
            self._api.create_branch(
                self.target.repo, branch=name, revision=start, repo_type=_KIND, exist_ok=True
            )

    def commit(
        self,
        branch: str,
        parent: str,
        add: Mapping[str, Path | bytes],
        delete: Sequence[str],
        message: Message,
    ) -> str:
        """One commit on top of `parent`, all of it or nothing; returns its id.

        Files that are there already are left out, and without any change there is no commit:
        the id is the parent's then. Raises RefusedError where `parent` is no longer the newest.
        """
        from huggingface_hub import CommitOperationAdd, CommitOperationDelete

        asked = self._speaking("take the files")
        with asked as said, warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            added = [CommitOperationAdd(path, data) for path, data in add.items()]
            # A .gitignore that is on the hub would leave files out without a word.
            self._api.preupload_lfs_files(
                self.target.repo, added, repo_type=_KIND, revision=branch, free_memory=False,
                gitignore_content="# nothing\n",
            )  # fmt: skip
            done = self._api.create_commit(
                self.target.repo,
                [*added, *(CommitOperationDelete(path, is_folder=False) for path in delete)],
                commit_message=message.title, commit_description=message.text,
                repo_type=_KIND, revision=branch, parent_commit=parent or None,
            )  # fmt: skip
            self.notes += [
                said.clean(str(warning.message))
                for warning in caught
                if issubclass(warning.category, UserWarning)
            ]
            return done.oid

    def tag(self, name: str, commit: str, message: Message) -> None:
        """Tag a commit. Raises RefusedError where there is such a tag."""
        with self._speaking(f"set the tag {name}"):
            self._api.create_tag(
                self.target.repo, tag=name, revision=commit, repo_type=_KIND,
                tag_message=f"{message.title}\n\n{message.text}",
            )  # fmt: skip

    @contextmanager
    def _speaking(self, doing: str) -> Iterator[Asked]:
        """Put whatever goes wrong into words, and let nothing wait for ever."""
        huggingface_hub = _library()
        import httpx2
        from huggingface_hub.errors import DeviceCodeError, OIDCError

        # The library sets no limit of its own.
        huggingface_hub.get_session().timeout = self._timeout
        asked = Asked(self.target, doing, self._token, self._timeout)
        try:
            yield asked
        except (
            httpx2.HTTPError, httpx2.InvalidURL, OIDCError, DeviceCodeError, OSError,
            ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError,
        ) as error:  # fmt: skip
            raise in_words(error, asked) from None


def _library() -> Any:
    # Both are read once, at import. Without the first the library would ask the public hub about
    # the machine it runs on, whichever hub we speak to.
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    if not sys.stderr.isatty():
        os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    try:
        import huggingface_hub
    except ImportError:
        raise RefusedError(
            "publishing needs the package huggingface_hub",
            advice='Install it with `pip install "curate-bench[release]"`.',
        ) from None
    return huggingface_hub


def _connect(place: Target) -> tuple[HfApi, str]:
    """The client and the token it sends. Raises ServiceError where there is no usable token."""
    from importlib.metadata import version

    from huggingface_hub import HfApi, get_token, is_offline_mode

    if is_offline_mode():
        raise ServiceError(
            f"{place.host} is not contacted: HF_HUB_OFFLINE is set", advice="Unset it to publish."
        )
    token = get_token()
    if not token:
        raise ServiceError(f"there is no token for {place.host}", advice=LOG_IN)
    if not (token.isascii() and token.isprintable()) or " " in token:
        raise ServiceError("the token has characters that no token has", advice=LOG_IN)
    api = HfApi(
        endpoint=place.endpoint, token=token,
        library_name="curate-bench", library_version=version("curate-bench"),
    )  # fmt: skip
    return api, token
