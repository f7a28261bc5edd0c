-- wrk: one fixed chat request
wrk.method = "POST"
wrk.body = '{"model":"AUTO","messages":[{"role":"user","content":"Say hello, please."}]}'
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer none"
