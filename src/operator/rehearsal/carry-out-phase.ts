import { nodeEntropy } from '../../chart/node/entropy.ts'
import { clusterKind } from '../../kinds/cluster.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { goneApis } from '../../release/stored/gone-apis.ts'
import { holderIdentity, isDeadHere } from '../../release/record/lock/holder-identity.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import { renewStored } from '../../release/stored/renew-stored.ts'
import { placeOfPlugin } from '../kinds/plugin/observe.ts'
import type { OpenRehearsal } from './open-rehearsal.ts'
import {
  type Move,
  type Phase,
  type Rehearsal,
  type RehearsedInstance,
  heldText,
} from './rehearsal.ts'

/** Told while a phase is carried out, one line each. */
export type Report = (line: string) => void

/**
 * Carries out what a rehearsal says of one phase. Stored revisions are rewritten here; instances are moved by the operator, in
 * the order of what they need: before the upgrade because the Cluster says what it is about to be, after it because it is.
 */
export async function carryOutPhase(
  rehearsal: Rehearsal,
  phase: Phase,
  { context, report }: { readonly context: OpenRehearsal; readonly report: Report },
  signal: AbortSignal,
): Promise<void> {
  const { to, cluster } = rehearsal
  await renewAll(rehearsal, context, report, signal)
  if (phase === 'before') {
    await writeTarget(to, context, signal)
    report(`cluster/${cluster} is about to be Kubernetes ${to}`)
  }
  await untilMoved(rehearsal, phase, { context, report }, signal)
  if (phase === 'after' && context.cluster.spec.targetVersion !== undefined) {
    await writeTarget(null, context, signal)
    report(`cluster/${cluster} is Kubernetes ${to}`)
  }
}

// `null` takes it away.
async function writeTarget(
  targetVersion: string | null,
  { client, cluster }: OpenRehearsal,
  signal: AbortSignal,
): Promise<void> {
  const target = { resource: resourceOf(clusterKind), name: cluster.metadata.name }
  const patch = { type: 'merge', patch: { spec: { targetVersion } } } as const
  await patchObject(client, target, patch, { fieldValidation: 'Strict' }, signal)
}

async function renewAll(
  { instances, to }: Rehearsal,
  context: OpenRehearsal,
  report: Report,
  signal: AbortSignal,
): Promise<void> {
  const { client, discovery } = context.target
  const minor = Number(/^v?\d+\.(\d+)/.exec(to)?.[1] ?? 0)
  const isGone = await goneApis(discovery, minor, signal)
  const ports = {
    client,
    discovery,
    store: new ReleaseStore({ client }),
    identity: holderIdentity(),
    isDead: isDeadHere,
    entropy: nodeEntropy,
    report: () => {},
  }
  for (const { instance, stored } of instances) {
    const plugin = context.instances.plugins.value(instance)
    if (plugin === undefined || stored.before.length + stored.after.length === 0) continue
    const renewed = await renewStored(placeOfPlugin(plugin), isGone, ports, signal)
    for (const { revision } of renewed)
      report(`instance/${instance} revision ${revision} rewritten`)
  }
}

async function untilMoved(
  { instances }: Rehearsal,
  phase: Phase,
  { context, report }: { readonly context: OpenRehearsal; readonly report: Report },
  signal: AbortSignal,
): Promise<void> {
  const open = new Map(
    instances.flatMap((one) => {
      const move = one[phase]
      return move === undefined || one.broken !== undefined ? [] : [[one, move] as const]
    }),
  )
  for (const { instance, broken } of instances)
    if (broken !== undefined)
      report(`instance/${instance} was not ready before, and is not waited for: ${broken}`)
  for (const one of instances) {
    const held = heldText(one)
    if (held !== undefined) report(`instance/${one.instance} is not waited for: ${held}`)
  }
  // Until a version has settled, minutes may pass in silence.
  for (const [{ instance }, move] of open) report(`instance/${instance} ${foretold(move)}`)
  const look = (): boolean => {
    for (const [one, move] of open) {
      if (!hasMoved(one, move, context)) continue
      open.delete(one)
      report(`instance/${one.instance} has ${move.to.version} from ${move.to.source}`)
    }
    return open.size === 0
  }
  try {
    await untilSo(look, context, signal)
  } catch (error) {
    const left = [...open.keys()].map(({ instance }) => stateOf(instance, context))
    throw new Error(`not moved: ${left.join('; ')}`, { cause: error })
  }
}

function foretold({ because, to }: Move): string {
  if (because === 'render') return `is to be rendered anew from ${to.source}`
  return `is to have ${to.version} from ${to.source}`
}

function untilSo(
  isSo: () => boolean,
  { instances }: OpenRehearsal,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = () => {
    if (isSo()) resolve()
  }
  const stop = () => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  instances.instances.informer.addHandler(look)
  instances.plugins.informer.addHandler(look)
  look()
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

function hasMoved(
  { instance, revision }: RehearsedInstance,
  { because, to }: Move,
  { instances: { instances, plugins } }: OpenRehearsal,
): boolean {
  const found = instances.value(instance)
  const plugin = plugins.value(instance)
  if (found === undefined || plugin === undefined || found.status.source !== to.source) return false
  const { metadata, status } = plugin
  if (status.observedGeneration !== metadata.generation) return false
  const isReady = [found.status, status].every(({ conditions }) =>
    conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
  )
  const isRendered = because === 'source' || (status.revision ?? 0) > (revision ?? 0)
  return isReady && isRendered
}

function stateOf(instance: string, { instances }: OpenRehearsal): string {
  const ready = instances.instances
    .value(instance)
    ?.status.conditions?.find(({ type }) => type === 'Ready')
  return `${instance} (${ready?.reason ?? 'unknown'}: ${ready?.message ?? ''})`
}
