"""A stand-in for a dataset hub: real HTTP on loopback, data sets in memory, trouble on demand.

It answers what the real client asks of a hub to make, fill, list, tag and read a data set, as
that client understands it: commits as JSON lines, large files apart, revisions, pages.
"""

from __future__ import annotations

import base64
import fnmatch
import hashlib
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import yaml

TOKEN = "hf_StandInTokenForTests"
WRITABLE = "lab"
LARGE = ("*.parquet", "*.png", "*.zip")
_ATTRIBUTES = "".join(f"{pattern} filter=lfs diff=lfs merge=lfs -text\n" for pattern in LARGE)


@dataclass(frozen=True)
class File:
    """A file of a commit; a large one is kept apart, and git knows a pointer to it."""

    data: bytes
    large: bool = False

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def pointer(self) -> bytes:
        return (
            "version https://git-lfs.github.com/spec/v1\n"
            f"oid sha256:{self.sha256}\nsize {len(self.data)}\n"
        ).encode()

    @property
    def blob(self) -> str:
        kept = self.pointer if self.large else self.data
        return hashlib.sha1(b"blob %d\0" % len(kept) + kept).hexdigest()


@dataclass(frozen=True)
class Commit:
    id: str
    parent: str
    files: Mapping[str, File]
    title: str = ""
    text: str = ""


@dataclass(frozen=True)
class Tag:
    commit: str
    message: str


@dataclass
class DataSet:
    """One data set: its commits, and the names for some of them."""

    private: bool = False
    commits: dict[str, Commit] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    tags: dict[str, Tag] = field(default_factory=dict)

    def commit(
        self, branch: str, files: Mapping[str, File], title: str = "", text: str = ""
    ) -> Commit:
        """Put a commit with exactly these files on a branch."""
        parent = self.branches.get(branch, "")
        listed = json.dumps([parent, title, text, sorted((p, f.blob) for p, f in files.items())])
        made = Commit(hashlib.sha1(listed.encode()).hexdigest(), parent, dict(files), title, text)
        self.commits[made.id] = made
        self.branches[branch] = made.id
        return made

    def at(self, revision: str) -> Commit | None:
        tag = self.tags.get(revision)
        return self.commits.get(tag.commit if tag else self.branches.get(revision, revision))

    def texts(self, revision: str = "main") -> dict[str, bytes]:
        """The files of a revision but for the hub's own."""
        commit = self.at(revision)
        assert commit is not None, f"no revision {revision}"
        return {p: f.data for p, f in commit.files.items() if p != ".gitattributes"}


@dataclass
class Trouble:
    """What goes wrong with a request: it waits, something happens first, it fails instead of
    being done, its connection is cut before or after it is done, something happens then."""

    status: int = 0
    message: str = "something is wrong here"
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    wait: float = 0
    cut: str = ""
    first: Callable[[], object] | None = None
    then: Callable[[], object] | None = None


@dataclass
class Answer:
    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)


def refusal(status: int, message: str, code: str = "") -> Answer:
    headers = {"X-Error-Message": message, **({"X-Error-Code": code} if code else {})}
    return Answer(status, {"error": message}, headers)


NO_SUCH_SET = ("Repository not found", "RepoNotFound")


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def is_known(self) -> bool:
        return self.headers.get("authorization") == f"Bearer {TOKEN}"


