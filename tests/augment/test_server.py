"""The loopback server does what the other tests rely on."""

from __future__ import annotations

import asyncio
import json

import openai
import pytest

from augment.providers import BrokenError
from augment.providers.openai_compatible import OpenAICompatible
from tests.augment.conftest import Serve
from tests.augment.server import Action, completion, fails, says

BODY = {"model": "m", "messages": [{"role": "user", "content": "x"}]}


def test_the_sdk_understands_it(serve: Serve):
    server = serve(lambda seen: says(f"number {seen.number}"))
    client = openai.OpenAI(base_url=server.base_url, api_key="k", max_retries=0)
    answer = client.chat.completions.create(model="m", messages=[{"role": "user", "content": "x"}])
    assert answer.choices[0].message.content == "number 0"
    assert server.seen[0].body["model"] == "m"
    assert server.seen[0].path == "/v1/chat/completions"


def test_the_sdk_reads_its_errors(serve: Serve):
    server = serve(lambda seen: fails(400, "bad", param="seed", code="unsupported_parameter"))
    client = openai.OpenAI(base_url=server.base_url, api_key="k", max_retries=0)
    with pytest.raises(openai.BadRequestError) as caught:
        client.chat.completions.create(model="m", messages=[])
    assert (caught.value.param, caught.value.code) == ("seed", "unsupported_parameter")


def send(url: str, timeout: float = 5):
    async def once():
        provider = OpenAICompatible(url, "k", timeout)
        try:
            return await provider.send(("job", 0), BODY)
        finally:
            await provider.close()

    return asyncio.run(once())


@pytest.mark.parametrize(
    "action",
    [says("x"), Action(body=b"<html>"), Action(body=b"\xff\x00"), Action(503, b"down"), fails(429)],
    ids=["completion", "html", "bytes", "503", "429"],
)
def test_a_reply_comes_back_byte_for_byte(serve: Serve, action: Action):
    server = serve(lambda seen: action)
    reply = send(server.base_url)
    assert (reply.status, reply.body) == (action.status, action.body)


def test_a_cut_connection_and_a_silent_server_are_broken_not_answers(serve: Serve):
    whole = completion("x" * 1000)
    server = serve(lambda seen: Action(body=whole, cut_after=300))
    with pytest.raises(BrokenError) as caught:
        send(server.base_url)
    assert whole.startswith(caught.value.partial)
    silent = serve(lambda seen: Action(hang=True))
    with pytest.raises(BrokenError, match="no answer within"):
        send(silent.base_url, timeout=0.2)
    with pytest.raises(BrokenError):
        send("http://127.0.0.1:9/v1")


def test_a_redirect_is_not_followed(serve: Serve):
    other = serve(lambda seen: says("x"))
    server = serve(lambda seen: Action(307, b"", {"location": other.base_url}))
    assert send(server.base_url).status == 307
    assert other.seen == []


def test_the_order_of_answers_is_noted(serve: Serve):
    server = serve(lambda seen: says("x"))
    send(server.base_url)
    assert server.answered == [0]
    assert json.loads(json.dumps(server.bodies()))[0] == BODY
