package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"reflect"
	"sort"
	"strings"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes/scheme"
)

// sample is one object: its protobuf, and the JSON that Go gives after reading that protobuf.
type sample struct {
	Name string          `json:"name"`
	PB   string          `json:"pb"`
	JSON json.RawMessage `json:"json"`
	// Exact says that the bytes are what Go writes for the JSON: nothing unknown was added, and no text was repaired.
	Exact bool `json:"exact"`
}

// The kinds of client-go, and custom resource definitions, which belong to a server of their own.
func init() {
	if err := apiextensionsv1.AddToScheme(scheme.Scheme); err != nil {
		panic(err)
	}
}

// protobufSamples makes objects of every kind in the scheme: an empty one, sparse ones with odd values, and one with
// unknown fields.
func protobufSamples(seed int64, perKind int) ([]sample, error) {
	serializer := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	var names []schema.GroupVersionKind
	for gvk := range scheme.Scheme.AllKnownTypes() {
		if gvk.Version != runtime.APIVersionInternal && gvk.Kind != "WatchEvent" {
			names = append(names, gvk)
		}
	}
	sort.Slice(names, func(a, b int) bool { return names[a].String() < names[b].String() })
	var samples []sample
	for _, gvk := range names {
		for number := 0; number < perKind; number++ {
			object, err := scheme.Scheme.New(gvk)
			if err != nil {
				return nil, err
			}
			if _, marshals := object.(interface{ Marshal() ([]byte, error) }); !marshals {
				continue
			}
			source := rand.NewSource(seed + int64(number))
			f := filler{Rand: rand.New(source), chance: []float64{0, 0.15, 0.4, 0.9}[number%4], exact: true}
			f.fill(reflect.ValueOf(object).Elem(), 0)
			object.GetObjectKind().SetGroupVersionKind(gvk)
			var encoded bytes.Buffer
			if err := serializer.Encode(object, &encoded); err != nil {
				return nil, fmt.Errorf("%s: %w", gvk, err)
			}
			raw := encoded.Bytes()
			exact := f.exact
			if number%4 == 2 {
				if raw, err = withUnknown(raw); err != nil {
					return nil, err
				}
				exact = false
			}
			decoded, _, err := serializer.Decode(raw, nil, nil)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", gvk, err)
			}
			decoded.GetObjectKind().SetGroupVersionKind(gvk)
			text, err := json.Marshal(decoded)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", gvk, err)
			}
			name := fmt.Sprintf("%s#%d", gvk, number)
			pb := base64.StdEncoding.EncodeToString(raw)
			samples = append(samples, sample{Name: name, PB: pb, JSON: text, Exact: exact})
		}
	}
	return samples, nil
}

// withUnknown adds fields of each wire type that no message has.
func withUnknown(data []byte) ([]byte, error) {
	var envelope runtime.Unknown
	if err := envelope.Unmarshal(data[4:]); err != nil {
		return nil, err
	}
	// Fields 1000 to 1003: a number, text, eight bytes and four bytes.
	unknown := []byte{
		0xc0, 0x3e, 0x96, 0x01,
		0xca, 0x3e, 3, 'a', 'b', 'c',
		0xd1, 0x3e, 1, 2, 3, 4, 5, 6, 7, 8,
		0xdd, 0x3e, 1, 2, 3, 4,
	}
	envelope.Raw = append(append([]byte{}, unknown...), append(envelope.Raw, unknown...)...)
	inner, err := envelope.Marshal()
	return append(append([]byte{}, data[:4]...), append(inner, unknown...)...), err
}

type filler struct {
	*rand.Rand
	chance float64
	exact  bool
}

var (
	oddTexts = []string{
		"", "a", "ü", "😀", "\u0000", "\ufffd", "<&>\u2028", "\"\\\n\t\x7f",
		"__proto__", "constructor", strings.Repeat("long ", 300),
	}
	badTexts = []string{"\xff\xfe", "a\xe2\x82", "\xe2\x28\xa1b", "\xed\xa0\x80", "\xf0\x9f\x98", "\xc0\xaf"}
	integers = []int64{
		0, 1, -1, 127, 128, 255, math.MaxInt8, math.MaxInt16, math.MaxInt32, math.MinInt32,
		1 << 53, 1<<53 + 1, math.MaxInt64, math.MinInt64,
	}
	seconds = []int64{0, -1, 1, 951782400, 1700000000, 253402300799, -62135596800, -62135596799, -2208988800}
)

