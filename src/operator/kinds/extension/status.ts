import { offerOf } from '../../../catalog/choice/offer.ts'
import { parseKubernetesVersion } from '../../../catalog/choice/kubernetes-version.ts'
import type { Finding } from '../../../kinds/conditions.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'
import { clampedFindings } from '../../pass/duration.ts'

/** The facts that a pass over an Extension saw. */
export interface SeenExtension {
  readonly extension: Extension
  readonly problems: readonly string[]
  readonly instances: readonly ExtensionInstance[]
}

const mostLines = 256

/**
 * The status of an Extension: the versions on offer, the number of instances of each source, and
 * whether it can be used as it is written.
 */
export function statusOf({ extension, problems, instances }: SeenExtension): DesiredStatus {
  const { spec, metadata } = extension
  const observedGeneration = metadata.generation
  const isValid = problems.length === 0
  const about = {
    status: isValid ? 'True' : 'False',
    reason: isValid ? 'Valid' : 'InvalidSpec',
    message: isValid ? 'can be used as it is written' : problems.join('; '),
    observedGeneration,
  } as const
  const findings: readonly Finding[] = [
    { type: 'Ready', ...about },
    { type: 'Valid', ...about },
    { type: 'Stalled', ...about, status: isValid ? 'False' : 'True' },
    ...clampedFindings(spec, observedGeneration),
  ]
  const versions = versionsOf(spec)
  const usage = usageOf(instances)
  return {
    findings,
    fields: {
      instances: instances.length,
      ...(versions.length === 0 ? {} : { versions: versions.slice(0, mostLines) }),
      ...(usage.length === 0 ? {} : { usage: usage.slice(0, mostLines) }),
    },
  }
}

// A tag's version is that of the cluster, which differs: its pattern says so.
function versionsOf({ sources }: Extension['spec']): readonly string[] {
  const kubernetes = parseKubernetesVersion('1.30.0')
  const versions = sources
    .filter(({ retirement }) => retirement === undefined)
    .flatMap((source) => {
      const named = source.version ?? source.appVersion ?? source.tag
      if (named !== undefined || kubernetes === undefined) return named ?? []
      const offered = offerOf({ ...source, kubernetes: '*' }, kubernetes)
      return offered.is === 'offer' && offered.offer.version !== '' ? [offered.offer.version] : []
    })
  return [...new Set(versions)]
}

function usageOf(instances: readonly ExtensionInstance[]) {
  const sources = instances.flatMap(({ status }) => status.source ?? [])
  return [...Map.groupBy(sources, (source) => source)]
    .map(([source, users]) => ({ source, instances: users.length }))
    .toSorted((one, other) => (one.source < other.source ? -1 : 1))
}
