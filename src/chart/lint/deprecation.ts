import type { KubeVersion } from '../../template/objects/capabilities.ts'
import { deprecatedApis } from './deprecated-apis.ts'

/** Says that an API is deprecated in this version of Kubernetes, or undefined. */
export function deprecationProblem(
  apiVersion: string,
  kind: string,
  kubeVersion: KubeVersion,
): string | undefined {
  const found = deprecatedApis.find(
    ({ groupVersion, kinds }) => groupVersion === apiVersion && namesOf(kinds).includes(kind),
  )
  if (found === undefined || !isReached(found.deprecated, kubeVersion)) return undefined
  const removed = found.removed === undefined ? '' : `, unavailable in v1.${found.removed}+`
  const { use } = found
  const instead = use === undefined ? '' : `; use ${use.includes(' ') ? use : `${use} ${kind}`}`
  return `${apiVersion} ${kind} is deprecated in v1.${found.deprecated}+${removed}${instead}`
}

function namesOf(kinds: string): string[] {
  return kinds
    .split(' ')
    .flatMap((kind) =>
      kind.endsWith('*') ? [kind.slice(0, -1), `${kind.slice(0, -1)}List`] : [kind],
    )
}

function isReached(minor: number, kubeVersion: KubeVersion): boolean {
  const major = Number(kubeVersion.major)
  return major > 1 || (major === 1 && Number(kubeVersion.minor) >= minor) || isUnknown(kubeVersion)
}

// For the version 0.0 Kubernetes takes everything that will be deprecated for deprecated.
function isUnknown({ major, minor }: KubeVersion): boolean {
  return Number(major) === 0 && Number(minor) === 0
}
