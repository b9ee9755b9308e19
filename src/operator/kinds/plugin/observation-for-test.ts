import type { JsonRecord } from '../../../kinds/json-value.ts'
import { parsePlugin } from '../../../kinds/plugin.ts'
import type { Observation } from './observation.ts'

/** The health of a release that works. */
export const working = {
  is: 'healthy',
  lines: [],
  isChild: false,
  missing: 0,
  open: [],
  mark: 'm',
  content: 'c',
} as const

const deployed = [{ revision: 1, status: 'deployed' }]

/** A Plugin whose release is installed and works, except for what a row says. */
export function seen(
  more: Partial<Observation>,
  object: { spec?: JsonRecord; status?: JsonRecord; deleted?: true; generation?: number } = {},
): Observation {
  const parsed = parsePlugin({
    metadata: {
      name: 'a',
      namespace: 'n',
      generation: object.generation ?? 1,
      ...(object.deleted ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
    },
    spec: object.spec ?? {},
    status: { observedGeneration: 1, applied: 'm', ...object.status },
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return {
    plugin: parsed.value,
    hasFinalizer: true,
    revisions: deployed,
    release: { is: 'ours' },
    source: { is: 'unchanged' },
    observedValues: undefined,
    observedKubernetes: undefined,
    unmet: [],
    cycle: [],
    neededBy: [],
    blockedByRights: false,
    health: working,
    isOverdue: false,
    refusal: undefined,
    window: { is: 'open' },
    isDue: false,
    isLeaving: false,
    retry: '',
    ...more,
  }
}
