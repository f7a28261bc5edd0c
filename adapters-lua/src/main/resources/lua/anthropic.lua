-- anthropic.lua: an upstream that speaks Anthropic's Messages API, as a script that converts everything.
--
-- A model for authors: requests with tools, images and documents, whole answers, streams, usage, errors. What the
-- target has no counterpart for is dropped where an answer is still what was asked for, and refused by error() where
-- it would not be. docs/adapters.md tells all that a script may use.
--
-- options of a source (all may be left out):
--   max_tokens  what is sent where the client names no limit, which this API demands; default 4096
--   version     the header anthropic-version; default 2023-06-01

local DEFAULT_MAX_TOKENS = 4096
local LEAST_BUDGET = 1024 -- Anthropic refuses less for thinking

-- reasoning_effort -> tokens for thinking
local BUDGETS = {minimal = 1024, low = 1024, medium = 8192, high = 24576, xhigh = 32768, max = 32768}

local FINISH_REASONS = {
  end_turn = "stop", stop_sequence = "stop", pause_turn = "stop",
  max_tokens = "length", model_context_window_exceeded = "length",
  tool_use = "tool_calls", refusal = "content_filter",
}

-- error.type -> the status that Anthropic sends with it, for errors inside a stream, which have none
local STATUSES = {
  invalid_request_error = 400, authentication_error = 401, billing_error = 402, permission_error = 403,
  not_found_error = 404, request_too_large = 413, rate_limit_error = 429, api_error = 500, timeout_error = 504,
  overloaded_error = 529,
}

-- null in JSON is json.null in Lua, which counts as true: ask has() before using a field.
local function has(value)
  return value ~= nil and value ~= json.null
end

local function is_blank(text)
  return not text:find("%S")
end

-- requests -----------------------------------------------------------------------------------------------------------

local function image_block(part)
  local url = type(part.image_url) == "table" and part.image_url.url or part.image_url
  local media_type, data = url:match("^data:([^;,]*);base64,(.*)$")
  if not media_type then
    return {type = "image", source = {type = "url", url = url}}
  end
  if media_type == "image/jpg" then
    media_type = "image/jpeg"
  end
  return {type = "image", source = {type = "base64", media_type = media_type, data = data}}
end

local function document_block(part)
  local media_type, data = (part.file.file_data or ""):match("^data:([^;,]*);base64,(.*)$")
  if media_type ~= "application/pdf" then
    error("a file must be given as file_data with a data URL of type application/pdf", 0)
  end
  return {
    type = "document", title = part.file.filename,
    source = {type = "base64", media_type = media_type, data = data},
  }
end

-- Appends the content of a message, a text or a list of parts, to a list of blocks. Blank text makes no block: the
-- API refuses it.
local function add_content(blocks, content)
  if type(content) == "string" then
    content = {{type = "text", text = content}}
  end
  for _, part in ipairs(has(content) and content or {}) do
    if part.type == "text" then
      if not is_blank(part.text) then
        table.insert(blocks, {type = "text", text = part.text})
      end
    elseif part.type == "refusal" then
      table.insert(blocks, {type = "text", text = part.refusal})
    elseif part.type == "image_url" then
      table.insert(blocks, image_block(part))
    elseif part.type == "file" then
      table.insert(blocks, document_block(part))
    else
      error("a content part of type " .. tostring(part.type) .. " has no counterpart in the Messages API", 0)
    end
  end
end

-- Ids of tool calls may come from another provider and have characters that this one refuses.
local function tool_id(id)
  return (tostring(id):gsub("[^%w_-]", "_"))
end

local function tool_use_block(call)
  local input = json.decode("{}")
  local text = call["function"].arguments
  if has(text) and not is_blank(text) then
    local ok, decoded = pcall(json.decode, text)
    -- A model may have written what is no object; the API takes nothing else.
    input = ok and type(decoded) == "table" and not decoded[1] and decoded or {arguments = text}
  end
  return {type = "tool_use", id = tool_id(call.id), name = call["function"].name, input = input}
end

-- The conversation in the making: roles alternate, and the calls of an assistant's turn are answered at the start of
-- the user's turn behind it.
local Conversation = {}
Conversation.__index = Conversation

function Conversation.new()
  return setmetatable({messages = json.array(), open_calls = {}}, Conversation)
end

