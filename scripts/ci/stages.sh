# Runs the stages of .ci/run one after the other; a stage that fails is counted, and the rest still runs.
# The whole output of a stage goes to test-results/ci/<stage>.log; a failed stage shows its end.
mkdir -p test-results/ci
passed=0 failed=0

# stage NAME COMMAND...: one line with the outcome and the time.
stage() {
  local name=$1; shift
  local began=$SECONDS log="test-results/ci/${name// /-}.log"
  if "$@" >"$log" 2>&1; then
    passed=$((passed + 1)); printf '%-44s ok      %4d s\n' "$name" $((SECONDS - began))
    grep -E '^(figure|skipped|no control plane)[: ]' "$log" | sed 's/^/    /' | head -40
    return 0
  fi
  failed=$((failed + 1)); printf '%-44s FAILED  %4d s\n' "$name" $((SECONDS - began))
    tail -n 80 "$log" | sed 's/^/    /'
  return 1
}

# must NAME COMMAND...: nothing after it makes sense without it.
must() {
  stage "$@" && return
  echo "$passed passed, $failed failed"; exit 1
}

must "install" npm ci --no-fund --no-audit
export CLIENT_TS="node --conditions=client-ts-source --import tsx packages/client-ts/src/cli/main.ts"
if command -v go >/dev/null; then
  stage "control plane binaries" $CLIENT_TS control-plane setup --from-source
else
  echo "skipped: control plane binaries (no Go on this machine)"
fi
stage "format and lint" npm run --silent lint
stage "types" npm run --silent types
stage "generated kinds are up to date" npm run --silent api:generate -- --check
stage "the scanner's bytes match its C source" node packages/client-ts/src/codec/wasm/build.mjs --check
must  "build" npm run --silent build
stage "tests (npm test)" npm test
tests=$?
stage "slow tests (npm run test:slow)" npm run --silent test:slow || tests=1
stage "200 random worlds" env CLIENT_TS_TITLES=off ORACLE_SEEDS=200 npx vitest run conformance/src/oracles/world.spec.ts
[ $tests -ne 0 ] || stage "numbers in titles of passed tests" npm run --silent coverage
grep -E 'Test Files|     Tests' "test-results/ci/tests-(npm-test).log" 2>/dev/null |
  sed 's/\x1b\[[0-9;]*m//g; s/^/    /'
stage "API report" npm run --silent api:report -- --check
stage "list of error messages" npm run --silent error-messages -- --check
stage "import cost" npm run --silent measure:import
stage "tarballs: content, publint, attw" npm run --silent pack:check
stage "a consumer of the tarballs" npm run --silent consumer
stage "examples and snippets of the documents" npm run --silent examples
stage "documentation site, links" npm run --silent docs:build
stage "npm start" npm start --silent -- --duration 20s
stage "newer Nodes (smoke)" npm run --silent smoke:nodes
stage "chaos on the real control plane, 2 min" npm run --silent chaos -- --duration 120s
stage "benchmark, quick" npm run --silent bench -- --quick
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
