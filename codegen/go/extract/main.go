// Command extract prints, as JSON, what the Go sources of Kubernetes say about its API types: the fields with their
// tags and markers, the named strings with their constants, and the typed clients of client-go. It copies no comment
// text; of a comment only the lines that begin with "+" are looked at. It needs nothing but the standard library.
//
//	extract MODULE=DIR PACKAGE... where a package is MODULE/path or client:MODULE/path for a typed client
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

type field struct {
	Go       string   `json:"go"`
	Type     string   `json:"type"`
	Tag      string   `json:"json"`
	HasTag   bool     `json:"tagged"`
	Embedded bool     `json:"embedded,omitempty"`
	Protobuf string   `json:"protobuf,omitempty"`
	Strategy string   `json:"patchStrategy,omitempty"`
	MergeKey string   `json:"patchMergeKey,omitempty"`
	Markers  []string `json:"markers,omitempty"`
}

type typeDecl struct {
	// struct, or the type it stands for.
	Struct  bool     `json:"struct,omitempty"`
	Of      string   `json:"of,omitempty"`
	Alias   bool     `json:"alias,omitempty"`
	Fields  []field  `json:"fields,omitempty"`
	Markers []string `json:"markers,omitempty"`
}

type pkg struct {
	Group   string               `json:"group"`
	Markers []string             `json:"markers,omitempty"`
	Types   map[string]*typeDecl `json:"types"`
	// Values of the constants of each named string type, in the order of the source.
	Constants map[string][]string `json:"constants"`
	// Every string constant by name; constants may be made of others.
	values map[string]string
}

type client struct {
	Plural  string   `json:"plural"`
	Scoped  bool     `json:"namespaced"`
	Methods []string `json:"methods"`
}

type output struct {
	Packages map[string]*pkg               `json:"packages"`
	Clients  map[string]map[string]*client `json:"clients"`
}

func main() {
	modules := map[string]string{}
	out := output{Packages: map[string]*pkg{}, Clients: map[string]map[string]*client{}}
	for _, arg := range os.Args[1:] {
		if module, dir, ok := strings.Cut(arg, "="); ok {
			modules[module] = dir
			continue
		}
		path, isClient := strings.CutPrefix(arg, "client:")
		dir := directory(modules, path)
		if isClient {
			out.Clients[path] = readClients(dir)
		} else {
			out.Packages[path] = readPackage(path, dir)
		}
	}
	for _, one := range out.Packages {
		for name, values := range one.Constants {
			for i, value := range values {
				values[i] = resolve(out.Packages, name, value)
			}
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	if err := encoder.Encode(out); err != nil {
		fail(err)
	}
}

// resolve follows a constant that is made of another one; such a value is written as NUL, import path, dot and name.
func resolve(packages map[string]*pkg, name, value string) string {
	reference, ok := strings.CutPrefix(value, "\x00")
	if !ok {
		return value
	}
	dot := strings.LastIndex(reference, ".")
	if other := packages[reference[:dot]]; other != nil {
		if target, ok := other.values[reference[dot+1:]]; ok {
			return resolve(packages, name, target)
		}
	}
	fail(fmt.Errorf("a constant of %s is %s, which is not among the packages given", name, reference))
	return ""
}

func directory(modules map[string]string, path string) string {
	for module, dir := range modules {
		if path == module {
			return dir
		}
		if rest, ok := strings.CutPrefix(path, module+"/"); ok {
			return filepath.Join(dir, rest)
		}
	}
	fail(fmt.Errorf("no module given for %s", path))
	return ""
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "extract:", err)
	os.Exit(1)
}

func sources(dir string) []*ast.File {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		fail(fmt.Errorf("no Go files in %s", dir))
	}
	sort.Strings(names)
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		base := filepath.Base(name)
		isGenerated := strings.HasPrefix(base, "zz_generated") || strings.HasSuffix(base, ".pb.go")
		if isGenerated || strings.HasSuffix(base, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			fail(err)
		}
		files = append(files, file)
	}
	return files
}

func markersIn(groups ...*ast.CommentGroup) []string {
	var found []string
	for _, group := range groups {
		if group == nil {
			continue
		}
		for _, comment := range group.List {
			for _, line := range strings.Split(strings.TrimPrefix(strings.TrimPrefix(comment.Text, "//"), "/*"), "\n") {
				line = strings.TrimSpace(line)
				if strings.HasPrefix(line, "+") {
					found = append(found, line)
				}
			}
		}
	}
	return found
}

func readPackage(path, dir string) *pkg {
	out := &pkg{Types: map[string]*typeDecl{}, Constants: map[string][]string{}, values: map[string]string{}}
	for _, file := range sources(dir) {
		imports := importsOf(file)
		for _, group := range file.Comments {
			if group.End() < file.Name.Pos() {
				out.Markers = append(out.Markers, markersIn(group)...)
			}
		}
		previous := file.Name.End()
		for _, decl := range file.Decls {
			// Markers may stand in a comment of their own above the doc comment.
			var above []*ast.CommentGroup
			for _, group := range file.Comments {
				if group.Pos() > previous && group.End() < decl.End() && (group.End() < firstToken(decl)) {
					above = append(above, group)
				}
			}
			previous = decl.End()
			general, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			switch general.Tok {
			case token.TYPE:
				for _, spec := range general.Specs {
					spec := spec.(*ast.TypeSpec)
					groups := above
					if general.Lparen.IsValid() {
						groups = []*ast.CommentGroup{spec.Doc}
					}
					out.Types[spec.Name.Name] = readType(path, imports, spec, markersIn(groups...))
				}
			case token.CONST:
				readConstants(out, path, imports, general)
			}
		}
	}
	return out
}

