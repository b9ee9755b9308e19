import { leases, recordOf } from '../../../controller/election/lease-record.ts'
import { allKinds } from '../../../kinds/all-kinds.ts'
import { customResourceDefinition } from '../../../kinds/custom-resource-definition.ts'
import { extensionInstanceKind } from '../../../kinds/extension-instance.ts'
import { apiGroup } from '../../../kinds/group.ts'
import { type KindDefinition, resourceOf } from '../../../kinds/kind-definition.ts'
import { pluginKind } from '../../../kinds/plugin.ts'
import { profileKind } from '../../../kinds/profile.ts'
import type { ApiResource } from '../../../kube/api-resource.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { Discovery } from '../../../kube/discovery/discovery.ts'
import { deleteObject } from '../../../kube/objects/delete-object.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { listObjects } from '../../../kube/objects/list-objects.ts'
import {
  type KubeObject,
  kindOf,
  listAt,
  nameOf,
  namespaceOf,
  textAt,
  uidOf,
} from '../../../objects/kube-object.ts'
import { leaseName, platformNamespace } from '../../../operator/pass/platform-namespace.ts'
import { sleepOn } from '../../../std/clock.ts'
import { PlainError } from '../../errors.ts'
import { type ApplyPorts, applyOne } from './apply-one.ts'
import { definitions, namespaces } from './platform-resources.ts'

export interface Removal {
  /** Whether the releases of Plugins and instances that are left are uninstalled; nothing is removed while there are some otherwise. */
  readonly plugins: 'refuse' | 'uninstall'
  /** Milliseconds for the releases to go. */
  readonly timeout: number
}

const pause = 1000
/** Milliseconds in which an operator that is there has shown itself. */
const untilLeader = 45_000

/**
 * Takes a platform away in the order in which nothing is left over: releases while the operator and the accounts of tenants are
 * there, then these, then the definitions. Accounts and rights that an earlier attempt deleted too early come back for that time.
 */
export async function removePlatform(
  objects: readonly KubeObject[],
  removal: Removal,
  ports: ApplyPorts,
  signal: AbortSignal,
): Promise<void> {
  const { client, told } = ports
  const left = await objectsInUse(client, signal)
  if (left.length > 0) {
    refuseUnlessAsked(left, removal)
    const own = objects.filter(({ apiVersion }) => !apiVersion.startsWith(`${apiGroup}/`))
    await restore(own, ports, signal)
    await deleteAll(profileKind, client, signal)
    for (const kind of inUse) await deleteAll(kind, client, signal)
    const late = AbortSignal.timeout(removal.timeout)
    await untilGone(ports, late, AbortSignal.any([signal, late]))
  }
  for (const object of objects.toReversed()) await removeOne(object, ports, signal)
  await removeDefinitions(ports, signal)
  told(
    `namespace ${platformNamespace} is left with what others put there; kubectl delete namespace ${platformNamespace} takes it away`,
  )
}

const inUse: readonly KindDefinition[] = [extensionInstanceKind, pluginKind]

/** The objects that have releases, or make some. */
async function objectsInUse(
  client: KubeClient,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const lists = await Promise.all(inUse.map((kind) => listAll(kind, client, signal)))
  return lists.flat()
}

async function listAll(
  kind: KindDefinition,
  client: KubeClient,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const name = `${kind.plural}.${apiGroup}`
  if ((await getObject(client, { resource: definitions, name }, {}, signal)) === undefined)
    return []
  return (await listObjects(client, { resource: resourceOf(kind) }, {}, signal)).objects
}

function refuseUnlessAsked(left: readonly KubeObject[], { plugins }: Removal): void {
  if (plugins === 'uninstall' || left.every(isGoing)) return
  const wanted = 'delete them first, or let --uninstall-plugins uninstall them all'
  throw new PlainError(`the platform is in use by ${namesOf(left)}; ${wanted}`)
}

const mostNamed = 10

