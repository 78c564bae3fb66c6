# What takes longer than every change can wait for: npm run nightly
# Every Node in full, the older Kubernetes, long chaos, more random worlds, the in-memory server's load, the full benchmark.
set -uo pipefail
cd "$(dirname "$0")/../.."
mkdir -p test-results/nightly
passed=0 failed=0
stage() {
  local name=$1; shift
  local began=$SECONDS log="test-results/nightly/${name// /-}.log"
  if "$@" >"$log" 2>&1; then passed=$((passed + 1)); printf '%-44s ok      %5d s\n' "$name" $((SECONDS - began)); else failed=$((failed + 1)); printf '%-44s FAILED  %5d s\n' "$name" $((SECONDS - began)); tail -n 60 "$log" | sed 's/^/    /'; fi
  grep -E '^(figure|skipped|self-test)[: ]' "$log" | sed 's/^/    /' | head -60
}
cli="node --conditions=client-ts-source --import tsx packages/client-ts/src/cli/main.ts"
stage "build" npm run --silent build
stage "every Node in full" npm run --silent smoke:nodes -- --full
stage "Kubernetes 1.33 binaries" $cli control-plane setup --version 1.33 --from-source
stage "tests on Kubernetes 1.33" env CLIENT_TS_KUBERNETES=1.33 npx vitest run
stage "2000 random worlds" env ORACLE_SEEDS=2000 npx vitest run conformance/src/oracles
stage "planted bugs, the rare ones too" env ORACLE_PLANTS=all npx vitest run conformance/src/oracles/plants.spec.ts
stage "hostile prototypes" env NODE_OPTIONS=--disable-proto=throw npx vitest run packages/client-ts/src
stage "chaos on the real control plane, 10 min" npm run --silent chaos -- --duration 600s
stage "load on the in-memory server" npm run --silent load
stage "benchmark, a slowdown on purpose shows" npm run --silent bench -- --self-test
stage "benchmark, full" npm run --silent bench -- --json test-results/nightly/bench.json
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
