import {
  fitsRange,
  parseKubernetesVersion,
} from '../../../src/catalog/choice/kubernetes-version.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'

export interface Fit {
  /** Undefined while the version of the cluster is not known. */
  readonly fits: boolean | undefined
  /** The version of the cluster that was asked about; empty when it is not known. */
  readonly kubernetes: string
  /** The versions of Kubernetes that there are sources for. */
  readonly wanted: string
}

/** Whether an extension has a source for the cluster that the platform runs on. */
export function useFit(extension: Nouns['extensions']): Fit {
  const clusters = useKind('clusters').data ?? []
  const own = clusters.find(({ spec }) => spec.inCluster) ?? clusters[0]
  const kubernetes = own?.status?.version ?? ''
  const ranges = extension.spec.sources.map(({ kubernetes: range = '' }) => range)
  const wanted = [...new Set(ranges.filter(Boolean))].join(', ')
  if (kubernetes === '') return { fits: undefined, kubernetes, wanted }
  const parsed = parseKubernetesVersion(kubernetes)
  if (parsed === undefined) return { fits: undefined, kubernetes, wanted }
  const fits = ranges.some((range) => range === '' || fitsRange(range, parsed) === 'fits')
  return { fits, kubernetes, wanted }
}
