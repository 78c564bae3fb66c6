// Package report prints what a program of the benchmarks has done and used, for bench/src/child-programs.ts.
package report

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Line prints what happened, and what the process has used until then.
func Line(event string) {
	at := time.Now().UnixMilli()
	var usage syscall.Rusage
	Check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	cpu := float64(usage.Utime.Sec+usage.Stime.Sec) + float64(usage.Utime.Usec+usage.Stime.Usec)/1e6
	Check(json.NewEncoder(os.Stdout).Encode(map[string]any{"event": event, "cpuSeconds": cpu, "peakMB": peak(), "at": at}))
}

// Check ends the program when there is an error.
func Check(err error) {
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}

func peak() float64 {
	status, err := os.ReadFile("/proc/self/status")
	Check(err)
	for _, line := range strings.Split(string(status), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			value, _ := strconv.ParseFloat(fields[1], 64)
			return value / 1024
		}
	}
	return 0
}
