import {
  fitsRange,
  parseKubernetesVersion,
} from '../../../src/catalog/choice/kubernetes-version.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'

export interface Fit {
  readonly fits: boolean
  /** The version of the cluster that was asked about; empty when it is not known. */
  readonly kubernetes: string
}

/** Whether an extension has a source for the cluster that the platform runs on. */
export function useFit(extension: Nouns['extensions']): Fit {
  const clusters = useKind('clusters').data ?? []
  const own = clusters.find(({ spec }) => spec.inCluster) ?? clusters[0]
  const kubernetes = own?.status?.version ?? ''
  if (kubernetes === '') return { fits: true, kubernetes }
  const parsed = parseKubernetesVersion(kubernetes)
  if (parsed === undefined) return { fits: true, kubernetes }
  const fits = extension.spec.sources.some(
    ({ kubernetes: range = '' }) => range === '' || fitsRange(range, parsed) === 'fits',
  )
  return { fits, kubernetes }
}
