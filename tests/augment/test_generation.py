"""Whole runs against a server on loopback, well-behaved and not."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from augment import journal
from tests.augment.bench import TASK, set_up, write_human
from tests.augment.conftest import Serve
from tests.augment.server import Action, Seen, Server, completion, fails, says
from tests.augment.tables import SYSTEM_PROMPT, answer, table
from tests.world import Result, World, git


def generate(world: World, server: Server, *words: str, code: int = 0, by: str = "ann") -> Result:
    return world(
        "augment", "--task", TASK, "--base-url", server.base_url, "--json", *words,
        by=by, code=code,
    )  # fmt: skip


def one_round(world: World, server: Server, *words: str, code: int = 0, n: int = 3) -> Any:
    result = generate(world, server, "--rounds", "1", "--candidates", str(n), *words, code=code)
    return result.json["tasks"][0]["rounds"][0], result


def reasons(one: Any) -> list[str]:
    return [candidate["dropped"] for candidate in one["candidates"]]


def lines(world: World, run_id: str) -> list[dict[str, Any]]:
    text = (journal.folder_of(world.root, run_id) / journal.LINES).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def of_kind(world: World, result: Result, kind: str) -> list[dict[str, Any]]:
    return [entry for entry in lines(world, result.json["run"]) if entry["kind"] == kind]


def in_turn(*actions: Action, then: Any = None) -> Any:
    """The first requests get these, the others a good answer."""

    def behave(seen: Seen) -> Action:
        if seen.number < len(actions):
            return actions[seen.number]
        return then(seen) if then else says(answer(seen.number))

    return behave


def test_a_run_leaves_drafts_a_record_and_one_commit(bench: World, serve: Serve):
    before = git(bench.root, "rev-parse", "HEAD").strip()
    server = serve(lambda seen: says(answer(seen.seed)))
    result = generate(bench, server, "--rounds", "2", "--candidates", "3")
    (job,) = result.json["tasks"]
    assert (job["state"], len(job["kept"]), len(server.seen)) == ("done", 2, 6)
    for name, owner in zip(job["kept"], ("ann", "bob"), strict=True):
        instance = bench.find(name).instance
        assert instance.provenance.origin == "augmented"
        assert (instance.owner, instance.provenance.run_by) == (owner, "ann")
        assert instance.provenance.run == result.json["run"]
        assert len(instance.provenance.demonstrations) == 4
        assert bench.standing(name).status == "draft"
    assert len(git(bench.root, "rev-list", f"{before}..HEAD").split()) == 1
    assert git(bench.root, "status", "--porcelain") == ""
    message = git(bench.root, "log", "-1", "--format=%B")
    assert "Curate-Act: augment" in message
    assert result.json["prompt_tokens"] == 600


def test_the_kept_one_is_the_least_similar_and_joins_the_pool(bench: World, serve: Serve):
    server = serve(lambda seen: says(answer(seen.seed)))
    (job,) = generate(bench, server, "--rounds", "2", "--candidates", "3").json["tasks"]
    for one in job["rounds"]:
        scores = {c["index"]: c["score"] for c in one["candidates"]}
        assert one["kept"] == min(scores, key=lambda index: (scores[index], index))
    record = next(bench.root.glob("runs/*/reasoning/tables/en.yaml")).read_text(encoding="utf-8")
    assert f"kept_as: '{job['kept'][1][4:]}'" in record or job["kept"][1][4:] in record


def test_the_shared_system_prompt_is_taken_verbatim_and_not_asked_for(bench, serve):
    def behave(seen: Seen) -> Action:
        fields = table(seen.number)
        del fields["system_prompt"]
        return says(json.dumps(fields))

    server = serve(behave)
    _, result = one_round(bench, server)
    schema = server.bodies()[0]["response_format"]["json_schema"]["schema"]
    assert "system_prompt" not in schema["properties"]
    name = result.json["tasks"][0]["kept"][0]
    assert bench.find(name).instance.system_prompt == SYSTEM_PROMPT


def test_one_answer_is_asked_for_in_a_strict_minimal_schema(bench: World, serve: Serve):
    server = serve(lambda seen: says(answer(seen.number)))
    one_round(bench, server)
    body = server.bodies()[0]
    assert "n" not in body
    assert body["response_format"]["json_schema"]["strict"] is True
    assert not re.search("default|[mM]in|[mM]ax", json.dumps(body["response_format"]))


@pytest.fixture
def two_tasks(bench: World) -> World:
    bench("task", "add", "reasoning/shops", by="kit")
    for number in range(2):
        write_human(bench, 2000 + number, "cem", task="reasoning/shops")
    return bench


# -- L1 … L14 -------------------------------------------------------------------------------


def test_a_cut_off_answer_is_asked_for_again_with_more_room(bench: World, serve: Serve):
    server = serve(in_turn(says(answer(0)[:200], finish="length")))
    one, result = one_round(bench, server)
    limits = sorted(body["max_tokens"] for body in server.bodies())
    assert limits == [4096, 4096, 4096, 8192]
    assert reasons(one) == ["", "", ""]
    assert len(of_kind(bench, result, "reply")) == 4


def test_what_stays_cut_off_is_dropped_as_truncated_never_repaired(bench, serve):
    def behave(seen: Seen) -> Action:
        is_first = seen.seed == server.seen[0].seed or seen.body["max_tokens"] > 4096
        return says(answer(seen.number)[:300] if is_first else answer(seen.number),
                    finish="length" if is_first else "stop")  # fmt: skip

    server = serve(behave)
    one, _ = one_round(bench, server)
    assert sorted(reasons(one)) == ["", "", "truncated"]
    assert sorted(b["max_tokens"] for b in server.bodies()) == [4096, 4096, 4096, 8192, 16384]


def test_a_whole_object_with_finish_reason_length_is_still_truncated(bench, serve):
    whole = says(answer(7), finish="length")
    server = serve(lambda seen: whole if seen.body["max_tokens"] > 4096 or not seen.number
                   else says(answer(seen.number)))  # fmt: skip
    one, _ = one_round(bench, server)
    assert sorted(reasons(one)) == ["", "", "truncated"]


def test_content_null_because_reasoning_took_all_is_truncated(bench: World, serve: Serve):
    nothing = says(None, finish="length")
    server = serve(lambda seen: nothing if seen.body["max_tokens"] > 4096 or not seen.number
                   else says(answer(seen.number)))  # fmt: skip
    one, _ = one_round(bench, server)
    (cut,) = [c for c in one["candidates"] if c["dropped"]]
    assert cut["dropped"] == "truncated"
    assert "reasoning" in cut["detail"]


ODD = [
    ("refusal", says(None, refusal="I cannot write that.")),
    ("content_filter", says("", finish="content_filter")),
    ("content_filter", says(None, finish="content_filter")),
    ("content_filter", fails(400, "The response was filtered", code="content_filter")),
    ("not_an_instance", says("Sure! Here is one: it is about shops.")),
    ("not_an_instance", says('{"input": "x"}')),
    ("not_an_instance", says(json.dumps({**table(1), "id": 3}))),
    ("not_an_instance", says(json.dumps({**table(1), "input": ["a"]}))),
    ("not_an_instance", says(json.dumps([table(1), table(2)]))),
    ("not_an_instance", says("[" * 100_000)),
    ("not_an_instance", says('{"a":' * 50_000)),
    ("not_an_instance", Action(body=b"<html>Please log in</html>")),
    ("not_an_instance", Action(body=b"")),
    ("not_an_instance", Action(body=b'{"choices": []}')),
    ("not_an_instance", Action(body=b'{"choices": [{"message": null}]}')),
    ("not_an_instance", Action(body=b"\xff\xfe\x00")),
    ("not_an_instance", Action(body=completion(answer(3))[:-40])),
    ("empty", says("")),
    ("empty", says(None)),
    ("empty", says("  \n ")),
    ("not_an_instance", says(f"<think>{answer(3)}</think>")),
    ("not_an_instance", says(f"<think>{answer(3)}")),
]


@pytest.mark.parametrize(
    ("reason", "action"), ODD, ids=[f"{i}-{r}" for i, (r, _) in enumerate(ODD)]
)
def test_an_odd_answer_is_dropped_by_its_reason_and_kept_in_the_journal(
    bench: World, serve: Serve, reason: str, action: Action
):
    server = serve(in_turn(action))
    one, result = one_round(bench, server)
    assert sorted(reasons(one)) == ["", "", reason]
    assert one["kept"] is not None
    assert len(server.seen) == 3
    replies = of_kind(bench, result, "reply")
    bodies = [journal.reply_of(entry).body for entry in replies]
    assert action.body in bodies


EATEN = [
    r"Compute \frac{3}{4} \times \binom{5}{2} of it.",
    r"Compute 3 \times 4 of it.",
    r"Show that $a \neq b$ holds.",
    r"The density $\rho$ of water.",
    r"Add \alpha to \sum x.",
    r"Use \boldsymbol{x}.",
    r"Use \underline{x}.",
]


@pytest.mark.parametrize("text", EATEN)
def test_latex_that_json_would_eat_is_damaged(bench: World, serve: Serve, text: str):
    broken = answer(5).replace('"input": "', f'"input": "{text} ')
    server = serve(in_turn(says(broken)))
    one, _ = one_round(bench, server)
    assert sorted(reasons(one)) == ["", "", "damaged"]


def test_half_a_character_is_damaged(bench: World, serve: Serve):
    broken = answer(5).replace('"input": "', '"input": "\\ud83d ')
    server = serve(in_turn(says(broken)))
    one, _ = one_round(bench, server)
    assert sorted(reasons(one)) == ["", "", "damaged"]


WRAPPED = {
    "fence": "```json\n@\n```",
    "bare fence": "```\n@\n```",
    "prose": "Here is the instance you asked for:\n\n@\n\nI hope it helps {really}.",
    "thoughts": "<think>Something with {braces} and ```json```</think>\n@",
    "end of thoughts": "I wonder what to write.\n</think>\n\n@",
    "both": "<think>hm</think>Sure:\n```json\n@\n```\nDone.",
    "twice": "@\n\n@",
}


@pytest.mark.parametrize("wrapping", WRAPPED.values(), ids=WRAPPED)
def test_an_instance_is_found_in_its_wrapping(bench: World, serve: Serve, wrapping: str):
    server = serve(lambda seen: says(wrapping.replace("@", answer(seen.number))))
    one, _ = one_round(bench, server)
    assert reasons(one) == ["", "", ""]


def test_content_in_parts_is_put_together(bench: World, serve: Serve):
    server = serve(
        lambda seen: says([{"type": "text", "text": answer(seen.number)[:50]},
                           {"type": "text", "text": answer(seen.number)[50:]}])
    )  # fmt: skip
    one, _ = one_round(bench, server)
    assert reasons(one) == ["", "", ""]


def refusing(*names: str, **more: Any) -> Any:
    """A server that refuses parameters, one a request, as OpenAI does."""

    def behave(seen: Seen) -> Action:
        for name in names:
            if name in seen.body:
                return fails(400, f"Unsupported parameter: '{name}' is not supported here.",
                             param=name, code="unsupported_parameter")  # fmt: skip
        return says(answer(seen.number), **more)

    return behave


def test_refused_parameters_are_dropped_once_and_for_the_run(bench: World, serve: Serve):
    set_up(bench, model="loopback", concurrency=1)
    server = serve(refusing("max_tokens", "temperature", "seed"))
    one, result = one_round(bench, server)
    assert reasons(one) == ["", "", ""]
    assert len(server.seen) == 3 + 3
    last = server.bodies()[-1]
    assert last["max_completion_tokens"] == 4096
    assert {"max_tokens", "temperature", "seed"}.isdisjoint(last)
    resumed = bench("augment", "--resume", result.json["run"], "--json")
    assert resumed.json["requests"] == 6


def test_a_server_without_any_limit_on_length_is_asked_without(bench: World, serve: Serve):
    server = serve(refusing("max_tokens", "max_completion_tokens"))
    one_round(bench, server)
    assert {"max_tokens", "max_completion_tokens"}.isdisjoint(server.bodies()[-1])


def form_of(body: dict[str, Any]) -> str:
    return body.get("response_format", {"type": "text"})["type"]


def test_json_mode_then_text_where_schemas_are_refused(bench: World, serve: Serve):
    def behave(seen: Seen) -> Action:
        kind = form_of(seen.body)
        if kind != "text":
            return fails(400, f"'response_format.type' of '{kind}' is not available.")
        return says(f"Here:\n{answer(seen.number)}")

    set_up(bench, model="loopback", concurrency=1)
    server = serve(behave)
    one, _ = one_round(bench, server)
    assert reasons(one) == ["", "", ""]
    forms = [form_of(body) for body in server.bodies()]
    assert forms == ["json_schema", "json_object", "text", "text", "text"]
    record = next(bench.root.glob("runs/*/reasoning/tables/en.yaml")).read_text(encoding="utf-8")
    assert "answers_as: text" in record


def test_a_schema_that_is_not_permitted_makes_way_for_json_mode(bench: World, serve: Serve):
    message = "Invalid schema for response_format 'instance': 'required' is not permitted."

    def behave(seen: Seen) -> Action:
        if form_of(seen.body) == "json_schema":
            return fails(400, message, param="response_format")
        return says(answer(seen.number))

    set_up(bench, model="loopback", concurrency=1)
    server = serve(behave)
    one_round(bench, server)
    assert [form_of(b) for b in server.bodies()] == ["json_schema", *["json_object"] * 3]


def test_a_400_that_names_nothing_tries_the_simpler_forms(bench: World, serve: Serve):
    def behave(seen: Seen) -> Action:
        if "response_format" in seen.body:
            return Action(400, b"Bad Request")
        return says(answer(seen.number))

    server = serve(behave)
    one, _ = one_round(bench, server)
    assert reasons(one) == ["", "", ""]


def test_a_400_about_one_tasks_texts_changes_nothing_for_the_others(two_tasks, serve):
    def behave(seen: Seen) -> Action:
        content = seen.body["messages"][1]["content"]
        return Action(400, b"no") if '"tables"' in content else says(answer(seen.seed))

    server = serve(behave)
    two_tasks("augment", "--all", "--rounds", "1", "--candidates", "3", "--json",
              "--base-url", server.base_url, code=3)  # fmt: skip
    shops = [body for body in server.bodies() if '"tables"' not in body["messages"][1]["content"]]
    assert {form_of(body) for body in shops} == {"json_schema"}
    assert all("seed" in body for body in shops)


def test_too_long_a_prompt_fails_the_task_at_once(bench: World, serve: Serve):
    server = serve(lambda seen: fails(400, "maximum context length is 1024 tokens",
                                      code="context_length_exceeded"))  # fmt: skip
    result = generate(bench, server, "--rounds", "1", "--candidates", "2", code=3)
    assert "context" in result.json["tasks"][0]["why"]
    assert len(server.seen) <= 2 + 5


def test_equal_candidates_and_copies_are_removed_before_scoring(bench: World, serve: Serve):
    copy = json.dumps({**table(1001), "input": table(1001)["input"].upper() + "  "})
    texts = [answer(1), answer(1), answer(1), copy, answer(2)]
    server = serve(lambda seen: says(texts[seen.number % 5]))
    result = generate(bench, server, "--rounds", "1", "--candidates", "5")
    (one,) = result.json["tasks"][0]["rounds"]
    assert sorted(reasons(one)) == ["", "", "duplicate", "duplicate", "duplicate"]
    assert all(c["score"] is None for c in one["candidates"] if c["dropped"])


PASSING = {
    "429": fails(429, "slow down"),
    "429 with Retry-After": fails(429, "slow down", retry_after="0"),
    "429 with milliseconds": fails(429, "slow down", retry_after_ms="20"),
    "500": fails(500),
    "502 with html": Action(502, b"<html>Bad gateway</html>"),
    "503": fails(503),
    "408": fails(408),
    "an error inside a 200": Action(body=b'{"error": {"message": "overloaded", "code": 529}}'),
    "cut in the body": Action(body=completion(answer(0)), cut_after=60),
    "cut before the body": Action(body=completion(answer(0)), cut_after=0),
}


@pytest.mark.parametrize("action", PASSING.values(), ids=PASSING)
def test_a_failure_that_passes_is_tried_again(bench: World, serve: Serve, action: Action):
    server = serve(in_turn(action))
    one, result = one_round(bench, server)
    assert reasons(one) == ["", "", ""]
    assert len(server.seen) == 4
    assert result.json["retries"] == 1
    entries = lines(bench, result.json["run"])
    asked = [e["id"] for e in entries if e["kind"] == "request"]
    closed = [e["id"] for e in entries if e["kind"] in ("reply", "broken")]
    assert sorted(asked) == sorted(closed) == [0, 1, 2, 3]


def test_what_came_before_the_cut_is_in_the_journal(bench: World, serve: Serve):
    whole = completion(answer(0))
    server = serve(in_turn(Action(body=whole, cut_after=60)))
    _, result = one_round(bench, server)
    (broken,) = of_kind(bench, result, "broken")
    assert whole.startswith(broken["body"].encode())


def test_a_request_without_an_answer_is_given_up_after_the_timeout(bench: World, serve: Serve):
    set_up(bench, model="loopback", timeout=1, retries=1)
    server = serve(in_turn(Action(hang=True)))
    one, result = one_round(bench, server)
    assert reasons(one) == ["", "", ""]
    (broken,) = of_kind(bench, result, "broken")
    assert "1 s" in broken["what"]


def test_when_retries_are_used_up_the_other_candidates_are_kept(bench: World, serve: Serve):
    def behave(seen: Seen) -> Action:
        return fails(500) if seen.seed == server.seen[0].seed else says(answer(seen.number))

    server = serve(behave)
    one, _ = one_round(bench, server)
    assert len(one["candidates"]) == 2
    assert one["kept"] is not None
    assert list(one["unanswered"].values()) == ["500: no"]
    assert len(server.seen) == 2 + 3


def test_a_request_that_the_server_will_not_have_is_not_sent_twice(bench: World, serve: Serve):
    server = serve(in_turn(fails(403, "flagged by moderation")))
    one, _ = one_round(bench, server)
    assert list(one["unanswered"].values()) == ["403: flagged by moderation"]
    assert len(server.seen) == 3


def test_a_dead_server_ends_with_exit_code_3_and_the_resume_command(bench, serve):
    server = serve(lambda seen: fails(503))
    result = generate(bench, server, "--rounds", "1", "--candidates", "2", code=3)
    run_id = result.json["run"]
    assert result.json["resume"] == f"curate augment --resume {run_id}"
    assert f"--resume {run_id}" in result.err
    revived = serve(lambda seen: says(answer(seen.number)))
    again = bench("augment", "--resume", run_id, "--base-url", revived.base_url, "--json")
    assert len(again.json["tasks"][0]["kept"]) == 1


@pytest.mark.parametrize(
    ("action", "word"),
    [
        (fails(401, "Incorrect API key"), "Incorrect API key"),
        (fails(404, "no model 'loopback'", code="model_not_found"), "no model 'loopback'"),
        (fails(429, "You exceeded your quota", code="insufficient_quota"), "quota"),
        (fails(402, "pay"), "no money"),
        (Action(302, b"", {"location": "http://127.0.0.1:1/elsewhere"}), "elsewhere"),
    ],
    ids=["401", "404", "quota", "402", "redirect"],
)  # fmt: skip
def test_what_no_request_can_mend_stops_the_run_at_once(bench, serve, action, word):
    set_up(bench, model="loopback", concurrency=2)
    server = serve(lambda seen: action)
    result = generate(bench, server, code=3)
    assert word in result.json["stopped"]
    assert len(server.seen) <= 2
    assert not list(bench.root.glob("runs/*"))


def test_a_server_of_another_kind_is_recognised(bench: World, serve: Serve):
    server = serve(lambda seen: Action(body=b"<html>Welcome to our router</html>"))
    result = generate(bench, server, code=3)
    assert "chat-completions" in result.json["stopped"]


# -- rounds ---------------------------------------------------------------------------------


def test_too_few_valid_candidates_are_made_up_for(bench: World, serve: Serve):
    server = serve(in_turn(*[says("no")] * 2))
    one, _ = one_round(bench, server)
    assert [c["index"] for c in one["candidates"]] == [0, 1, 2, 3, 4]
    assert sorted(reasons(one)) == ["", "", "", "not_an_instance", "not_an_instance"]


def test_a_round_never_chooses_from_one_silently_and_says_why_it_stops(bench, serve):
    good = answer(3)
    server = serve(lambda seen: says(good if not seen.number else "no"))
    one, result = one_round(bench, server, code=1)
    assert one["kept"] is None
    assert "1 of 8 candidates are valid, 2 are needed" in one["stopped"]
    assert len(server.seen) == 3 + 5
    assert result.json["tasks"][0]["state"] == "stopped"
    assert result.json["tasks"][0]["kept"] == []


def test_a_stopped_round_does_not_stop_the_others(bench: World, serve: Serve):
    def behave(seen: Seen) -> Action:
        return says("no" if seen.seed in bad else answer(seen.number))

    dry = serve(lambda seen: says(answer(seen.number)))
    set_up(bench, model="loopback", extra_candidates=0)
    generate(bench, dry, "--rounds", "2", "--candidates", "2", "--seed", "5")
    bad = {seen.seed for seen in dry.seen[:2]}
    server = serve(behave)
    result = generate(bench, server, "--rounds", "2", "--candidates", "2", "--seed", "5", code=1)
    stopped = [one["stopped"] != "" for one in result.json["tasks"][0]["rounds"]]
    assert sorted(stopped) in ([False, True], [True, True])
    assert len(result.json["tasks"][0]["kept"]) == stopped.count(False)


# -- limits ---------------------------------------------------------------------------------


def test_max_requests_stops_cleanly_and_the_printed_command_goes_on(bench, serve):
    server = serve(lambda seen: says(answer(seen.seed)))
    first = generate(
        bench, server, "--rounds", "2", "--candidates", "3", "--max-requests", "4", code=1
    )
    assert len(server.seen) == 4
    assert first.json["resume"].endswith("--max-requests 4")
    words = first.json["resume"].split()[1:]
    second = bench(*words, "--json")
    assert second.json["tasks"][0]["state"] == "done"
    assert len(server.seen) == 6
    assert len({seen.seed for seen in server.seen}) == 6


PRICES = '{loopback: {prompt: "2", completion: "10", currency: EUR}}'


def test_costs_are_counted_and_never_go_above_the_limit(bench: World, serve: Serve):
    set_up(bench, model="loopback", prices=PRICES, max_output_tokens=100)
    usage = {"prompt_tokens": 1000, "completion_tokens": 100}
    server = serve(lambda seen: says(answer(seen.seed), usage=usage))
    result = generate(
        bench, server, "--rounds", "3", "--candidates", "4", "--max-cost", "0.02", code=1
    )
    assert result.json["currency"] == "EUR"
    assert 0 < float(result.json["cost"]) <= 0.02
    assert float(result.json["cost"]) == pytest.approx(0.003 * len(server.seen))
    assert "could cost more" in result.json["stopped"]


def test_max_cost_without_a_price_is_refused(bench: World, serve: Serve):
    server = serve(lambda seen: says(answer(seen.number)))
    result = generate(bench, server, "--max-cost", "1", code=2)
    assert "prices" in result.err
    assert server.seen == []


def test_no_more_requests_are_open_than_allowed(bench: World, serve: Serve):
    set_up(bench, model="loopback", concurrency=2)
    open_now: list[int] = []
    most = 0

    def behave(seen: Seen) -> Action:
        nonlocal most
        most = max(most, len(server.seen) - len(server.answered))
        open_now.append(seen.number)
        return says(answer(seen.number), delay=0.05)

    server = serve(behave)
    generate(bench, server, "--rounds", "2", "--candidates", "3")
    assert most <= 2


# -- what may leave -------------------------------------------------------------------------


def test_texts_that_may_not_leave_go_to_loopback_servers_only(bench: World, serve: Serve,
                                                              monkeypatch):  # fmt: skip
    card = bench.root / "tasks/reasoning/tables/task.yaml"
    card.write_text(card.read_text(encoding="utf-8") + "may_leave: false\n", encoding="utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    refused = bench("augment", "--task", TASK, "--base-url", "https://models.example.org/v1",
                    code=1)  # fmt: skip
    assert "may not leave" in refused.err
    server = serve(lambda seen: says(answer(seen.number)))
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    one_round(bench, server)
    assert len(server.seen) == 3


def test_a_card_that_was_changed_since_counts_when_a_run_is_resumed(bench, serve, monkeypatch):
    server = serve(lambda seen: says(answer(seen.seed)))
    first = generate(bench, server, "--rounds", "1", "--max-requests", "1", code=1).json
    card = bench.root / "tasks/reasoning/tables/task.yaml"
    card.write_text(card.read_text(encoding="utf-8") + "may_leave: false\n", encoding="utf-8")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    refused = bench("augment", "--resume", first["run"], "--base-url", "https://example.org/v1",
                    code=1)  # fmt: skip
    assert "may not leave" in refused.err


def test_the_key_goes_to_the_server_and_nowhere_else(bench: World, serve: Serve, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    server = serve(lambda seen: says(answer(seen.number)))
    _, result = one_round(bench, server)
    assert server.seen[0].headers["authorization"] == "Bearer sk-very-secret"
    folder = journal.folder_of(bench.root, result.json["run"])
    kept = "".join(file.read_text(encoding="utf-8") for file in folder.iterdir())
    kept += "".join(f.read_text(encoding="utf-8") for f in bench.root.glob("runs/**/*.yaml"))
    assert "secret" not in kept


def test_without_a_key_a_server_elsewhere_is_not_asked(bench: World, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    result = bench("augment", "--task", TASK, code=2)
    assert "OPENAI_API_KEY" in result.err


def test_an_unloadable_similarity_model_is_said_before_anything_is_sent(bench, serve):
    file = bench.root / "curate.yaml"
    text = file.read_text(encoding="utf-8").replace("minilm", "/nowhere/model")
    file.write_text(text, encoding="utf-8")
    server = serve(lambda seen: says(answer(seen.number)))
    result = bench("augment", "--task", TASK, "--base-url", server.base_url, code=None)
    assert result.code in (2, 3)
    assert "/nowhere/model" in result.err
    assert server.seen == []


def test_git_that_is_not_ready_is_said_before_anything_is_sent(bench: World, serve: Serve):
    git(bench.root, "checkout", "-q", "--detach")
    server = serve(lambda seen: says(answer(seen.number)))
    result = bench("augment", "--task", TASK, "--base-url", server.base_url, code=1)
    assert "detached" in result.err
    assert server.seen == []


# -- several tasks --------------------------------------------------------------------------


def test_every_task_has_its_commit_and_a_failing_one_does_not_stop_the_rest(two_tasks, serve):
    def behave(seen: Seen) -> Action:
        content = seen.body["messages"][1]["content"]
        return fails(400, "policy", code="x") if '"tables"' in content else says(answer(seen.seed))

    server = serve(behave)
    before = git(two_tasks.root, "rev-parse", "HEAD").strip()
    result = two_tasks(
        "augment", "--all", "--rounds", "1", "--candidates", "2", "--json",
        "--base-url", server.base_url, code=3,
    )  # fmt: skip
    states = {job["task"]: job["state"] for job in result.json["tasks"]}
    assert states == {"tables": "stopped", "shops": "done"}
    log = git(two_tasks.root, "log", f"{before}..HEAD", "--format=%s")
    assert "reasoning/shops (en): 1 new drafts" in log


def test_new_instances_of_two_tasks_that_read_alike_are_reported(two_tasks: World, serve: Serve):
    server = serve(lambda seen: says(answer(7)))
    set_up(two_tasks, model="loopback", at_least=1)
    result = two_tasks(
        "augment", "--all", "--rounds", "1", "--candidates", "1", "--json",
        "--base-url", server.base_url,
    )  # fmt: skip
    (one,), (other,) = (job["kept"] for job in result.json["tasks"])
    assert result.json["near"] == [{"id": one, "other": other, "similarity": 1.0}]


def test_a_server_that_fails_task_after_task_is_left_alone(two_tasks: World, serve: Serve):
    for place, name in enumerate(("carts", "stalls")):
        two_tasks("task", "add", f"reasoning/{name}", by="kit")
        for number in range(2):
            write_human(two_tasks, 3000 + 10 * place + number, "dee", task=f"reasoning/{name}")
    set_up(two_tasks, model="loopback", retries=0, concurrency=2)
    server = serve(lambda seen: fails(500))
    result = two_tasks("augment", "--all", "--candidates", "4", "--rounds", "1", "--json",
                       "--base-url", server.base_url, code=3)  # fmt: skip
    assert "answers nothing any more" in result.json["stopped"]
    assert result.json["resume"]
    assert len(server.seen) < 4 * 4 - 2


def test_fill_asks_only_for_what_is_missing(bench: World, serve: Serve):
    server = serve(lambda seen: says(answer(seen.seed)))
    first = bench("augment", "--task", TASK, "--fill", "2", "--candidates", "2",
                  "--base-url", server.base_url, "--json")  # fmt: skip
    names = first.json["tasks"][0]["kept"]
    assert len(names) == 2
    bench("augment", "check", names[0], "--discard", "--reason", "wrong sum", by="ann")
    second = bench("augment", "--task", TASK, "--fill", "2", "--candidates", "2",
                   "--base-url", server.base_url, "--json")  # fmt: skip
    assert len(second.json["tasks"][0]["kept"]) == 1
    third = bench("augment", "--task", TASK, "--fill", "2", "--candidates", "2",
                  "--base-url", server.base_url, code=1)  # fmt: skip
    assert "2 augmented instances already" in third.err


def test_a_task_without_two_human_instances_says_that_demonstrations_are_needed(world, serve):
    server = serve(lambda seen: says(answer(seen.number)))
    set_up(world, model="loopback")
    result = world("augment", "--task", TASK, "--base-url", server.base_url, code=1)
    assert "demonstrations are needed" in result.err
    write_human(world, 1, "ann")
    result = world("augment", "--task", TASK, "--base-url", server.base_url, code=1)
    assert "1 human instance in en: demonstrations are needed" in result.err
    assert server.seen == []
