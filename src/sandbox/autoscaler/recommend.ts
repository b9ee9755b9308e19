import { type KubeObject, numberAt } from '../../objects/kube-object.ts'
import { type ScaleChange, growthRules, shrinkingRules } from './scaling-rules.ts'

/** The memory of an autoscaler. */
export interface AutoscalerHistory {
  readonly recommended: readonly { readonly at: number; readonly replicas: number }[]
  readonly changes: readonly ScaleChange[]
}

export interface Recommendation {
  readonly desired: number
  /** The reason that held it back: earlier recommendations, or a limit. */
  readonly stabilised?: 'ScaleUpStabilized' | 'ScaleDownStabilized'
  readonly limited?: 'TooManyReplicas' | 'TooFewReplicas' | 'ScaleUpLimit' | 'ScaleDownLimit'
  readonly history: AutoscalerHistory
}

export const emptyHistory: AutoscalerHistory = { recommended: [], changes: [] }
/** No rule looks back further. */
const longest = 3_600_000

/** How many replicas there should be when the load asks for so many, by the autoscaler's rules for going up and down. */
export function recommend(
  autoscaler: KubeObject,
  history: AutoscalerHistory,
  { current, asked, now }: { readonly current: number; readonly asked: number; now: number },
): Recommendation {
  const [up, down] = [growthRules(autoscaler), shrinkingRules(autoscaler)]
  // The last recommendation held until now, though it was not asked for again.
  const last = history.recommended.at(-1)?.replicas ?? current
  const recommended = [...history.recommended, { at: now, replicas: last }]
  const within = (window: number) =>
    recommended.flatMap(({ at, replicas }) => (at > now - window ? [replicas] : []))
  const lowest = Math.min(asked, ...within(up.window))
  const highest = Math.max(asked, ...within(down.window))
  const stable = Math.min(Math.max(current, lowest), Math.max(highest, lowest))
  const least = numberAt(autoscaler, ['spec', 'minReplicas']) ?? 1
  const most = numberAt(autoscaler, ['spec', 'maxReplicas']) ?? stable
  const bounds = {
    least: Math.max(least, Math.min(current, down.limit(current, history.changes, now))),
    most: Math.min(most, Math.max(current, up.limit(current, history.changes, now))),
  }
  const desired = limit(stable, current, bounds)
  const recent = <T extends { readonly at: number }>(all: readonly T[]) =>
    all.filter(({ at }) => at > now - longest)
  return {
    desired,
    ...(stable !== asked && {
      stabilised: stable < asked ? 'ScaleUpStabilized' : 'ScaleDownStabilized',
    }),
    ...(desired < stable && { limited: bounds.most === most ? 'TooManyReplicas' : 'ScaleUpLimit' }),
    ...(desired > stable && {
      limited: bounds.least === least ? 'TooFewReplicas' : 'ScaleDownLimit',
    }),
    history: {
      recommended: recent([...recommended, { at: now, replicas: asked }]),
      changes: recent([
        ...history.changes,
        ...(desired === current ? [] : [{ at: now, by: desired - current }]),
      ]),
    },
  }
}

function limit(
  wanted: number,
  current: number,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  if (wanted > current) return Math.min(wanted, most)
  return wanted < current ? Math.max(wanted, least) : wanted
}
