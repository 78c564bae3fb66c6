// Command eventstorm passes events through client-go's correlator and prints the API calls that follow. Each line of
// standard input is {"atMs": milliseconds since 1970, "event": a core/v1 Event}; the answer to it is one line, or two
// when an event is patched that was never created: {"verb": "create", "event": ...}, {"verb": "patch", "name": ...,
// "patch": ...} or {"verb": "skip"}.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/record"
)

type question struct {
	AtMs  int64        `json:"atMs"`
	Event corev1.Event `json:"event"`
}

type answer struct {
	Verb  string          `json:"verb"`
	Event *corev1.Event   `json:"event,omitempty"`
	Name  string          `json:"name,omitempty"`
	Patch json.RawMessage `json:"patch,omitempty"`
}

// storyClock stands at the time of the event at hand.
type storyClock struct{ now time.Time }

func (c *storyClock) Now() time.Time                  { return c.now }
func (c *storyClock) Since(t time.Time) time.Duration { return c.now.Sub(t) }

func main() {
	in := json.NewDecoder(bufio.NewReaderSize(os.Stdin, 1<<20))
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	out := json.NewEncoder(writer)
	clock := &storyClock{}
	correlator := record.NewEventCorrelatorWithOptions(record.CorrelatorOptions{Clock: clock})
	created := map[string]bool{}
	for version := 1; in.More(); version++ {
		var q question
		check(in.Decode(&q))
		clock.now = time.UnixMilli(q.AtMs)
		result, err := correlator.EventCorrelate(&q.Event)
		check(err)
		if result.Skip {
			check(out.Encode(answer{Verb: "skip"}))
			continue
		}
		if result.Event.Count > 1 {
			check(out.Encode(answer{Verb: "patch", Name: result.Event.Name, Patch: result.Patch}))
		}
		if key := result.Event.Namespace + "/" + result.Event.Name; !created[key] {
			created[key] = true
			check(out.Encode(answer{Verb: "create", Event: result.Event}))
		}
		stored := result.Event.DeepCopy()
		stored.ResourceVersion = strconv.Itoa(version)
		correlator.UpdateState(stored)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
