import { namesOf } from '../../../catalog/choice/offer.ts'
import type { Reason } from '../../../kinds/conditions.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import { sourceAnnotation, versionAnnotation } from '../../pass/instance-names.ts'

/** A version of an Extension, and where it comes from. */
export interface Running {
  readonly version: string
  /** Empty where nobody knows. */
  readonly source: string
}

/** The reasons of a Plugin whose release is the one that it was written for. */
const carriedOut: readonly Reason[] = [
  'Installed',
  'Progressing',
  'Unhealthy',
  'ChildFailed',
  'ChildWaiting',
  'TimedOut',
]

const wentBack: readonly Reason[] = ['Pinned', 'RolledBack']

/**
 * The version and source that a plugin runs; undefined while it runs nothing, or the plugin does
 * not tell.
 */
export function runningOf(
  { metadata, status }: Plugin,
  extension: Extension | undefined,
): Running | undefined {
  const reason = status.conditions?.find(({ type }) => type === 'Ready')?.reason
  const isFresh = status.observedGeneration === metadata.generation
  if (!isFresh || status.revision === undefined) return undefined
  if (carriedOut.some((one) => one === reason)) {
    const version = metadata.annotations[versionAnnotation]
    const source = metadata.annotations[sourceAnnotation]
    return version === undefined || source === undefined ? undefined : { version, source }
  }
  return wentBack.some((one) => one === reason) ? ofChart(status.version, extension) : undefined
}

// An older revision knows of its chart only.
function ofChart(
  chartVersion: string | undefined,
  extension: Extension | undefined,
): Running | undefined {
  if (chartVersion === undefined) return undefined
  const sources = extension?.spec.sources ?? []
  const [source, ...others] = sources.filter((one) => one.chartVersion === chartVersion)
  if (source === undefined || others.length > 0) return { version: chartVersion, source: '' }
  const { version, key } = namesOf(source, undefined)
  return { version, source: key }
}
