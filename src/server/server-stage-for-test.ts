import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { allKinds } from '../kinds/all-kinds.ts'
import { customResourceDefinition } from '../kinds/custom-resource-definition.ts'
import { apiVersion } from '../kinds/group.ts'
import { resourceOf } from '../kinds/kind-definition.ts'
import { pluginKind } from '../kinds/plugin.ts'
import { applyObject } from '../kube/objects/apply-object.ts'
import type { KubeClient } from '../kube/client.ts'
import { isKubeError } from '../kube/errors.ts'
import { listObjects } from '../kube/objects/list-objects.ts'
import { reviewAccess } from '../kube/objects/review-access.ts'
import type { JsonObject } from '../objects/json.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import { readAddressPolicy } from '../sources/policy/policy.ts'
import type { SiteDetail } from './contract.ts'
import { type OpenServer, openServer } from './open-server.ts'
import type { NeededRight } from './http/route.ts'
import type { ServerOptions } from './server-options.ts'
import type { Sites } from './sites/site-routes.ts'
import {
  type StageUser,
  type StageUsers,
  addStageUsers,
  clusterWide,
} from './stage-users-for-test.ts'

/** A cluster with our kinds, two namespaces, four users and a server. */
export interface ServerStage extends StageUsers {
  readonly client: KubeClient
  readonly server: OpenServer
  readonly options: ServerOptions
  /** Lines of the audit, as they came. */
  readonly audit: readonly string[]
  readonly failures: readonly unknown[]
  readonly ask: (user: StageUser, method: string, path: string, body?: unknown) => Promise<Response>
  readonly close: () => Promise<void>
}

const never = new AbortController().signal

/** A plugin for tests; it is disabled, so that no operator would do anything. */
export function plugin(namespace: string, name: string, values: JsonObject = {}): KubeObject {
  const spec = { enabled: false, repo: 'builtin', name, version: '1.0.0', values }
  return { apiVersion, kind: 'Plugin', metadata: { namespace, name }, spec }
}

const yard: SiteDetail = {
  name: 'yard',
  cluster: 'global',
  progress: 'Failed',
  percent: 40,
  secondsLeft: 60,
  done: 2,
  total: 5,
  at: 'Create global cluster',
  message: 'create: EnsurePreflight: 1 processors; wanted 2 or more',
  steps: [{ step: 'Execute pre install hook', status: 'True', reason: 'Done', message: 'it ran' }],
  operations: [],
}

/** One installation, which stays as it is. */
const stageSites: Sites = {
  list: async () => [yard],
  read: async (name) => (name === yard.name ? yard : undefined),
  progress: async (name) => (name === yard.name ? { ...yard, log: ['begun'] } : undefined),
  carryOn: async (name) => (name === yard.name ? yard : undefined),
}

/** Opens a server on a cluster. */
export async function openStage(
  client: KubeClient,
  more: Partial<ServerOptions> = {},
): Promise<ServerStage> {
  await addKinds(client)
  const people = await addStageUsers(client)
  const audit: string[] = []
  const failures: unknown[] = []
  let signOuts: string | undefined
  const kept = {
    read: async () => signOuts,
    write: async (text: string) => void (signOuts = text),
  }
  const indexFolder = await mkdtemp(join(tmpdir(), 'outrigger-server-'))
  const options: ServerOptions = {
    client,
    listen: { host: '127.0.0.1', port: 0 },
    secret: randomBytes(32),
    kept,
    version: '0.0.0-test',
    isSandbox: true,
    fetching: {
      policy: readAddressPolicy({ allow: ['http://127.0.0.1:*'] }),
      indexFolder,
    },
    sites: stageSites,
    audit: (line) => void audit.push(line),
    failed: (error) => void failures.push(error),
    ...more,
  }
  const server = await openServer(options)
  const ask: ServerStage['ask'] = (user, method, path, body) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${people.tokens[user]}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const close = async () => {
    await server.close()
    await rm(indexFolder, { recursive: true, force: true })
    await people.remove()
  }
  return {
    ...people,
    client,
    server,
    options,
    audit,
    failures,
    ask,
    close,
  }
}

/** Whether the cluster itself would allow it, asked as that user: in a namespace or, where it is empty, everywhere. */
export function canI(
  { team, client }: Pick<ServerStage, 'team' | 'client'>,
  user: StageUser,
  right: NeededRight,
  namespace: string,
): Promise<boolean> {
  const name = `system:serviceaccount:${team}:${user}`
  const groups = [
    'system:serviceaccounts',
    `system:serviceaccounts:${team}`,
    'system:authenticated',
  ]
  return reviewAccess(client.impersonating({ user: name, groups }), { ...right, namespace }, never)
}

/** Adds our kinds to a cluster, and waits until they are served. */
export async function addKinds(client: KubeClient): Promise<void> {
  const definitions = clusterWide(
    'customresourcedefinitions',
    'CustomResourceDefinition',
    'apiextensions.k8s.io',
  )
  for (const kind of allKinds) {
    const definition = customResourceDefinition(kind) as KubeObject
    await applyObject(
      client,
      definitions,
      definition,
      { fieldManager: 'stage', force: true },
      never,
    )
  }
  await untilServed(client)
}

async function untilServed(client: KubeClient): Promise<void> {
  for (;;) {
    try {
      await listObjects(client, { resource: resourceOf(pluginKind) }, {}, never)
      return
    } catch (error) {
      if (!isKubeError(error, 'not-found')) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
