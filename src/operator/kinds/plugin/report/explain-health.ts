import type { FencedClient } from '../../../../controller/election/fenced-client.ts'
import { getObject } from '../../../../kube/objects/get-object.ts'
import { isKubeError } from '../../../../kube/errors.ts'
import { type KubeObject, kindOf, nameOf, namespaceOf } from '../../../../objects/kube-object.ts'
import {
  explainDelay,
  printReadinessChain,
} from '../../../../objects/readiness/explain-readiness.ts'
import { fetchObjects, fetchSurroundings } from '../../../../release/wait/surroundings.ts'
import { actingAs } from '../../../clusters/account.ts'
import type { Health } from '../../../clusters/health.ts'
import type { Observed } from '../observe.ts'
import type { Outcome } from '../outcome.ts'
import { readRedactor } from '../prepare.ts'
import type { PluginContext } from '../context.ts'

const workloads = new Set(['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'Job', 'Pod'])
const mostExplained = 4
/** Milliseconds: most workloads work before anybody asks why they do not. */
const patience = 2000
/** Nothing tells of the pods of a workload: they are looked at again while it does not work, less often as time goes by. */
const looks = [
  { until: 60_000, every: 5000 },
  { until: 600_000, every: 15_000 },
  { until: Infinity, every: 60_000 },
] as const

/** A health whose lines say what holds workloads up: pod, container, event, line of its log. Without the Secrets to redact, nothing is explained. */
export async function explainHealth(
  { observed, outcome, health }: Explained,
  context: PluginContext,
  signal: AbortSignal,
): Promise<Health> {
  const { target, seen } = observed
  const open = health.open.filter(isWorkload).slice(0, mostExplained)
  if (target === undefined || 'revision' in outcome || open.length === 0) return health
  if (ageOf(seen.plugin.status.changedAt, context) < patience) return health
  const client = actingAs(target.client, seen.plugin, target)
  const live = await Promise.all(open.map((one) => liveObject(one, observed, client, signal)))
  const found = live.filter((one) => one !== undefined)
  if (found.length === 0) return health
  const redact = await readRedactor(seen.plugin, context, signal).catch((error: unknown) => {
    if (signal.aborted || !isKubeError(error)) throw error
    return 'unknown' as const
  })
  if (redact === 'unknown') return health
  // A program may say values in any form, so no log is told if some come from Secrets.
  const fetchAround = redact === undefined ? fetchSurroundings : fetchObjects
  const around = await fetchAround(client, found, signal)
  const explained = new Map(
    found.map((object) => {
      const chains = explainDelay(object, around).map(printReadinessChain)
      // How often an event came is no news.
      const text = chains.join('; ').replaceAll(/ \(\d+ times\)/g, '')
      return [textOf(object), redact === undefined ? text : redact(text)]
    }),
  )
  const lines = health.lines.map((line) => {
    const key = [...explained.keys()].find((text) => line.startsWith(`${text}: `))
    return (key === undefined ? undefined : explained.get(key)) || line
  })
  return { ...health, lines }
}

export interface Explained {
  readonly observed: Observed
  readonly outcome: Outcome
  readonly health: Health
}

/** Milliseconds until the causes are looked for again; Infinity when there are none to look for. */
export function nextExplanation(
  { observed: { seen, target }, health }: Explained,
  context: Pick<PluginContext, 'client'>,
): number {
  if (target === undefined || !health.open.some(isWorkload)) return Infinity
  const age = ageOf(seen.plugin.status.changedAt, context)
  if (age < patience) return patience
  return looks.find(({ until }) => age < until)?.every ?? Infinity
}

function isWorkload(object: KubeObject): boolean {
  return workloads.has(kindOf(object).kind)
}

function ageOf(since: string | undefined, { client }: Pick<PluginContext, 'client'>): number {
  return since === undefined ? 0 : client.clock.now() - Date.parse(since)
}

// As the account of the plugin: what it may not see is not told.
async function liveObject(
  object: KubeObject,
  { target }: Observed,
  client: FencedClient,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const resource = await target?.discovery.findKind(kindOf(object), signal)
  if (resource === undefined) return undefined
  const place = { resource, namespace: namespaceOf(object), name: nameOf(object) }
  try {
    return await getObject(client, place, {}, signal)
  } catch (error) {
    if (isKubeError(error)) return undefined
    throw error
  }
}

function textOf(object: KubeObject): string {
  return `${object.kind} ${namespaceOf(object)}/${nameOf(object)}`
}