-- Returns the list of blocks of the current turn; begins a turn where the last one was the other side's.
function Conversation:turn(role)
  local last = self.messages[#self.messages]
  if not last or last.role ~= role then
    last = {role = role, content = json.array()}
    table.insert(self.messages, last)
  end
  return last.content
end

function Conversation:answer_call(id, content)
  if not self.open_calls[id] then
    return -- a result without its call, which the API refuses
  end
  self.open_calls[id] = nil
  local blocks = json.array()
  add_content(blocks, content)
  table.insert(self:turn("user"), {type = "tool_result", tool_use_id = id, content = blocks})
end

-- A history that was cut may lack results, without which the API refuses all of it.
function Conversation:answer_open_calls()
  for _, id in ipairs(self.open_calls) do
    if self.open_calls[id] then
      table.insert(self:turn("user"), {type = "tool_result", tool_use_id = id, content = "no result", is_error = true})
    end
  end
  self.open_calls = {}
end

function Conversation:assistant_says(message)
  local blocks = {}
  add_content(blocks, message.content)
  if has(message.refusal) and not is_blank(message.refusal) then
    table.insert(blocks, {type = "text", text = message.refusal})
  end
  for _, call in ipairs(has(message.tool_calls) and message.tool_calls or {}) do
    local block = tool_use_block(call)
    table.insert(blocks, block)
    table.insert(self.open_calls, block.id)
    self.open_calls[block.id] = true
  end
  for _, block in ipairs(blocks) do
    table.insert(self:turn("assistant"), block)
  end
end

-- Returns the system texts as a list of blocks, and the messages.
local function conversation(messages)
  local system = json.array()
  local talk = Conversation.new()
  for _, message in ipairs(messages) do
    local role = message.role
    if role == "system" or role == "developer" then
      add_content(system, message.content)
    elseif role == "tool" then
      talk:answer_call(tool_id(message.tool_call_id), message.content)
    else
      talk:answer_open_calls()
      if role == "assistant" then
        talk:assistant_says(message)
      else
        local blocks = {}
        add_content(blocks, message.content)
        for _, block in ipairs(blocks) do
          table.insert(talk:turn("user"), block)
        end
      end
    end
  end
  talk:answer_open_calls()

  local list = talk.messages
  if #list == 0 and #system == 0 then
    error("the request has no content", 0)
  end
  if #list == 0 or list[1].role == "assistant" then
    table.insert(list, 1, {role = "user", content = {{type = "text", text = "Go on."}}})
  end
  -- An answer that is to be continued must not end in white space.
  local last = list[#list]
  local block = last.content[#last.content]
  if last.role == "assistant" and block.type == "text" then
    block.text = block.text:match("^(.-)%s*$")
  end
  return system, list
end

local function tools(request)
  local list = json.array()
  for _, tool in ipairs(has(request.tools) and request.tools or {}) do
    local f = tool["function"]
    if tool.type ~= "function" then
      error("a tool of type " .. tostring(tool.type) .. " has no counterpart in the Messages API", 0)
    end
    table.insert(list, {
      name = f.name,
      description = has(f.description) and f.description or nil,
      input_schema = has(f.parameters) and f.parameters or {type = "object", properties = {}},
    })
  end
  return list
end

local function tool_choice(request)
  local wanted = request.tool_choice
  local choice
  if wanted == "none" then
    return {type = "none"}
  elseif wanted == "required" then
    choice = {type = "any"}
  elseif type(wanted) == "table" and wanted["function"] then
    choice = {type = "tool", name = wanted["function"].name}
  elseif wanted == "auto" or request.parallel_tool_calls == false then
    choice = {type = "auto"}
  end
  if choice and request.parallel_tool_calls == false then
    choice.disable_parallel_tool_use = true
  end
  return choice
end

local function max_tokens(request, source)
  local limit = has(request.max_completion_tokens) and request.max_completion_tokens or request.max_tokens
  if not has(limit) then
    limit = source.options.max_tokens or DEFAULT_MAX_TOKENS
  end
  if limit <= 0 then
    error("max_tokens is " .. limit .. " (expected: above 0)", 0)
  end
  return limit
end

-- Thinking must not be asked for in the middle of a round of tool calls: the turn that made them would have to begin
-- with its thinking and the signature of it, which clients of OpenAI's API do not send back.
local function thinking_budget(request)
  local last = request.messages[#request.messages]
  if not has(request.reasoning_effort) or request.reasoning_effort == "none" or last.role == "tool" then
    return nil
  end
  return math.max(LEAST_BUDGET, BUDGETS[request.reasoning_effort] or 0)
end

local function stop_sequences(stop)
  local list = json.array()
  for _, text in ipairs(type(stop) == "string" and {stop} or has(stop) and stop or {}) do
    if not is_blank(text) then
      table.insert(list, text)
    end
  end
  return #list > 0 and list or nil
end

function transform_request(request, source)
  if has(request.n) and request.n > 1 then
    error("n is " .. request.n .. " (expected: 1; the Messages API gives one answer)", 0)
  end
  local system, messages = conversation(request.messages)
  local out = {
    model = request.model,
    messages = messages,
    max_tokens = max_tokens(request, source),
    stop_sequences = stop_sequences(request.stop),
    stream = has(request.stream) and request.stream or nil,
    metadata = has(request.user) and {user_id = request.user} or nil,
  }

  local list = tools(request)
  if #list > 0 then
    out.tools = list
    out.tool_choice = tool_choice(request)
  end

  local format = request.response_format
  if has(format) and format.type == "json_schema" then
    out.output_config = {format = {type = "json_schema", schema = format.json_schema.schema}}
  elseif has(format) and format.type == "json_object" then
    table.insert(system, {type = "text", text = "Answer with one JSON object and nothing else."})
  end
  if #system > 0 then
    out.system = system
  end

  local budget = thinking_budget(request)
  if budget then
    out.thinking = {type = "enabled", budget_tokens = budget}
    out.max_tokens = out.max_tokens + budget -- the limit counts thinking too
    if out.tool_choice and out.tool_choice.type ~= "none" then
      out.tool_choice.type, out.tool_choice.name = "auto", nil -- nothing else goes together with thinking
    end
  elseif has(request.temperature) then
    out.temperature = math.min(request.temperature, 1) -- OpenAI goes to 2
  elseif has(request.top_p) then
    out.top_p = request.top_p -- newer models refuse it beside a temperature
  end

  -- Base URLs are written with and without the version.
  local path = source.base_url:find("/v%d+$") and "/messages" or "/v1/messages"
  return out, {
    path = path,
    headers = {["x-api-key"] = "${api_key}", ["anthropic-version"] = source.options.version or "2023-06-01"},
  }
end

-- answers ------------------------------------------------------------------------------------------------------------

-- Anthropic counts what came from or went to its cache beside input_tokens, OpenAI within prompt_tokens.
local function usage(counts)
  local function count(key)
    return has(counts[key]) and counts[key] or 0
  end
  local read, written = count("cache_read_input_tokens"), count("cache_creation_input_tokens")
  local prompt, completion = count("input_tokens") + read + written, count("output_tokens")
  local details = has(counts.output_tokens_details) and counts.output_tokens_details or {}
  return {
    prompt_tokens = prompt,
    completion_tokens = completion,
    total_tokens = prompt + completion,
    prompt_tokens_details = {cached_tokens = read, cache_write_tokens = written},
    completion_tokens_details = {reasoning_tokens = details.thinking_tokens or 0},
  }
end

local function finish_reason(stop_reason, calls_tools)
  local reason = FINISH_REASONS[stop_reason] or "stop"
  return reason == "stop" and calls_tools and "tool_calls" or reason
end

function transform_response(response, source)
  if type(response) ~= "table" or type(response.content) ~= "table" then
    error("the answer has no list 'content'", 0)
  end
  local text, reasoning, calls = {}, {}, json.array()
  for _, block in ipairs(response.content) do
    if block.type == "text" then
      table.insert(text, block.text)
    elseif block.type == "thinking" then
      table.insert(reasoning, block.thinking)
    elseif block.type == "tool_use" then
      table.insert(calls, {
        id = block.id, type = "function",
        ["function"] = {name = block.name, arguments = json.encode(block.input)},
      })
    end -- what else there is (redacted thinking, tools of the provider's own) has no counterpart
  end

  local message = {role = "assistant", content = table.concat(text)}
  if #calls > 0 then
    message.tool_calls = calls
    if #text == 0 then
      message.content = json.null
    end
  end
  if #reasoning > 0 then
    message.reasoning_content = table.concat(reasoning)
  end
  return {
    id = "chatcmpl-" .. tostring(response.id),
    model = response.model,
    choices = {{index = 0, message = message, finish_reason = finish_reason(response.stop_reason, #calls > 0)}},
    usage = has(response.usage) and usage(response.usage) or nil,
  } -- object and created are filled in by the gateway
end

-- streams ------------------------------------------------------------------------------------------------------------

-- What `state` holds: id and model of all chunks; usage, merged from what comes; stop_reason; tools, by the number of
-- their block; tool_count.

local function chunk_of(state, delta, reason)
  return {
    id = state.id, model = state.model,
    choices = {{index = 0, delta = delta, finish_reason = reason or json.null}},
  }
end

local function merge_usage(state, counts)
  state.usage = state.usage or {}
  for key, value in pairs(has(counts) and counts or {}) do
    if has(value) then
      state.usage[key] = value -- counts are running totals: the last one stands
    end
  end
end

local function tool_chunk(state, tool, fields)
  fields.index = tool.index
  return chunk_of(state, {tool_calls = {fields}})
end

-- Returns the chunks that end an answer, or nothing where it did not come to its end or was ended before.
local function ending(state)
  if not state.stop_reason then
    return {}
  end
  local reason = finish_reason(state.stop_reason, (state.tool_count or 0) > 0)
  state.stop_reason = nil
  local chunks = {chunk_of(state, {}, reason)}
  if state.usage then
    local last = chunk_of(state, {})
    last.choices, last.usage = json.array(), usage(state.usage)
    table.insert(chunks, last)
  end
  return chunks
end

local handlers = {}

function handlers.message_start(event, state)
  state.id, state.model = "chatcmpl-" .. tostring(event.message.id), event.message.model
  merge_usage(state, event.message.usage)
  return chunk_of(state, {role = "assistant", content = ""})
end

function handlers.content_block_start(event, state)
  local block = event.content_block
  if block.type == "text" and block.text ~= "" then
    return chunk_of(state, {content = block.text})
  end
  if block.type ~= "tool_use" then
    return nil
  end
  -- OpenAI counts the calls, Anthropic all blocks.
  state.tool_count = (state.tool_count or 0) + 1
  local tool = {index = state.tool_count - 1, has_arguments = false}
  state.tools = state.tools or {}
  state.tools[event.index] = tool
  return tool_chunk(state, tool, {
    id = block.id, type = "function", ["function"] = {name = block.name, arguments = ""},
  })
end

function handlers.content_block_delta(event, state)
  local delta = event.delta
  if delta.type == "text_delta" then
    return chunk_of(state, {content = delta.text})
  elseif delta.type == "thinking_delta" then
    return chunk_of(state, {reasoning_content = delta.thinking})
  elseif delta.type == "input_json_delta" and delta.partial_json ~= "" then
    local tool = state.tools and state.tools[event.index]
    if tool then -- not so for the tools that the provider runs itself
      tool.has_arguments = true
      return tool_chunk(state, tool, {["function"] = {arguments = delta.partial_json}})
    end
  end
end

function handlers.content_block_stop(event, state)
  local tool = state.tools and state.tools[event.index]
  if tool and not tool.has_arguments then
    tool.has_arguments = true
    return tool_chunk(state, tool, {["function"] = {arguments = "{}"}}) -- "" would be no JSON
  end
end

function handlers.message_delta(event, state)
  merge_usage(state, event.usage)
  if has(event.delta) and has(event.delta.stop_reason) then
    state.stop_reason = event.delta.stop_reason
  end
end

function handlers.message_stop(event, state)
  local chunks = ending(state)
  table.insert(chunks, "[DONE]") -- tells the gateway that the answer is whole
  return chunks
end

function handlers.error(event, state)
  local problem = has(event.error) and event.error or {}
  problem.code = STATUSES[problem.type]
  return {error = problem}
end

function transform_stream_chunk(event, state, source)
  if event == nil then
    return ending(state) -- the body ended without message_stop; without a stop reason it was cut
  end
  local handler = type(event) == "table" and handlers[event.type]
  return handler and handler(event, state) or nil -- what is new or unknown (ping) is no content
end

-- errors -------------------------------------------------------------------------------------------------------------

-- The gateway knows the usual codes itself; a script only adds what it would read otherwise. As an example: spend
-- limits, which look like a rate limit that never ends.
function classify_error(status, body, headers)
  local details = type(body) == "table" and has(body.error) and type(body.error) == "table" and body.error.details
  if type(details) == "table" and details.error_code == "enforced_spend_limit_reached" then
    return "quota_used_up"
  end
end
