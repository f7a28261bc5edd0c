-- openai.lua: an upstream that speaks OpenAI's API, as a script.
--
-- The gateway's own form is OpenAI's, so there is little to convert. Copy this file into the adapter folder under
-- another name and change it where your upstream differs. docs/adapters.md tells all that a script may use.

-- Gets the request of the client as a table and returns what is sent. A second value could say where:
--   return request, {path = "/v2/chat", headers = {["x-api-key"] = "${api_key}"}}
-- Without one it is a POST to /chat/completions under the source's base_url, with the key as a bearer token.
function transform_request(request, source)
  return request
end

-- Gets the upstream's whole answer and returns it in OpenAI's form.
function transform_response(response, source)
  if type(response) ~= "table" or type(response.choices) ~= "table" then
    error("the answer has no list 'choices'")
  end
  return response
end

-- Gets the data of one event of a streamed answer; nil once, at the end. Returns a chunk in OpenAI's form, a list of
-- chunks, or nothing. `state` is a table of this answer's own; the event's name stands in state.event.
function transform_stream_chunk(chunk, state, source)
  if type(chunk) ~= "table" then
    return nil -- the end, or text that is no JSON
  end
  if chunk[1] and chunk[1].error then
    chunk = chunk[1] -- Google wraps its errors in a list
  end
  if state.event == "error" and not chunk.error then
    chunk = {error = chunk}
  end
  return chunk -- one with `error` in it tells the gateway that the upstream failed
end
