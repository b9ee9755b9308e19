module outrigger/tiller

go 1.22

require (
	github.com/golang/protobuf v1.5.2
	k8s.io/helm v2.17.0+incompatible
)

require google.golang.org/protobuf v1.26.0 // indirect
