// The client-go side of the benchmark: its informer on the same load, its work queue, and the protobuf version of the
// corpus.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

func main() {
	if len(os.Args) < 2 {
		fail("usage: bench version | encode FOLDER SHARDS | queue | client CONFIG")
	}
	switch os.Args[1] {
	case "version":
		fmt.Println(runtime.Version())
	case "encode":
		shards, err := strconv.Atoi(os.Args[3])
		check(err)
		encode(os.Args[2], shards)
	case "queue":
		measureQueue()
	case "client":
		runClient(os.Args[2])
	default:
		fail("no such command: " + os.Args[1])
	}
}

func check(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(text string) {
	fmt.Fprintln(os.Stderr, text)
	os.Exit(1)
}

// Seconds of processor time of all threads.
func cpuSeconds() float64 {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return float64(usage.Utime.Sec+usage.Stime.Sec) + float64(usage.Utime.Usec+usage.Stime.Usec)/1e6
}

// Resident memory in MB: now, and at its highest.
func resident() (now, peak float64) {
	status, err := os.ReadFile("/proc/self/status")
	check(err)
	for _, line := range strings.Split(string(status), "\n") {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			continue
		}
		value, _ := strconv.ParseFloat(fields[1], 64)
		switch fields[0] {
		case "VmRSS:":
			now = value / 1024
		case "VmHWM:":
			peak = value / 1024
		}
	}
	return now, peak
}