// firstToken is where a declaration's keyword stands, after its comments.
func firstToken(decl ast.Decl) token.Pos {
	switch decl := decl.(type) {
	case *ast.GenDecl:
		return decl.TokPos
	case *ast.FuncDecl:
		return decl.Type.Func
	}
	return decl.Pos()
}

func importsOf(file *ast.File) map[string]string {
	found := map[string]string{}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		name := path[strings.LastIndex(path, "/")+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		found[name] = path
	}
	return found
}

func readType(path string, imports map[string]string, spec *ast.TypeSpec, markers []string) *typeDecl {
	decl := &typeDecl{Markers: markers, Alias: spec.Assign.IsValid()}
	body, ok := spec.Type.(*ast.StructType)
	if !ok {
		decl.Of = expression(path, imports, spec.Type)
		return decl
	}
	decl.Struct = true
	decl.Fields = []field{}
	for _, source := range body.Fields.List {
		one := field{Type: expression(path, imports, source.Type), Markers: markersIn(source.Doc)}
		if source.Tag != nil {
			text, _ := strconv.Unquote(source.Tag.Value)
			tag := reflect.StructTag(text)
			one.Tag, one.HasTag = tag.Lookup("json")
			one.Protobuf = tag.Get("protobuf")
			one.Strategy = tag.Get("patchStrategy")
			one.MergeKey = tag.Get("patchMergeKey")
		}
		if len(source.Names) == 0 {
			one.Embedded = true
			one.Go = one.Type[strings.LastIndex(one.Type, ".")+1:]
			decl.Fields = append(decl.Fields, one)
		}
		for _, name := range source.Names {
			if name.IsExported() {
				named := one
				named.Go = name.Name
				decl.Fields = append(decl.Fields, named)
			}
		}
	}
	return decl
}

var basic = map[string]bool{
	"string": true, "bool": true, "int": true, "int32": true, "int64": true, "uint32": true, "uint64": true,
	"float32": true, "float64": true, "byte": true, "uint8": true, "uint16": true, "int16": true,
	"error": true, "any": true,
}

func expression(path string, imports map[string]string, expr ast.Expr) string {
	switch expr := expr.(type) {
	case *ast.Ident:
		if basic[expr.Name] {
			return expr.Name
		}
		return path + "." + expr.Name
	case *ast.SelectorExpr:
		name := expr.X.(*ast.Ident).Name
		return imports[name] + "." + expr.Sel.Name
	case *ast.StarExpr:
		return "*" + expression(path, imports, expr.X)
	case *ast.ArrayType:
		return "[]" + expression(path, imports, expr.Elt)
	case *ast.MapType:
		return "map[" + expression(path, imports, expr.Key) + "]" + expression(path, imports, expr.Value)
	case *ast.InterfaceType:
		return "any"
	}
	return "?"
}

func readConstants(out *pkg, path string, imports map[string]string, decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, value := range spec.Values {
			if !spec.Names[i].IsExported() {
				continue
			}
			name := ""
			if ident, ok := spec.Type.(*ast.Ident); ok {
				name = ident.Name
			}
			if call, ok := value.(*ast.CallExpr); ok && len(call.Args) == 1 {
				if ident, ok := call.Fun.(*ast.Ident); ok {
					name, value = ident.Name, call.Args[0]
				}
			}
			text := ""
			switch value := value.(type) {
			case *ast.BasicLit:
				if value.Kind != token.STRING {
					continue
				}
				text, _ = strconv.Unquote(value.Value)
			case *ast.Ident, *ast.SelectorExpr:
				text = "\x00" + expression(path, imports, value)
			default:
				continue
			}
			out.values[spec.Names[i].Name] = text
			if spec.Names[i].Name == "GroupName" {
				out.Group = text
			}
			if name != "" && name != "string" {
				out.Constants[name] = append(out.Constants[name], text)
			}
		}
	}
}

// readClients finds, in a package of typed clients, the plural of each kind, whether its client takes a namespace, and
// its methods.
func readClients(dir string) map[string]*client {
	found := map[string]*client{}
	at := func(kind string) *client {
		if found[kind] == nil {
			found[kind] = &client{}
		}
		return found[kind]
	}
	for _, file := range sources(dir) {
		for _, decl := range file.Decls {
			if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.TYPE {
				for _, spec := range general.Specs {
					spec := spec.(*ast.TypeSpec)
					body, ok := spec.Type.(*ast.InterfaceType)
					kind, isClient := strings.CutSuffix(spec.Name.Name, "Interface")
					if !ok || !isClient || strings.HasSuffix(kind, "V1") {
						continue
					}
					// The group's own interface lists getters only.
					var methods []string
					for _, method := range body.Methods.List {
						for _, name := range method.Names {
							methods = append(methods, name.Name)
						}
					}
					if len(methods) == 1 && methods[0] == "RESTClient" {
						continue
					}
					at(kind).Methods = methods
				}
			}
			function, ok := decl.(*ast.FuncDecl)
			if !ok || function.Recv != nil || !strings.HasPrefix(function.Name.Name, "new") {
				continue
			}
			ast.Inspect(function.Body, func(node ast.Node) bool {
				call, ok := node.(*ast.CallExpr)
				if !ok || len(call.Args) < 5 {
					return true
				}
				literal, ok := call.Args[0].(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING {
					return true
				}
				// func() *corev1.Pod { return &corev1.Pod{} }
				maker, ok := call.Args[4].(*ast.FuncLit)
				if !ok {
					return true
				}
				star := maker.Type.Results.List[0].Type.(*ast.StarExpr)
				kind := star.X.(*ast.SelectorExpr).Sel.Name
				at(kind).Plural, _ = strconv.Unquote(literal.Value)
				at(kind).Scoped = len(function.Type.Params.List) > 1
				return false
			})
		}
	}
	return found
}
