import { pluginAction } from '../../clusters/plugin-action.ts'
import { compareStrings } from '../../../formats/go-string.ts'
import type { Reason } from '../../../kinds/conditions.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { Actor } from '../../clusters/account.ts'
import type { DependencySeen } from './observation.ts'
import { observePlugin } from './observe-plugin.ts'
import type { InstanceReads } from './context.ts'

type ProviderSeen = Pick<DependencySeen, 'provider' | 'isHidden'>

/**
 * The instance that gives an extension on the same cluster: one of the same namespace first, then the oldest whose Plugin the
 * account of the asker may get.
 */
export async function providerOf(
  extension: string,
  instance: ExtensionInstance,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<ProviderSeen> {
  const place = placeOf(instance, context)
  const candidates = context.instances
    .by('extension', extension)
    .filter((one) => placeOf(one, context) === place)
    .filter(({ metadata, spec }) => metadata.deletionTimestamp === undefined && spec.enabled)
    .filter(
      (one) =>
        isNear(one, instance) || instance.spec.dependencies === 'wait' || !isStuck(one.status),
    )
    .toSorted((one, other) => compareStrings(rankOf(one, instance), rankOf(other, instance)))
  let isHidden = false
  for (const provider of candidates) {
    const action = pluginAction('get', keyOfInstance(provider))
    const isSeen =
      isNear(provider, instance) ||
      (await context.rights.may(actorOf(instance, context), action, signal))
    if (isSeen) return { provider, isHidden }
    isHidden = true
  }
  return { provider: undefined, isHidden }
}

/** The account that the Plugin of an instance acts as. */
export function actorOf(instance: ExtensionInstance, context: InstanceReads): Actor {
  const plugin = observePlugin(instance, context)
  return { metadata: instance.metadata, spec: plugin?.isOurs === true ? plugin.plugin.spec : {} }
}

function keyOfInstance({ metadata }: Pick<ExtensionInstance, 'metadata'>): string {
  return `${metadata.namespace}/${metadata.name}`
}

function isNear(
  one: Pick<ExtensionInstance, 'metadata'>,
  other: Pick<ExtensionInstance, 'metadata'>,
): boolean {
  return one.metadata.namespace === other.metadata.namespace
}

function rankOf({ metadata }: ExtensionInstance, asker: ExtensionInstance): string {
  const near = isNear({ metadata }, asker) ? 0 : 1
  return `${near} ${metadata.creationTimestamp} ${metadata.namespace}/${metadata.name}`
}

/** The cluster of an instance by name; empty for the operator's own, however it is named. */
function placeOf({ spec }: ExtensionInstance, { clusters }: InstanceReads): string {
  const isOwn = spec.cluster !== undefined && clusters.value(spec.cluster)?.spec.inCluster === true
  return isOwn ? '' : (spec.cluster ?? '')
}

/** An instance that another one came for. */
export interface Needing {
  readonly name: string
  /** The range of versions that satisfy it. */
  readonly ranges: readonly string[]
}

/** Those that another one came for. */
export interface NeedingSeen {
  readonly needing: readonly Needing[]
  /** Whether rights of accounts in other namespaces decide about some. */
  readonly hangOnRights: boolean
}

export const nobodyNeeds: NeedingSeen = { needing: [], hangOnRights: false }

/** The instances on the same cluster that need one. */
export async function neededBy(
  instance: ExtensionInstance,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<NeedingSeen> {
  const place = placeOf(instance, context)
  const found = await Promise.all(
    context.instances.values().map(async (one) => {
      const { metadata, spec } = one
      if (metadata.deletionTimestamp !== undefined || !spec.enabled) return []
      if (placeOf(one, context) !== place || !needs(one, instance, context)) return []
      return [{ one, needing: await needingOf(one, instance, context, signal) }]
    }),
  )
  const all = found.flat()
  return {
    needing: all.flatMap(({ needing }) => needing ?? []),
    hangOnRights: all.some(({ one }) => !isNear(one, instance)),
  }
}

function needs(
  one: ExtensionInstance,
  instance: ExtensionInstance,
  context: InstanceReads,
): boolean {
  // An Extension may be gone for a moment; the installed Plugin says what it depends on.
  const standsOn = observePlugin(one, context)?.plugin.spec.dependsOn ?? []
  const isNamed = needsOf(one, instance, context).length > 0
  return isNamed || standsOn.some(({ plugin }) => plugin === keyOfInstance(instance))
}

function needsOf(
  one: ExtensionInstance,
  { spec }: ExtensionInstance,
  { extensions }: InstanceReads,
) {
  const all = extensions.value(one.spec.extension)?.spec.dependsOn ?? []
  return all.filter(({ extension }) => extension === spec.extension)
}

async function needingOf(
  one: ExtensionInstance,
  instance: ExtensionInstance,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<Needing | undefined> {
  if (!(await mayHold(one, instance, context, signal))) return undefined
  const found = needsOf(one, instance, context)
  // An instance that gets it from another provider says nothing of this one.
  const seen =
    found.length === 0 ? undefined : await providerOf(instance.spec.extension, one, context, signal)
  const isProvider = seen?.provider?.metadata.uid === instance.metadata.uid
  const ranges = isProvider ? found.flatMap(({ version }) => version ?? []) : []
  return { name: keyOfInstance(one), ranges }
}

// As for Plugins: others keep what is not of their namespace only by a right that they were given there.
async function mayHold(
  one: ExtensionInstance,
  instance: ExtensionInstance,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<boolean> {
  if (isNear(one, instance)) return true
  const action = pluginAction('hold', keyOfInstance(instance))
  return context.rights.may(actorOf(one, context), action, signal)
}

interface ConditionsTold {
  readonly conditions?: readonly {
    readonly type: string
    readonly status: string
    readonly reason: string
  }[]
}

/** Whether an instance is not installed and will not be before somebody does something about it. */
export function isStuck({ conditions = [] }: ConditionsTold): boolean {
  const isSo = (wanted: string) =>
    conditions.some(({ type, status }) => type === wanted && status === 'True')
  const why = conditions.find(({ type }) => type === 'Ready')?.reason ?? ''
  return !isSo('Installed') && (isSo('Stalled') || needSomebody.has(why))
}

const needSomebody: ReadonlySet<string> = new Set<Reason>([
  'AccountMissing',
  'ClusterNotFound',
  'Conflict',
  'ExtensionNotFound',
  'NotVisible',
  'Forbidden',
  'NoSource',
  'ValuesNotFound',
])
