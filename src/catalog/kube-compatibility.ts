import { parseConstraint, satisfies } from '../formats/semver/constraint.ts'
import { parseVersion } from '../formats/semver/version.ts'
import { CatalogError } from './errors.ts'

/** Whether a chart with this `kubeVersion` may be on the cluster. */
export type FitsCluster = (kubeVersion: string) => boolean

/**
 * Reads the `kubeVersion` of charts for one version of Kubernetes, as Helm does: what follows the numbers of the
 * cluster's version does not count, and a range that cannot be read fits nothing. Ranges repeat: each is read once.
 */
export function fitsCluster(kubernetes: string): FitsCluster {
  const numbers = /^\s*v?(\d+\.\d+(?:\.\d+)?)/.exec(kubernetes)?.[1]
  const version = parseVersion(numbers ?? '')
  if (numbers === undefined || !version.ok) {
    const wanted = 'such as 1.31 or v1.31.4 is wanted'
    throw new CatalogError('bad-query', `a Kubernetes version ${wanted}, not "${kubernetes}"`)
  }
  const known = new Map([['', true]])
  return (range) => {
    const before = known.get(range)
    if (before !== undefined) return before
    const constraint = parseConstraint(range)
    const fits = constraint.ok && satisfies(constraint.value, version.value)
    if (known.size < mostRanges) known.set(range, fits)
    return fits
  }
}

const mostRanges = 10_000
