import type { Progress } from '../../sequence/marks.ts'
import type { Sequence } from '../../sequence/sequence.ts'
import { progressOf } from '../../sequence/marks.ts'
import { chooseOperation } from '../../site/cluster/choose-operation.ts'
import { clusterPlan } from '../../site/cluster/cluster-plan.ts'
import { operationName, operationSituation } from '../../site/cluster/run-conditions.ts'
import { SiteError } from '../../site/errors.ts'
import { situationOf } from '../../site/install/run-site.ts'
import type { SitePaths } from '../../site/install/site-paths.ts'
import { findProvider } from '../../site/provider/find-provider.ts'
import type { Ports } from '../verb.ts'
import type { ExpansionChoice } from './open-expansion.ts'
import { openSite, plainSiteError } from './open-site.ts'

/** The plan of an installation. */
export interface SitePlan {
  readonly notes: readonly string[]
  readonly steps: readonly Planned[]
  /** The work on machines that comes next; undefined for a cluster that is there. */
  readonly operation: string | undefined
  readonly leaving: readonly string[]
  readonly conditions: readonly (Planned & { readonly on?: readonly string[] })[]
}

/** How a step stands, and a line about it. */
type Planned = Progress['marks'][number] & { readonly about: string }

function quiet(): void {}

/** Plans an installation: everything is read and checked, and nothing is done. */
export async function planSite(
  paths: SitePaths,
  expansion: ExpansionChoice,
  ports: Ports,
  signal: AbortSignal,
): Promise<SitePlan> {
  const how = { mayUpgrade: true, provider: 'recorded' } as const
  const wiring = { expansion, ...how, onLine: quiet, onCluster: quiet }
  try {
    const { context, now, notes, close } = await openSite(paths, wiring, ports, signal)
    try {
      const { journal, readSite } = context
      const { sequence, choices, marks } = await situationOf({ read: now, journal }, signal)
      const steps = plannedSteps(sequence, progressOf(sequence, choices, marks))
      const site = await readSite()
      if (site.cluster.kubeconfig !== undefined) {
        return { notes, steps, operation: undefined, leaving: [], conditions: [] }
      }
      const { plan, problems } = clusterPlan(site)
      if (problems.length > 0) throw new SiteError('bad-site', problems.join('\n'))
      const { shippedProviders: shipped } = context
      const places = {
        folder: paths.folder,
        shipped,
        staged: paths.staged,
        pull: context.pullProvider,
      }
      const provider = await findProvider(site.cluster.provider, places, signal)
      const operation = chooseOperation(plan, await journal.known(plan.name))
      const situation = operationSituation(provider, operation)
      const own = await journal.marks(operationName(operation))
      const open = progressOf(situation.sequence, situation.choices, own)
      const on = new Map(situation.sequence.steps.map((step) => [step.name, step.places]))
      const conditions = plannedSteps(situation.sequence, open).map((mark) => {
        const at = on.get(mark.step)
        return at === undefined ? mark : { ...mark, on: at }
      })
      const leaving = operation.leaving.map(({ ip }) => ip)
      return { notes, steps, operation: operation.is, leaving, conditions }
    } finally {
      await close()
    }
  } catch (error) {
    throw plainSiteError(error)
  }
}

function plannedSteps({ steps }: Sequence, { marks }: Progress): readonly Planned[] {
  const about = new Map(steps.map((step) => [step.name, step.about]))
  return marks.map((mark) => ({ ...mark, about: about.get(mark.step) ?? '' }))
}

/** The same for a person: what is left out stands at its place, with its reason. */
export function planText({ notes, steps, operation, leaving, conditions }: SitePlan): string {
  const rows = steps.flatMap(({ step, reason, message, about }) => {
    const isOther = reason === 'Skipped' && message.includes('TKEStack itself')
    return isOther ? [] : [`${reason.padEnd(10)}${step}: ${reason === 'Skipped' ? message : about}`]
  })
  const work = conditions.map(({ step, reason, on, about }) => {
    // A condition of machines of which there are none is no work.
    const places = on?.length === 0 ? 'no machine' : on?.join(', ')
    const where = places === undefined ? '' : ` (${places})`
    return `  ${reason.padEnd(10)}${step}${where}${about === '' ? '' : `: ${about}`}`
  })
  const title =
    operation === undefined
      ? []
      : [
          `conditions of ${operation}${leaving.length === 0 ? '' : ` (${leaving.join(', ')} leave)`}:`,
        ]
  const all = [...notes.map((note) => `note: ${note}`), ...rows, ...title, ...work]
  return `${all.join('\n')}\n`
}
