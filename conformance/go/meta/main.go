// Command meta answers questions about selectors, quantities, patches, jsonpath templates and protobuf with Kubernetes'
// own packages. It reads one JSON object per line and prints one per line, in the same order: {"error": text} or
// {"value": anything}.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/client-go/util/csaupgrade"
	"k8s.io/client-go/util/jsonpath"
)

type question struct {
	Op       string            `json:"op"`
	Text     string            `json:"text"`
	Other    string            `json:"other"`
	Labels   map[string]string `json:"labels"`
	Kind     string            `json:"kind"`
	Original json.RawMessage   `json:"original"`
	Patch    json.RawMessage   `json:"patch"`
	Missing  bool              `json:"missing"`
	Output   string            `json:"output"`
}

var kinds = map[string]any{
	"Pod":            corev1.Pod{},
	"Service":        corev1.Service{},
	"Node":           corev1.Node{},
	"ServiceAccount": corev1.ServiceAccount{},
	"Deployment":     appsv1.Deployment{},
	"StatefulSet":    appsv1.StatefulSet{},
	"DaemonSet":      appsv1.DaemonSet{},
	"CronJob":        batchv1.CronJob{},
	"Ingress":        networkingv1.Ingress{},
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	decoder := json.NewDecoder(in)
	encoder := json.NewEncoder(out)
	for decoder.More() {
		var q question
		if err := decoder.Decode(&q); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		value, err := safely(q)
		if err != nil {
			_ = encoder.Encode(map[string]any{"error": err.Error()})
			continue
		}
		_ = encoder.Encode(map[string]any{"value": value})
	}
}

// safely turns a panic inside a package into an error: to a caller both mean "refused".
func safely(q question) (value any, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("panic: %v", caught)
		}
	}()
	return answer(q)
}

func answer(q question) (any, error) {
	switch q.Op {
	case "selector":
		selector, err := labels.Parse(q.Text)
		if err != nil {
			return nil, err
		}
		return map[string]any{"text": selector.String(), "matches": selector.Matches(labels.Set(q.Labels))}, nil
	case "fields":
		selector, err := fields.ParseSelector(q.Text)
		if err != nil {
			return nil, err
		}
		return map[string]any{"matches": selector.Matches(fields.Set(q.Labels))}, nil
	case "quantity":
		return quantity(q)
	case "duration":
		duration, err := time.ParseDuration(q.Text)
		if err != nil {
			return nil, err
		}
		return map[string]any{"ns": fmt.Sprint(int64(duration)), "text": duration.String()}, nil
	case "strategic":
		result, err := strategicpatch.StrategicMergePatch(q.Original, q.Patch, kinds[q.Kind])
		return json.RawMessage(result), err
	case "strategic-create":
		result, err := strategicpatch.CreateTwoWayMergePatch(q.Original, q.Patch, kinds[q.Kind])
		return json.RawMessage(result), err
	case "names":
		return map[string]any{
			"label":     len(validation.IsDNS1123Label(q.Text)) == 0,
			"label1035": len(validation.IsDNS1035Label(q.Text)) == 0,
			"subdomain": len(validation.IsDNS1123Subdomain(q.Text)) == 0,
			"key":       len(validation.IsQualifiedName(q.Text)) == 0,
			"value":     len(validation.IsValidLabelValue(q.Text)) == 0,
		}, nil
	case "protobuf":
		seed, err := strconv.ParseInt(q.Text, 10, 64)
		if err != nil {
			return nil, err
		}
		return protobufSamples(seed, 4)
	case "version":
		return resourceversion.CompareResourceVersion(q.Text, q.Other)
	case "upgrade":
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(q.Original); err != nil {
			return nil, err
		}
		err := csaupgrade.UpgradeManagedFields(object, sets.New(q.Text), q.Other, csaupgrade.Subresource(q.Kind))
		return object.Object["metadata"], err
	case "jsonpath":
		var data any
		if err := utiljson.Unmarshal(q.Original, &data); err != nil {
			return nil, err
		}
		path := jsonpath.New("case").AllowMissingKeys(q.Missing)
		path.EnableJSONOutput(q.Output == "json")
		if err := path.Parse(q.Text); err != nil {
			return nil, err
		}
		var text bytes.Buffer
		err := path.Execute(&text, data)
		return text.String(), err
	}
	return nil, fmt.Errorf("unknown op %q", q.Op)
}

func quantity(q question) (any, error) {
	left, err := resource.ParseQuantity(q.Text)
	if err != nil {
		return nil, err
	}
	right, err := resource.ParseQuantity(q.Other)
	if err != nil {
		return nil, err
	}
	sum, difference := left.DeepCopy(), left.DeepCopy()
	sum.Add(right)
	difference.Sub(right)
	return map[string]any{
		"text":       left.String(),
		"format":     left.Format,
		"compare":    left.Cmp(right),
		"sum":        sum.String(),
		"difference": difference.String(),
	}, nil
}
