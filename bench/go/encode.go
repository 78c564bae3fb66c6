package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
)

// Writes the protobuf version of each JSON file that has none yet: list items as records of field 2, events as framed
// watch events.
func encode(folder string, shards int) {
	for i := 0; i < shards; i++ {
		path := filepath.Join(folder, fmt.Sprintf("shard-%03d", i))
		convertFile(path, func(document []byte) []byte {
			var pod corev1.Pod
			check(json.Unmarshal(bytes.TrimSuffix(document, []byte(",")), &pod))
			raw, err := pod.Marshal()
			check(err)
			record := binary.AppendUvarint([]byte{0x12}, uint64(len(raw)))
			return append(record, raw...)
		})
	}
	serializer := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	codec := scheme.Codecs.EncoderForVersion(serializer, corev1.SchemeGroupVersion)
	frames := protobuf.NewRawSerializer(scheme.Scheme, scheme.Scheme)
	convertFile(filepath.Join(folder, "events"), func(document []byte) []byte {
		var event struct {
			Type   string     `json:"type"`
			Object corev1.Pod `json:"object"`
		}
		check(json.Unmarshal(document, &event))
		var object, frame bytes.Buffer
		check(codec.Encode(&event.Object, &object))
		check(frames.Encode(&metav1.WatchEvent{Type: event.Type, Object: runtime.RawExtension{Raw: object.Bytes()}}, &frame))
		return append(binary.BigEndian.AppendUint32(nil, uint32(frame.Len())), frame.Bytes()...)
	})
}

func convertFile(path string, convert func([]byte) []byte) {
	if _, err := os.Stat(path + ".pb.idx"); err == nil {
		return
	}
	documents, err := os.ReadFile(path + ".json")
	check(err)
	index, err := os.ReadFile(path + ".idx")
	check(err)
	var out, starts []byte
	for i := 0; i+4 < len(index); i += 4 {
		from, to := binary.LittleEndian.Uint32(index[i:]), binary.LittleEndian.Uint32(index[i+4:])
		starts = binary.LittleEndian.AppendUint32(starts, uint32(len(out)))
		out = append(out, convert(documents[from:to])...)
	}
	starts = binary.LittleEndian.AppendUint32(starts, uint32(len(out)))
	whole(path+".pb", out)
	whole(path+".pb.idx", starts)
	fmt.Printf("%s.pb %d bytes\n", filepath.Base(path), len(out))
}

func whole(path string, content []byte) {
	partial := fmt.Sprintf("%s.partial-%d", path, os.Getpid())
	check(os.WriteFile(partial, content, 0o644))
	check(os.Rename(partial, path))
}
