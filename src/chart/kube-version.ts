import { parseConstraint, satisfies } from '../formats/semver/constraint.ts'
import { parseVersion } from '../formats/semver/version.ts'
import type { KubeVersion } from '../template/objects/capabilities.ts'
import { ChartError } from './errors.ts'

/** Refuses a cluster outside the chart's `kubeVersion`. A range that cannot be read fits no version. */
export function checkKubeVersion(range: string, version: KubeVersion): void {
  if (range === '') return
  const constraint = parseConstraint(range)
  const parsed = parseVersion(version.addressText())
  if (constraint.ok && parsed.ok && satisfies(constraint.value, parsed.value)) return
  const found = `which is incompatible with Kubernetes ${version.version}`
  throw new ChartError('render', `chart requires kubeVersion: ${range} ${found}`)
}
