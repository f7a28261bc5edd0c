function transform_request(request, source) return request end
function transform_response(response, source) return response end
function transform_stream_chunk(chunk, state, source) return chunk end
