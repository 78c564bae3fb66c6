#!/usr/bin/env bash
# helm as its users call it, with --wait. Prints the exit code and the output of each step; times, addresses and names
# that controllers make up are masked, and what its library logs about requests that helm itself cancelled is left out.
# usage: releases.sh HELM CHART
helm=$1 chart=$2
export HELM_CACHE_HOME HELM_CONFIG_HOME HELM_DATA_HOME
HELM_CACHE_HOME=$(mktemp -d) HELM_CONFIG_HOME=$HELM_CACHE_HOME/config HELM_DATA_HOME=$HELM_CACHE_HOME/data
trap 'rm -rf "$HELM_CACHE_HOME"' EXIT

step() {
  local name=$1 output code
  shift
  output=$("$helm" "$@" 2>&1) && code=0 || code=$?
  echo "$name: exit $code"
  sed -E -e 's/[A-Z][a-z]{2} [A-Z][a-z]{2} +[0-9]+ [0-9:]+ [0-9]{4}/TIME/' \
    -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(Z| \+0000 UTC)?/TIME/' -e 's/\b10(\.[0-9]+){3}\b/ADDRESS/' \
    -e 's/-[0-9a-z]{9,10}-[0-9a-z]{5} |-[0-9a-z]{5} /-NAME /' -e 's/ [0-9]+s *$/ AGE/' -e 's/[ \t]+/ /g' -e '/^$/d' \
    -e '/^[EWI][0-9]{4} [0-9:.]+ /d' -e "s/^/$name: /" \
    <<<"$output"
}

step "dry run" install web "$chart" --dry-run=server --hide-notes
step "install" install web "$chart" --wait --wait-for-jobs --timeout 120s
step "install again" install web "$chart" --wait --timeout 120s
step "list" list
# Kinds come in an order that differs from call to call.
step "status" status web | sort
step "upgrade" upgrade web "$chart" --wait --timeout 120s --set replicas=3,image=shop:2
step "upgrade by install" upgrade --install other "$chart" --wait --timeout 120s --namespace shop --create-namespace
step "refused" upgrade web "$chart" --wait --timeout 120s --set port=70000
step "rolled back on failure" upgrade web "$chart" --wait --timeout 120s --set port=70000 --rollback-on-failure
step "history" history web
step "values" get values web
step "manifest" get manifest web
step "rollback" rollback web 1 --wait --timeout 120s
step "history after it" history web
step "uninstall" uninstall web --wait --timeout 120s
step "list after it" list --all-namespaces
step "uninstall again" uninstall web --wait