class Hub:
    """The stand-in. `url` is its address; `asked` is every request so far, `METHOD /path`."""

    def __init__(self) -> None:
        self.url = ""
        self.data_sets: dict[str, DataSet] = {}
        self.large: dict[str, bytes] = {}
        self.large_from = 10_000_000
        self.page = 1000
        self.asked: list[str] = []
        self.trouble: dict[str, list[Trouble]] = {}
        self._lock = threading.Lock()

    def fail(self, route: str, *troubles: Trouble) -> None:
        """The next requests to a route meet these, one after the other."""
        self.trouble.setdefault(route, []).extend(troubles)

    def add(self, repo: str, files: Mapping[str, bytes], *, private: bool = False) -> DataSet:
        """A data set that somebody has made, with these files."""
        made = DataSet(private=private)
        made.commit("main", {".gitattributes": File(_ATTRIBUTES.encode())}, "initial commit")
        if files:
            self.push(made, files)
        self.data_sets[repo] = made
        return made

    def push(self, data_set: DataSet, files: Mapping[str, bytes]) -> None:
        """Somebody else adds files, or changes them."""
        before = data_set.at("main")
        assert before is not None
        added = {path: File(data) for path, data in files.items()}
        data_set.commit("main", {**before.files, **added}, "by somebody else")

    def answer(self, request: Request) -> tuple[Answer, Trouble | None]:
        """What to say to a request, and the trouble it met."""
        for method, pattern, name, work in ROUTES:
            match = re.fullmatch(pattern, request.path)
            if match is None or request.method not in method:
                continue
            waiting = self.trouble.get(name)
            trouble = waiting.pop(0) if waiting else None
            if trouble:
                time.sleep(trouble.wait)
                if trouble.first:
                    trouble.first()
                if trouble.status:
                    body = {"error": trouble.message} if trouble.body is None else trouble.body
                    return Answer(trouble.status, body, trouble.headers), trouble
                if trouble.cut == "before":
                    return Answer(), trouble
            with self._lock:
                words = {k: unquote(v) for k, v in match.groupdict().items() if v is not None}
                found = work(self, request, **words)
            if trouble and trouble.then:
                trouble.then()
            return found, trouble
        return refusal(404, "Sorry, we can't find the page you are looking for."), None

    # What the routes do.

    def who(self, request: Request) -> Answer:
        return Answer(body={"type": "user", "name": "kit", "orgs": [{"name": WRITABLE}]})

    def make(self, request: Request) -> Answer:
        asked = request.json
        repo = f"{asked['organization']}/{asked['name']}"
        url = f"{self.url}/datasets/{repo}"
        if not request.is_known:
            return refusal(401, "Invalid username or password.")
        if asked["organization"] != WRITABLE:
            namespace = asked["organization"]
            return refusal(
                403, f'You don\'t have the rights to create a dataset under "{namespace}"'
            )
        if repo in self.data_sets:
            return Answer(409, {"error": "You already created this dataset repo", "url": url})
        self.add(repo, {}, private=asked.get("visibility") == "private")
        return Answer(body={"url": url, "name": repo, "id": repo})

    def check_card(self, request: Request) -> Answer:
        text = request.json["content"]
        if not text.startswith("---\n"):
            return Answer(body={"errors": [], "warnings": [{"message": "no metadata in card"}]})
        try:
            front = yaml.safe_load(text.split("---\n")[1])
            problem = "" if isinstance(front, dict) else "metadata is no mapping"
        except yaml.YAMLError as error:
            problem = str(error)
        if problem:
            return Answer(400, {"errors": [{"message": problem}], "warnings": []})
        return Answer(body={"errors": [], "warnings": []})

    def _open(self, request: Request, repo: str, *, write: bool = False) -> DataSet | Answer:
        found = self.data_sets.get(repo)
        if "authorization" in request.headers and not request.is_known:
            return refusal(401, "Invalid credentials in Authorization header")
        if write and not request.is_known:
            return refusal(401, "Invalid username or password.")
        if found is None or (found.private and not request.is_known):
            return refusal(404 if request.is_known else 401, *NO_SUCH_SET)
        if write and not repo.startswith(f"{WRITABLE}/"):
            return refusal(403, "You don't have write access to this dataset")
        return found

    def _commit_of(
        self, request: Request, repo: str, revision: str
    ) -> tuple[DataSet, Commit] | Answer:
        found = self._open(request, repo)
        if isinstance(found, Answer):
            return found
        commit = found.at(revision)
        if commit is None:
            return refusal(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        return found, commit

    def info(self, request: Request, repo: str, revision: str = "main") -> Answer:
        found = self._commit_of(request, repo, revision)
        if isinstance(found, Answer):
            return found
        data_set, commit = found
        siblings: list[dict[str, Any]] = [{"rfilename": path} for path in sorted(commit.files)]
        if request.query.get("blobs", [""])[0].lower() == "true":
            for entry in siblings:
                known = self._entry(commit, entry["rfilename"])
                entry |= {"size": known["size"], "blobId": known["oid"]}
                if "lfs" in known:
                    entry["lfs"] = {**known["lfs"], "sha256": known["lfs"]["oid"]}
        return Answer(
            body={
                "id": repo,
                "sha": commit.id,
                "private": data_set.private,
                "lastModified": "2024-01-01T00:00:00.000Z",
                "tags": [],
                "siblings": siblings,
            }
        )

    def refs(self, request: Request, repo: str) -> Answer:
        found = self._open(request, repo)
        if isinstance(found, Answer):
            return found
        return Answer(
            body={
                "branches": [
                    {"name": name, "ref": f"refs/heads/{name}", "targetCommit": commit}
                    for name, commit in found.branches.items()
                ],
                "converts": [],
                "tags": [
                    {"name": name, "ref": f"refs/tags/{name}", "targetCommit": tag.commit}
                    for name, tag in found.tags.items()
                ],
            }
        )

    def tree(self, request: Request, repo: str, revision: str, path: str = "") -> Answer:
        found = self._commit_of(request, repo, revision)
        if isinstance(found, Answer):
            return found
        _, commit = found
        below = f"{path}/" if path else ""
        deep = request.query.get("recursive", ["false"])[0].lower() == "true"
        entries = [
            entry
            for entry in self._entries(commit)
            if entry["path"].startswith(below)
            and (deep or "/" not in entry["path"].removeprefix(below))
        ]
        if path and not entries:
            return refusal(404, f"{path} does not exist", "EntryNotFound")
        start = int(request.query.get("cursor", ["0"])[0])
        headers = {}
        if start + self.page < len(entries):
            rest = f"recursive={deep}&cursor={start + self.page}"
            headers["Link"] = f'<{self.url}{request.path}?{rest}>; rel="next"'
        return Answer(body=entries[start : start + self.page], headers=headers)

    def _entries(self, commit: Commit) -> list[dict[str, Any]]:
        folders = {
            "/".join(path.split("/")[:depth])
            for path in commit.files
            for depth in range(1, path.count("/") + 1)
        }
        listed = [self._entry(commit, path) for path in commit.files]
        listed += [{"type": "directory", "oid": "0" * 40, "size": 0, "path": f} for f in folders]
        return sorted(listed, key=lambda entry: str(entry["path"]))

    def _entry(self, commit: Commit, path: str) -> dict[str, Any]:
        file = commit.files[path]
        entry = {"type": "file", "oid": file.blob, "size": len(file.data), "path": path}
        if file.large:
            entry["lfs"] = {
                "oid": file.sha256,
                "size": len(file.data),
                "pointerSize": len(file.pointer),
            }
        return entry

    def some(self, request: Request, repo: str, revision: str) -> Answer:
        found = self._commit_of(request, repo, revision)
        if isinstance(found, Answer):
            return found
        if request.headers.get("content-type", "").startswith("application/json"):
            asked = request.json["paths"]
        else:
            asked = parse_qs(request.body.decode()).get("paths", [])
        entries = [entry for entry in self._entries(found[1]) if entry["path"] in asked]
        return Answer(body=entries)

    def ask(self, request: Request, repo: str, revision: str) -> Answer:
        """How each file is to be sent."""
        data_set = self._open(request, repo, write=True)
        if isinstance(data_set, Answer):
            return data_set
        present = data_set.at(revision)
        if present is None:
            return refusal(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        hosted = present.files.get(".gitignore", File(b"")).data.decode()
        ignored = [line for line in request.json.get("gitIgnore", hosted).split("\n") if line]
        files = []
        for file in request.json["files"]:
            path, size = file["path"], file["size"]
            large = size >= self.large_from or any(fnmatch.fnmatch(path, p) for p in LARGE)
            there = present.files.get(path)
            files.append(
                {
                    "path": path,
                    "uploadMode": "lfs" if large else "regular",
                    "shouldIgnore": any(fnmatch.fnmatch(path, p) for p in ignored),
                    "oid": (there.sha256 if there.large else there.blob) if there else None,
                }
            )
        return Answer(body={"files": files, "commitOid": present.id})

    def take(self, request: Request, repo: str, revision: str) -> Answer:
        """A commit: JSON lines, a header and then one line a file."""
        data_set = self._open(request, repo, write=True)
        if isinstance(data_set, Answer):
            return data_set
        if revision not in data_set.branches:
            return refusal(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        lines = [json.loads(line) for line in request.body.split(b"\n") if line]
        header = lines[0]["value"]
        if header.get("parentCommit", data_set.branches[revision]) != data_set.branches[revision]:
            return refusal(412, "A commit has happened since. Please refresh and try again.")
        present = data_set.at(revision)
        assert present is not None
        files = dict(present.files)
        for line in lines[1:]:
            wrong = self._apply(files, line["key"], line["value"])
            if wrong:
                return wrong
        made = data_set.commit(revision, files, header["summary"], header["description"])
        url = f"{self.url}/datasets/{repo}/commit/{made.id}"
        return Answer(body={"success": True, "commitOid": made.id, "commitUrl": url})

    def _apply(self, files: dict[str, File], key: str, value: dict[str, Any]) -> Answer | None:
        path = value["path"]
        if key == "file":
            files[path] = File(base64.b64decode(value["content"]))
        elif key == "lfsFile":
            if value["oid"] not in self.large:
                return refusal(400, f"LFS pointer pointed to a file that does not exist: {path}")
            files[path] = File(self.large[value["oid"]], large=True)
        elif key == "deletedFile":
            if path not in files:
                return refusal(404, "A file with this name doesn't exist", "EntryNotFound")
            del files[path]
        else:
            return refusal(400, f"unknown operation {key}")
        return None

    def branch(self, request: Request, repo: str, name: str) -> Answer:
        found = self._open(request, repo, write=True)
        if isinstance(found, Answer):
            return found
        if name in found.branches:
            return refusal(409, f"Reference already exists: {name}")
        start = found.at(request.json.get("startingPoint", "main"))
        if start is None:
            return refusal(404, "Invalid rev id", "RevisionNotFound")
        found.branches[name] = start.id
        return Answer(body={})

    def set_tag(self, request: Request, repo: str, revision: str) -> Answer:
        found = self._open(request, repo, write=True)
        if isinstance(found, Answer):
            return found
        commit, name = found.at(revision), request.json["tag"]
        if commit is None:
            return refusal(404, "Invalid rev id", "RevisionNotFound")
        if name in found.tags:
            return refusal(409, f"Tag reference already exists: {name}")
        found.tags[name] = Tag(commit.id, request.json.get("message", ""))
        return Answer(body={})

    def batch(self, request: Request, repo: str) -> Answer:
        """Where to put large files."""
        found = self._open(request, repo, write=True)
        if isinstance(found, Answer):
            return found
        objects: list[dict[str, Any]] = []
        for item in request.json["objects"]:
            entry: dict[str, Any] = {"oid": item["oid"], "size": item["size"]}
            if item["oid"] not in self.large:
                place = f"{self.url}/large/{item['oid']}"
                entry["actions"] = {"upload": {"href": place}, "verify": {"href": place}}
            objects.append(entry)
        return Answer(body={"transfer": "basic", "objects": objects})

    def put(self, request: Request, oid: str) -> Answer:
        if hashlib.sha256(request.body).hexdigest() != oid:
            return refusal(400, "the content is not what was announced")
        self.large[oid] = request.body
        return Answer()

    def confirm(self, request: Request, oid: str) -> Answer:
        known = len(self.large.get(oid, b"")) == request.json["size"]
        return Answer(body={}) if known else refusal(404, "no such object")

    def get_large(self, request: Request, oid: str) -> Answer:
        return Answer(body=self.large[oid]) if oid in self.large else refusal(404, "no such object")

    def hand_out(self, request: Request, repo: str, revision: str, path: str) -> Answer:
        found = self._commit_of(request, repo, revision)
        if isinstance(found, Answer):
            return found
        commit = found[1]
        file = commit.files.get(path)
        headers = {"X-Repo-Commit": commit.id}
        if file is None:
            answer = refusal(404, "Entry not found", "EntryNotFound")
            return Answer(404, answer.body, {**answer.headers, **headers})
        if file.large:
            headers |= {
                # Large files come from another host than the hub's own.
                "Location": f"{self.url.replace('127.0.0.1', 'localhost')}/large/{file.sha256}",
                "X-Linked-Etag": f'"{file.sha256}"',
                "X-Linked-Size": str(len(file.data)),
            }
            return Answer(302, b"", headers)
        return Answer(200, file.data, {**headers, "ETag": f'"{file.blob}"'})


_REPO = r"(?P<repo>[^/]+/[^/]+)"
_SET = rf"/api/datasets/{_REPO}"
_REV = r"(?P<revision>[^/]+)"
ROUTES: list[tuple[str, str, str, Callable[..., Answer]]] = [
    ("GET", "/api/whoami-v2", "who", Hub.who),
    ("POST", "/api/repos/create", "make", Hub.make),
    ("POST", "/api/validate-yaml", "check", Hub.check_card),
    ("GET", rf"{_SET}/refs", "refs", Hub.refs),
    ("GET", rf"{_SET}/tree/{_REV}(?:/(?P<path>.+))?", "tree", Hub.tree),
    ("POST", rf"{_SET}/paths-info/{_REV}", "some", Hub.some),
    ("POST", rf"{_SET}/preupload/{_REV}", "ask", Hub.ask),
    ("POST", rf"{_SET}/commit/{_REV}", "commit", Hub.take),
    ("POST", rf"{_SET}/branch/(?P<name>[^/]+)", "branch", Hub.branch),
    ("POST", rf"{_SET}/tag/{_REV}", "tag", Hub.set_tag),
    ("GET", rf"{_SET}(?:/revision/{_REV})?", "info", Hub.info),
    ("POST", rf"/datasets/{_REPO}\.git/info/lfs/objects/batch", "batch", Hub.batch),
    ("PUT", "/large/(?P<oid>[0-9a-f]{64})", "put", Hub.put),
    ("POST", "/large/(?P<oid>[0-9a-f]{64})", "confirm", Hub.confirm),
    ("GET HEAD", "/large/(?P<oid>[0-9a-f]{64})", "large", Hub.get_large),
    ("GET HEAD", rf"/datasets/{_REPO}/resolve/{_REV}/(?P<path>.+)", "file", Hub.hand_out),
]


class _Connection(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    hub: Hub

    def _do(self) -> None:
        parts = urlsplit(self.path)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.hub.asked.append(f"{self.command} {parts.path}")
        request = Request(
            self.command, parts.path, parse_qs(parts.query), headers, self._body(headers)
        )
        answer, trouble = self.hub.answer(request)
        if trouble and trouble.cut:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self._send(request, answer)

    def _body(self, headers: Mapping[str, str]) -> bytes:
        if headers.get("transfer-encoding") != "chunked":
            return self.rfile.read(int(headers.get("content-length", 0)))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _send(self, request: Request, answer: Answer) -> None:
        is_raw = isinstance(answer.body, bytes)
        body = answer.body if is_raw else json.dumps(answer.body).encode()
        status, headers = answer.status, dict(answer.headers)
        headers.setdefault("Content-Type", "text/plain" if is_raw else "application/json")
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("range", ""))
        if wanted and status == 200:
            first, last = int(wanted[1]), min(int(wanted[2] or len(body)), len(body) - 1)
            headers["Content-Range"] = f"bytes {first}-{last}/{len(body)}"
            status, body = 206, body[first : last + 1]
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if request.method != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = _do  # noqa: N815

    def log_message(self, *words: object) -> None:
        pass


@contextmanager
def serving() -> Iterator[Hub]:
    """A stand-in that listens until the block ends."""
    hub = Hub()
    handler = type("Connection", (_Connection,), {"hub": hub})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.block_on_close = False
    hub.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
