module outrigger.dev/test/substitution

go 1.26.0

require github.com/fluxcd/pkg/envsubst v1.7.0
