"""OpenAI's Python client against a running gateway.

Usage: openai_sdk.py BASE_URL MODEL...
Every model must answer; the upstream behind it says "answered by ..." or, in a stream, "streamed by ...".
"""

import sys

import openai


def main(base_url, models):
    client = openai.OpenAI(base_url=base_url, api_key="any", max_retries=0, timeout=20)
    print("openai", openai.__version__)
    for model in models:
        whole(client, model)
        stream(client, model)
    listed(client, models)
    unknown(client)
    print("all is well")


def messages():
    return [{"role": "user", "content": "hi"}]


def whole(client, model):
    answer = client.chat.completions.create(model=model, messages=messages())
    content = answer.choices[0].message.content
    print(f"{model}: {content}")
    assert content.startswith("answered by "), content
    assert answer.choices[0].finish_reason == "stop", answer
    assert answer.usage.total_tokens == 5, answer.usage


def stream(client, model):
    content = ""
    reasons = []
    for chunk in client.chat.completions.create(model=model, messages=messages(), stream=True):
        for choice in chunk.choices:
            content += choice.delta.content or ""
            if choice.finish_reason:
                reasons.append(choice.finish_reason)
    print(f"{model}: {content}")
    assert content.startswith("streamed by "), content
    assert reasons == ["stop"], reasons


def listed(client, models):
    ids = [model.id for model in client.models.list()]
    print(f"{len(ids)} models")
    assert len(ids) == len(set(ids)), "an id is listed twice"
    for model in models:
        if "/" not in model and ":" not in model:
            assert model in ids, f"{model} is not listed"
            assert client.models.retrieve(model).id == model


def unknown(client):
    try:
        client.chat.completions.create(model="no-such", messages=messages())
    except openai.NotFoundError as error:
        print(error)
        assert error.code == "model_not_found", error.code
    else:
        raise AssertionError("an unknown model was answered")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
