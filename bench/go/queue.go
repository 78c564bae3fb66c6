package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"k8s.io/client-go/util/workqueue"
)

// Adds a thousand keys, takes and hands back each of them, many times: the best of five rounds, in nanoseconds per key.
func measureQueue() {
	const keys, turns = 1000, 1000
	names := make([]string, keys)
	for i := range names {
		names[i] = fmt.Sprintf("team-%03d/web-%05d", i%100, i)
	}
	queue := workqueue.NewTyped[string]()
	var best float64
	for round := 0; round < 5; round++ {
		began := time.Now()
		for turn := 0; turn < turns; turn++ {
			for _, name := range names {
				queue.Add(name)
			}
			for range names {
				name, _ := queue.Get()
				queue.Done(name)
			}
		}
		elapsed := float64(time.Since(began).Nanoseconds()) / (keys * turns)
		if round == 0 || elapsed < best {
			best = elapsed
		}
	}
	queue.ShutDown()
	check(json.NewEncoder(os.Stdout).Encode(map[string]float64{"nsPerKey": best}))
}
