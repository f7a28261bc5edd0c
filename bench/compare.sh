#!/bin/sh
# Measures the first rows of SPEC.md section 15 against nginx in one run and prints ratios. Needs wrk and nginx (Debian: wrk,
# nginx-light), a JDK of 21 or newer, and a build: ./dev build.
#   bench/compare.sh [warm-up seconds] [measured seconds] [rounds]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
warm=${1:-60} secs=${2:-20} rounds=${3:-3}
work=$(mktemp -d)
pids=
stop() { for p in $pids; do kill "$p" 2>/dev/null || :; done; wait 2>/dev/null || :; rm -rf "$work"; }
trap stop EXIT INT TERM

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
mock=$(free_port) nginx=$(free_port) gate=$(free_port)
. "$root/ear/target/tiergate/bin/find-java.sh"
find_java java || { echo "bench: no JDK of 21 or newer is here" >&2; exit 1; }
java=$JAVA_HOME/bin/java
classes="$here/target/classes:$here/target/lib/*"

"$java" -Xmx128m -cp "$classes" io.tiergate.bench.MockUpstream "$mock" & pids="$pids $!"
mkdir "$work/nginx"
sed "s/MOCK_PORT/$mock/; s/NGINX_PORT/$nginx/" "$here/conf/nginx.conf" >"$work/nginx/nginx.conf"
nginx -p "$work/nginx" -c nginx.conf & nginx_pid=$! pids="$pids $!"
cat >"$work/config.yaml" <<CONFIG
sources:
  - {name: first, adapter: openai, base_url: "http://127.0.0.1:$mock/v1", models: [mock]}
  - {name: second, adapter: openai, base_url: "http://127.0.0.1:$mock/v1", models: [mock]}
auto:
  - {model: mock, source: first, tier: 1}
  - {model: mock, source: second, tier: 2}
CONFIG
TIERGATE_HOME="$work/home" TIERGATE_CONFIG="$work/config.yaml" HTTP_PORT=$gate \
  "$root/ear/target/tiergate/bin/tiergate" run >"$work/gateway.log" 2>&1 & gate_pid=$! pids="$pids $!"
i=0
until curl -sf -o /dev/null "http://127.0.0.1:$gate/health/ready"; do
  i=$((i + 1)); [ $i -lt 120 ] || { cat "$work/gateway.log"; exit 1; }; sleep 0.5
done

path=/v1/chat/completions
ticks() { # CPU ticks of a process and its children
  for p in "$1" $(pgrep -P "$1" || :); do awk '{print $14 + $15}' "/proc/$p/stat"; done | awk '{s += $1} END {print s}'
}
hz=$(getconf CLK_TCK)
wrk_once() { # name port pid seconds -> "requests/s cpu_ms"
  before=$(ticks "$3")
  out=$(wrk -t2 -c32 -d"$4"s -s "$here/conf/chat.lua" "http://127.0.0.1:$2$path")
  after=$(ticks "$3")
  echo "$out" | grep -q "Non-2xx" && { echo "$out" >&2; exit 1; }
  rps=$(echo "$out" | awk '/Requests\/sec/ {print $2}')
  n=$(echo "$out" | awk '/requests in/ {print $1}')
  awk -v r="$rps" -v t=$((after - before)) -v n="$n" -v hz="$hz" 'BEGIN {printf "%.0f %.4f\n", r, t * 1000 / hz / n}'
}

echo "warm-up: $warm s"
wrk_once gateway "$gate" "$gate_pid" "$warm" >/dev/null
r=1
while [ "$r" -le "$rounds" ]; do
  set -- $(wrk_once nginx "$nginx" "$nginx_pid" "$secs") $(wrk_once gateway "$gate" "$gate_pid" "$secs")
  awk -v a="$1" -v b="$2" -v c="$3" -v d="$4" -v r="$r" 'BEGIN {
    printf "round %d: nginx %d req/s, %.3f ms CPU; gateway %d req/s, %.3f ms CPU; ratio to nginx %.3f\n", r, a, b, c, d, c / a}'
  r=$((r + 1))
done
for target in "direct $mock" "nginx $nginx" "gateway $gate"; do
  set -- $target
  printf '200/s, %s: ' "$1"
  "$java" -Xmx128m -cp "$classes" io.tiergate.bench.FixedRate "http://127.0.0.1:$2$path" 200 20
done
awk '/VmRSS/ {printf "resident memory of the gateway after it: %d MiB\n", $2 / 1024}' "/proc/$gate_pid/status"
