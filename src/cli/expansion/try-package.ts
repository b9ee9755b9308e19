import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inProcessTransport } from '../../apiserver/http/in-process.ts'
import { pushPackage } from '../../expansion/artifact/push-package.ts'
import { packageName } from '../../expansion/package/describe-package.ts'
import type { Package } from '../../expansion/package/open-package.ts'
import { expansionKind } from '../../kinds/expansion.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { type KubeClient, createKubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { type JsonObject, isJsonObject } from '../../objects/json.ts'
import { type KubeObject, conditionOf, listAt, nameOf, textAt } from '../../objects/kube-object.ts'
import { connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { serveRegistry } from '../../oci/registry/serve.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { runOperator } from '../../operator/run-operator.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import { strictPolicy } from '../../sources/policy/policy.ts'
import { sleep } from '../../std/sleep.ts'
import { applyPlatform } from '../platform/apply-platform.ts'

/** Something that happened while a package was played. */
export interface TimelineEntry {
  readonly milliseconds: number
  readonly what: string
  readonly state: string
  readonly message: string
}

export interface PlayOptions {
  readonly workspace: string
  /** Milliseconds. */
  readonly timeout: number
  readonly onEntry: (entry: TimelineEntry) => void
}

const lookMilliseconds = 50

/** Plays a built package in a sandbox with a registry of its own; says whether all of it got ready. */
export async function tryPackage(
  opened: Package,
  options: PlayOptions,
  signal: AbortSignal,
): Promise<'ready' | 'failed'> {
  const { workspace } = options
  const stopping = new AbortController()
  const sandbox = await startSandbox({})
  const running = await serveRegistry({ root: join(workspace, 'registry') }, signal)
  const transport = createTransport()
  const peer = { certificate: { name: 'operator', groups: ['system:masters'] } }
  const client = createKubeClient({
    transport: inProcessTransport(sandbox.server.answer, peer),
    rateLimit: 'none',
  })
  let operator: Promise<unknown> = Promise.resolve()
  try {
    await applyPlatform([], 'accept', { client, told: () => {} }, signal)
    const namespaces = {
      group: '',
      version: 'v1',
      resource: 'namespaces',
      kind: 'Namespace',
      namespaced: false,
    }
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platformNamespace } }
    await createObject(client, namespaces, namespace, {}, signal)
    const registry = connectRegistry(running.host, { transport })
    const target = { registry, repository: 'expansions/test', tag: 'test' }
    await pushPackage(opened, target, signal)
    operator = startOperator(client, workspace, stopping.signal)
    const spec = { package: `oci://${running.host}/expansions/test:test` }
    const metadata = { name: packageName(opened) }
    const body = { apiVersion, kind: 'Expansion', metadata, spec }
    await createObject(client, resourceOf(expansionKind), body, {}, signal)
    return await follow(client, packageName(opened), options, signal)
  } finally {
    stopping.abort()
    await operator.catch(() => {})
    await transport.close()
    await running.close(AbortSignal.abort())
    await sandbox.stop()
  }
}

async function startOperator(
  client: KubeClient,
  workspace: string,
  signal: AbortSignal,
): Promise<void> {
  const folder = join(workspace, 'operator')
  await mkdir(folder, { recursive: true })
  await runOperator(
    {
      client,
      fetching: { policy: strictPolicy, indexFolder: folder, fileRoot: folder },
      platformNamespace,
      expansionFolder: join(folder, 'expansions'),
      identity: 'expansion-test',
    },
    signal,
  )
}

async function follow(
  client: KubeClient,
  name: string,
  { timeout, onEntry }: PlayOptions,
  signal: AbortSignal,
): Promise<'ready' | 'failed'> {
  const began = performance.now()
  const told = new Map<string, string>()
  const tell = (what: string, state: string, message: string) => {
    if (told.get(what) === `${state} ${message}` || state === '') return
    told.set(what, `${state} ${message}`)
    onEntry({ milliseconds: Math.round(performance.now() - began), what, state, message })
  }
  while (performance.now() - began < timeout) {
    signal.throwIfAborted()
    const target = { resource: resourceOf(expansionKind), name }
    const expansion = await getObject(client, target, {}, signal)
    for (const step of listAt(expansion, ['status', 'steps']).filter(isJsonObject)) {
      tell(textAt(step, ['name']), textAt(step, ['state']), textAt(step, ['message']))
    }
    const state = readyOf(expansion)
    if (state.status === 'False' && state.reason === 'Failed') {
      tell(`Expansion ${name}`, 'Failed', state.message)
      return 'failed'
    }
    const plugins = await listObjects(client, { resource: resourceOf(pluginKind) }, {}, signal)
    for (const plugin of plugins.objects) {
      const { reason, message } = readyOf(plugin)
      tell(`Plugin ${nameOf(plugin)}`, reason, message)
    }
    const areReady = plugins.objects.every((plugin) => readyOf(plugin).status === 'True')
    if (state.status === 'True' && areReady) return 'ready'
    await sleep(lookMilliseconds, signal)
  }
  tell(`Expansion ${name}`, 'TimedOut', `not all got ready within ${timeout} ms`)
  return 'failed'
}

function readyOf(object: KubeObject | JsonObject | undefined) {
  const found = object === undefined ? undefined : conditionOf(object, 'Ready')
  return {
    status: found?.status ?? 'Unknown',
    reason: found?.reason ?? '',
    message: found?.message ?? '',
  }
}
