import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import {
  type KubeObject,
  conditionOf,
  nameOf,
  namespaceOf,
  readPath,
  textAt,
} from '../../src/objects/kube-object.ts'
import { ReleaseStore } from '../../src/release/record/store.ts'
import type { ReleaseRecord } from '../../src/release/release.ts'
import type { DesiredPlugin } from './crash-desired.ts'
import { core } from './resources.ts'

export interface Others {
  /** Whether the plugins that want what somebody else made are there, and refused. */
  readonly clash: 'refused' | 'gone'
  readonly tenants: readonly string[]
  /** Whether work may have failed because the server was cut off. */
  readonly mayFail: boolean
}

/** The newest revision of what a desired plugin made; 0 when there is none. */
export async function lastRevision(client: KubeClient, wanted: DesiredPlugin): Promise<number> {
  const outline = await new ReleaseStore({ client }).outline(wanted, never)
  return outline.at(-1)?.revision ?? 0
}

const never = new AbortController().signal
const patience = 180_000
const resource = resourceOf(pluginKind)
const deployments: ApiResource = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
}

/** Waits until every plugin is as it was asked to be. Gives what is stuck, lost, doubled or left. */
export async function untilConverged(
  client: KubeClient,
  wanted: readonly DesiredPlugin[],
  others: Others,
): Promise<readonly string[]> {
  const end = Date.now() + patience
  for (;;) {
    const stuck = await openPlugins(client, wanted, others)
    if (stuck.length === 0) break
    if (Date.now() > end) return [`not there after ${patience} ms: ${stuck.join(', ')}`]
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const revisions = await Promise.all(
    wanted.map((one) => wrongRevisions(client, one, others.mayFail)),
  )
  const objects = await wrongObjects(client, wanted, others)
  return [...revisions.flat(), ...objects]
}

async function openPlugins(
  client: KubeClient,
  wanted: readonly DesiredPlugin[],
  { clash, tenants }: Others,
): Promise<readonly string[]> {
  const { objects } = await listObjects(client, { resource }, {}, never)
  const found = new Map(objects.map((one) => [`${namespaceOf(one)}/${nameOf(one)}`, one]))
  const reasons: Readonly<Record<DesiredPlugin['state'], readonly string[]>> = {
    installed: ['Installed', 'Pinned'],
    disabled: ['Disabled'],
    deleted: [],
  }
  const all = [
    ...wanted.map(({ namespace, name, state }) => ({
      key: `${namespace}/${name}`,
      reasons: reasons[state],
    })),
    ...tenants.map((tenant) => ({
      key: `${tenant}/clash`,
      reasons: clash === 'refused' ? ['Conflict'] : [],
    })),
  ]
  return all.flatMap(({ key, reasons: good }) => {
    const plugin = found.get(key)
    const isSo = plugin === undefined ? good.length === 0 : good.includes(reasonOf(plugin))
    return isSo ? [] : [`${key} ${plugin === undefined ? 'is gone' : stateOf(plugin)}`]
  })
}

// Of the newest generation; otherwise nothing is known yet.
function reasonOf(plugin: KubeObject): string {
  const observed = readPath(plugin, ['status', 'observedGeneration'])
  const isCurrent = observed === plugin.metadata['generation']
  return isCurrent ? (conditionOf(plugin, 'Ready')?.reason ?? '') : ''
}

function stateOf(plugin: KubeObject): string {
  const { reason = 'not seen', message = '' } = conditionOf(plugin, 'Ready') ?? {}
  return `${reason} ${message}`
}

function isDone(status: string): boolean {
  return status === 'deployed' || status === 'superseded'
}

/** A change is one revision, whatever happened on the way; what was cut off from the server may have failed before. */
async function wrongRevisions(
  client: KubeClient,
  { namespace, name, state, known, steps }: DesiredPlugin,
  mayFail: boolean,
): Promise<readonly string[]> {
  const history = await new ReleaseStore({ client }).history({ namespace, name }, never)
  if (state !== 'installed') return history.length === 0 ? [] : [`records of ${name} are left`]
  const records = await Promise.all(history.map((one) => one.record(never)))
  const deployed = records.filter(({ info }) => info.status === 'deployed')
  const fresh = records.filter(({ version }) => version > known)
  const isForgiven = (record: ReleaseRecord) => mayFail && hasFailed(record)
  const done = fresh.filter((one) => isDone(one.info.status) && !isForgiven(one)).length
  const odd = fresh.filter((one) => !isDone(one.info.status) && !isForgiven(one))
  const wrong = [
    ...(deployed.length === 1 ? [] : [`${name} has ${deployed.length} deployed revisions`]),
    ...(done === steps ? [] : [`${name} has ${done} revisions more instead of ${steps}`]),
    ...odd.map(({ version, info }) => `${name} revision ${version} is ${info.status}`),
  ]
  return wrong.length === 0 ? [] : [...wrong, ...records.map(storyOf)]
}

// A first install that failed is superseded by the upgrade that follows it, as Helm has it; what it says of itself stays.
function hasFailed({ info: { status, description } }: ReleaseRecord): boolean {
  return (
    status === 'failed' ||
    (status === 'superseded' && /^Release ".*" failed: /.test(description ?? ''))
  )
}

/** How a revision came to be, to find out why there is one too many. */
function storyOf({ name, version, info, config }: ReleaseRecord): string {
  const times = `${info.first_deployed} and ${info.last_deployed}`
  const values = JSON.stringify(config)
  return `${name} revision ${version} is ${info.status} of ${times} with ${values}: ${info.description}`
}

/** Releases hold what was asked for; nothing is left of those that went, and what somebody else made is as they made it. */
async function wrongObjects(
  client: KubeClient,
  wanted: readonly DesiredPlugin[],
  { tenants, clash }: Others,
): Promise<readonly string[]> {
  const lists = await Promise.all(
    [core('ConfigMap'), deployments].map((kind) =>
      listObjects(client, { resource: kind }, {}, never),
    ),
  )
  const found = new Map<string, KubeObject>(
    lists.flatMap(({ objects }, at) =>
      objects.map((one) => [`${at} ${namespaceOf(one)}/${nameOf(one)}`, one] as const),
    ),
  )
  const wrong = wanted.flatMap(({ namespace, name, state, content }) => {
    const key = `${namespace}/${name}`
    const [map, deployment] = [found.get(`0 ${key}`), found.get(`1 ${key}`)]
    if (state !== 'installed') return map || deployment ? [`objects of ${key} are left`] : []
    if (map === undefined || deployment === undefined) return [`objects of ${key} are lost`]
    const holds = textAt(map, ['data', 'content'])
    return holds === content ? [] : [`${key} holds ${holds} instead of ${content}`]
  })
  const taken = tenants.flatMap((tenant) => {
    const theirs = textAt(found.get(`0 ${tenant}/theirs`), ['data', 'of'])
    const isLeft = clash === 'gone' && found.has(`0 ${tenant}/clash-own`)
    return [
      ...(theirs === 'somebody' ? [] : [`theirs of ${tenant} is ${theirs || 'gone'}`]),
      ...(isLeft ? [`objects of ${tenant}/clash are left`] : []),
    ]
  })
  return [...wrong, ...taken]
}
