// The Kubernetes modules whose facts we read, pinned. Nothing here is built into the library.
module client-ts/codegen

go 1.26.0

require (
	k8s.io/api v0.37.1
	k8s.io/apiextensions-apiserver v0.37.1
	k8s.io/apimachinery v0.37.1
	k8s.io/client-go v0.37.1
	k8s.io/kube-aggregator v0.37.1
)