function namesOf(objects: readonly KubeObject[]): string {
  const names = objects.map((one) => `${one.kind} ${namespaceOf(one)}/${nameOf(one)}`)
  const rest = names.length - mostNamed
  return `${names.slice(0, mostNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function isGoing(object: KubeObject): boolean {
  return textAt(object, ['metadata', 'deletionTimestamp']) !== ''
}

// Somebody may have deleted the accounts before the Plugins that need them.
async function restore(
  objects: readonly KubeObject[],
  ports: ApplyPorts,
  signal: AbortSignal,
): Promise<void> {
  const { client, told } = ports
  const namespace = { resource: namespaces, name: platformNamespace }
  for (;;) {
    const found = await getObject(client, namespace, {}, signal)
    if (found === undefined || !isGoing(found)) break
    told(`waiting until namespace ${platformNamespace}, which was deleted too early, is gone`)
    await sleepOn(client.clock, pause, signal)
  }
  const discovery = new Discovery(client)
  // An operator wants all kinds; those that are going are still there.
  const missing = await missingDefinitions(client, signal)
  for (const object of [...missing, ...objects]) {
    const line = await applyOne(object, discovery, client, signal)
    if (line.endsWith(' created')) told(`${line} again, for the time of the removal`)
  }
}

async function missingDefinitions(
  client: KubeClient,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const found = allKinds.map(async (kind) => {
    const target = { resource: definitions, name: `${kind.plural}.${apiGroup}` }
    const isThere = (await getObject(client, target, {}, signal)) !== undefined
    return isThere ? [] : [customResourceDefinition(kind) as unknown as KubeObject]
  })
  return (await Promise.all(found)).flat()
}

async function deleteAll(
  kind: KindDefinition,
  client: KubeClient,
  signal: AbortSignal,
): Promise<void> {
  const resource = resourceOf(kind)
  for (const one of await listAll(kind, client, signal)) {
    if (isGoing(one)) continue
    const target = { resource, namespace: namespaceOf(one), name: nameOf(one) }
    await deleteObject(client, target, { preconditions: { uid: uidOf(one) } }, signal)
  }
}

async function untilGone(
  { client, told }: ApplyPorts,
  late: AbortSignal,
  signal: AbortSignal,
): Promise<void> {
  let said = ''
  const began = client.clock.monotonic()
  const leaders = new Set<string>()
  for (;;) {
    const left = await objectsInUse(client, signal).catch((error: unknown) => {
      throw late.aborted ? new PlainError(`not gone in time: ${said}`) : error
    })
    if (left.length === 0) return
    const line = left.map(stateOf).join(', ')
    if (line !== said) told(`waiting for ${line}`)
    said = line
    leaders.add(await renewalOf(client, signal))
    const isLed = leaders.size > 1
    if (!isLed && client.clock.monotonic() - began > untilLeader) throw new PlainError(noOperator)
    await sleepOn(client.clock, pause, signal).catch(() => {})
    if (late.aborted) throw new PlainError(`not gone in time: ${said}`)
    signal.throwIfAborted()
  }
}

const noOperator =
  'no operator runs, and only an operator uninstalls releases: start one with "outrigger start --context NAME" and remove the platform again'

function stateOf(object: KubeObject): string {
  const ready = listAt(object, ['status', 'conditions']).find(
    (one) => textAt(one, ['type']) === 'Ready',
  )
  const why = textAt(ready, ['message']).split('\n')[0] ?? ''
  const state = why === '' ? '' : ` (${textAt(ready, ['reason'])}: ${why})`
  return `${object.kind} ${namespaceOf(object)}/${nameOf(object)}${state}`
}

// A leader renews its Lease every few seconds.
async function renewalOf(client: KubeClient, signal: AbortSignal): Promise<string> {
  const target = { resource: leases, namespace: platformNamespace, name: leaseName }
  const lease = await getObject(client, target, {}, signal)
  return lease === undefined ? '' : recordOf(lease).renewTime
}

async function removeOne(
  object: KubeObject,
  { client, told }: ApplyPorts,
  signal: AbortSignal,
): Promise<void> {
  const { group, kind } = kindOf(object)
  // The namespace may hold what others put there; our own kinds go with their definitions.
  if (kind === 'Namespace' || group === apiGroup) return
  const resource = await new Discovery(client).findKind(kindOf(object), signal)
  if (resource === undefined) return
  const [namespace, name] = [namespaceOf(object), nameOf(object)]
  await removeFound(
    { resource, ...(namespace === '' ? {} : { namespace }), name },
    client,
    told,
    signal,
  )
}

const ours = ['metadata', 'labels', 'app.kubernetes.io/part-of']

interface Target {
  readonly resource: ApiResource
  readonly namespace?: string
  readonly name: string
}

async function removeFound(
  target: Target,
  client: KubeClient,
  told: ApplyPorts['told'],
  signal: AbortSignal,
): Promise<void> {
  const found = await getObject(client, target, {}, signal)
  if (found === undefined) return
  const place = target.namespace === undefined ? '' : ` in ${target.namespace}`
  const what = `${target.resource.kind.toLowerCase()}/${target.name}${place}`
  if (textAt(found, ours) !== 'outrigger') return told(`${what} is not ours, and left alone`)
  const how = { preconditions: { uid: uidOf(found) }, propagation: 'Foreground' } as const
  await deleteObject(client, target, how, signal)
  told(`${what} deleted`)
}

async function removeDefinitions({ client, told }: ApplyPorts, signal: AbortSignal): Promise<void> {
  const names = allKinds.map(({ plural }) => `${plural}.${apiGroup}`)
  for (const name of names) {
    const target = { resource: definitions, name }
    const found = await getObject(client, target, {}, signal)
    if (found === undefined) continue
    if (!isGoing(found)) await deleteObject(client, target, {}, signal)
    while ((await getObject(client, target, {}, signal)) !== undefined) {
      await sleepOn(client.clock, pause, signal)
    }
    told(`customresourcedefinition/${name} deleted`)
  }
}