func (f *filler) text() string {
	if f.Intn(12) == 0 {
		f.exact = false
		return badTexts[f.Intn(len(badTexts))]
	}
	return oddTexts[f.Intn(len(oddTexts))]
}

func (f *filler) integer(bits int) int64 {
	for {
		if value := integers[f.Intn(len(integers))]; bits == 64 || value>>(bits-1) == 0 || value>>(bits-1) == -1 {
			f.exact = f.exact && value < 1<<53 && value > -(1<<53)
			return value
		}
	}
}

// fill sets some fields; the others stay as they are.
func (f *filler) fill(v reflect.Value, depth int) {
	switch value := v.Addr().Interface().(type) {
	case *metav1.TypeMeta, *runtime.TypeMeta:
		return
	case *metav1.Time:
		*value = metav1.Unix(seconds[f.Intn(len(seconds))], 0)
		return
	case *metav1.MicroTime:
		value.Time = time.Unix(seconds[f.Intn(len(seconds))], int64(f.Intn(4)*333333)*1000)
		return
	case *metav1.Duration:
		value.Duration = time.Duration(integers[f.Intn(len(integers))])
		return
	case *metav1.FieldsV1:
		value.Raw = [][]byte{nil, []byte(`{}`), []byte(`{"f:a":{".":{}}}`)}[f.Intn(3)]
		return
	case *resource.Quantity:
		*value = resource.MustParse([]string{"0", "1", "100m", "1Gi", "1.5", "-3", "12e6"}[f.Intn(7)])
		return
	case *intstr.IntOrString:
		if f.Intn(2) == 0 {
			*value = intstr.FromInt32(int32(f.integer(32)))
		} else {
			*value = intstr.FromString(oddTexts[f.Intn(4)])
		}
		return
	case *apiextensionsv1.JSON:
		value.Raw = [][]byte{[]byte(`{"a":[1]}`), []byte(`null`), []byte(`"x"`), []byte(`-1.5`)}[f.Intn(4)]
		f.exact = false
		return
	case *apiextensionsv1.JSONSchemaProps:
		// The same JSON can come from several schemas: true is also the schema without a rule.
		f.exact = false
	case *runtime.RawExtension:
		value.Raw = [][]byte{nil, []byte(`{"a":1}`), []byte(`null`), []byte(`"x"`), []byte(`[1,{"b":null}]`)}[f.Intn(5)]
		f.exact = f.exact && string(value.Raw) != "null"
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			field := v.Field(i)
			if field.CanSet() && (v.Type().Field(i).Anonymous || f.Float64() < f.chance) {
				f.fill(field, depth+1)
			}
		}
	case reflect.Pointer:
		if depth > 12 {
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		if f.Intn(4) > 0 {
			f.fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([][]byte{nil, {}, {0}, []byte("\xff\x00bytes")}[f.Intn(4)])
			return
		}
		length := f.Intn(3)
		if depth > 12 {
			length = 0
		}
		v.Set(reflect.MakeSlice(v.Type(), length, length))
		for i := 0; i < length; i++ {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for i := f.Intn(3); i > 0 && depth <= 12; i-- {
			key, element := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			key.SetString(oddTexts[f.Intn(len(oddTexts))])
			f.fill(element, depth+1)
			v.SetMapIndex(key, element)
		}
	case reflect.String:
		v.SetString(f.text())
	case reflect.Bool:
		v.SetBool(f.Intn(2) == 0)
	case reflect.Int32:
		v.SetInt(f.integer(32))
	case reflect.Int64, reflect.Int:
		v.SetInt(f.integer(64))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.Intn(128)))
	case reflect.Float64:
		v.SetFloat([]float64{0, -0.5, 1e300, 5e-324}[f.Intn(4)])
	}
}
