# What takes longer than every change can wait for, in parts of less than 90 minutes each.
#
#   npm run nightly                     lists the parts
#   npm run nightly -- worlds chaos     runs these
#   npm run nightly -- all              runs all, one after the other
#
# The whole output of a step goes to test-results/nightly/<step>.log; a step that failed shows its end.
set -uo pipefail
cd "$(dirname "$0")/../.."
mkdir -p test-results/nightly
passed=0 failed=0

# stage NAME COMMAND...: one line with the outcome and the time, then the figures.
stage() {
  local name=$1; shift
  local began=$SECONDS log="test-results/nightly/${name// /-}.log"
  if "$@" >"$log" 2>&1; then
    passed=$((passed + 1)); printf '%-50s ok      %5d s\n' "$name" $((SECONDS - began))
  else
    failed=$((failed + 1)); printf '%-50s FAILED  %5d s\n' "$name" $((SECONDS - began))
    tail -n 60 "$log" | sed 's/^/    /'
  fi
  # Not every step has figures.
  grep -E '^(figure|skipped|self-test)[: ]' "$log" | sed 's/^/    /' | head -60 || true
}

cli="node --conditions=client-ts-source --import tsx packages/client-ts/src/cli/main.ts"
mutated="cache codec transport workqueue rest auth kubeconfig util errors meta leaderelection events controller client"
mutated="$mutated streaming"

# The parts that `npm run flakes -- --list` counts.
flake_parts() {
  node --conditions=client-ts-source --import tsx scripts/flakes/main.ts --list | sed -n 's/^\([0-9]*\) parts$/\1/p'
}

parts() {
  echo "nodes kubernetes-1.33 worlds controllers fuzz planted-bugs prototypes chaos election fleet reconnects streams"
  echo "load bench million crds e2e foreign suite"
  printf 'mutation-%s ' $mutated; echo
  local n; for n in $(seq "$(flake_parts)"); do printf 'flakes-%s ' "$n"; done; echo
}

run_part() {
  case $1 in
    nodes)
      stage "build" npm run --silent build
      stage "all tests on the newer Nodes" npm run --silent smoke:nodes -- --full ;;
    kubernetes-1.33)
      stage "Kubernetes 1.33 binaries" $cli control-plane setup --version 1.33 --from-source
      stage "tests on Kubernetes 1.33" env CLIENT_TS_KUBERNETES=1.33 npx vitest run ;;
    worlds) stage "2000 random worlds" env ORACLE_SEEDS=2000 npx vitest run conformance/src/oracles/world.spec.ts ;;
    controllers)
      stage "2000 worlds where every call may fail" \
        env CONTROLLER_WORLDS=2000 npx vitest run conformance/src/controllers/worlds.spec.ts ;;
    fuzz)
      stage "damaged protobuf, 60 s" env PROTOBUF_FUZZ_ROUNDS=130000 PROTOBUF_FUZZ_SEED=$RANDOM \
        npx vitest run packages/client-ts/src/codec/protobuf/reading.spec.ts ;;
    planted-bugs)
      stage "planted bugs, rare ones included" \
        env ORACLE_PLANTED_BUGS=all npx vitest run --config vitest.slow.config.ts planted-bugs ;;
    prototypes)
      stage "unit tests without Object.prototype.__proto__" \
        env NODE_OPTIONS=--disable-proto=throw npx vitest run packages/client-ts/src ;;
    chaos) stage "chaos on the real control plane, 10 min" npm run --silent chaos -- --duration 600s ;;
    election)
      stage "election, 200 simulated hours" env ELECTION_HOURS=200 ELECTION_KILLS=50 \
        npx vitest run packages/client-ts/src/leaderelection/simulation.spec.ts
      stage "election of real processes" npm run --silent election -- --kills 50 --pauses 25 ;;
    fleet)
      stage "fleet, 20 simulated hours" env FLEET_HOURS=20 \
        npx vitest run packages/client-ts/src/controller/sharding/shard-fleet.spec.ts
      stage "fleet of real processes" npm run --silent fleet -- --kills 30 --stops 15 --partitions 15 ;;
    reconnects) stage "reconnects after cuts, 30 min" npm run --silent reconnects -- --duration 30m --every 20s ;;
    streams) stage "streams on the real control plane" npm run --silent streams ;;
    load) stage "load on the in-memory server" npm run --silent load ;;
    bench)
      stage "benchmark: an intentional slowdown is detected" npm run --silent bench -- --self-test
      stage "type check compared with client-node" bash -c "npm run --silent build && npm run --silent bench:types"
      stage "fake clientset compared with the in-memory server" npm run --silent bench:fake
      stage "start of the in-memory server" npm run --silent bench:start
      stage "first minute of a controller" npm run --silent bench:first-minute
      stage "benchmark, full" npm run --silent bench -- --json test-results/nightly/bench.json ;;
    million) stage "a million Pods in one process" npm run --silent bench -- million ;;
    crds)
      stage "CRDs of other projects" \
        env CLIENT_TS_FOREIGN_CRDS=on CLIENT_TS_CLUSTER=on npx vitest run conformance/src/crds ;;
    e2e) stage "Kubernetes' end-to-end tests" npm run --silent e2e -- --both ;;
    foreign) stage "client libraries of other projects" npm run --silent foreign ;;
    suite)
      local n
      for n in 1 2 3; do
        stage "whole suite, time $n of 3" npm test
        stage "slow tests, time $n of 3" npm run --silent test:slow
      done ;;
    mutation-*)
      case " $mutated " in *" ${1#mutation-} "*) ;; *) return 1 ;; esac
      stage "mutation of ${1#mutation-}" npm run --silent mutation -- "${1#mutation-}" --minutes 85 ;;
    flakes-[0-9]*) stage "flaky tests, part ${1#flakes-}" npm run --silent flakes -- --part "${1#flakes-}" ;;
    *) return 1 ;;
  esac
}

if [ $# -eq 0 ]; then
  echo "npm run nightly -- PART...; the parts are:"; parts | sed 's/^/  /'; exit 0
fi
[ "$1" != all ] || set -- $(parts)
for part in "$@"; do
  run_part "$part" || { echo "there is no part $part; npm run nightly lists them"; failed=$((failed + 1)); }
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
