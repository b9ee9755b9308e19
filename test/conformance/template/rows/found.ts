import type { Rows } from '../../row.ts'

/** What fuzzing found to differ once. */
export const rows: Rows = [
  { rule: '9.6', name: 'a deep copy of a version has lost everything', template: '{{ $v := deepCopy (semver "1.2.3-rc+m") }}{{ $v }} {{ $v.Original | quote }} {{ $v.Prerelease | quote }} {{ deepCopy (dict "a" (semver "1.2.3")) }}' },
  { rule: '9.6', name: 'a deep copy of the Kubernetes version has lost what it does not export', template: '{{ deepCopy .Capabilities.KubeVersion }} {{ (deepCopy .Capabilities).KubeVersion }} {{ (deepCopy .Capabilities).KubeVersion | quote }}' },
]
