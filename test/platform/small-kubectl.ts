import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ApiResource, ObjectTarget } from '../../src/kube/api-resource.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { Discovery } from '../../src/kube/discovery/discovery.ts'
import { KubeError, isKubeError } from '../../src/kube/errors.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import type { Json } from '../../src/objects/json.ts'
import {
  type KubeObject,
  kindOf,
  nameOf,
  namespaceOf,
  textAt,
  uidOf,
} from '../../src/objects/kube-object.ts'
import { readManifest } from '../../src/release/desired/read-manifest.ts'
import type { Call } from '../scenarios/run-scenario.ts'
import { printJsonPath } from './json-path.ts'

export interface SmallKubectl {
  readonly client: KubeClient
  readonly discovery: Discovery
  readonly namespace: string
  readonly folder: string
}

interface KubectlCall extends SmallKubectl {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly late: AbortSignal
}

const { signal } = new AbortController()
const pauseMilliseconds = 20

/**
 * The commands of kubectl that stories use, inside this process: `apply`, `get`, `patch` and `delete`. The real one plays the same
 * stories in `test:real`, which is what keeps this one honest.
 */
export function smallKubectl(ports: SmallKubectl): Call {
  return async (argv, _environment, late) => {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        filename: { type: 'string', short: 'f' },
        kubeconfig: { type: 'string' },
        namespace: { type: 'string', short: 'n' },
        output: { type: 'string', short: 'o' },
        patch: { type: 'string', short: 'p' },
        subresource: { type: 'string' },
        type: { type: 'string' },
        wait: { type: 'string' },
      },
    })
    const [verb = '', ...words] = positionals
    const run = verbs[verb]
    if (run === undefined) throw new Error(`a story cannot use kubectl ${verb}`)
    const other =
      values.kubeconfig === undefined ? undefined : await reach(values.kubeconfig, ports)
    const place = { ...ports, ...other }
    const namespace = values.namespace ?? place.namespace
    try {
      const stdout = await run({ ...place, namespace, words, options: values, late })
      return { exitCode: 0, stdout, stderr: '' }
    } catch (error) {
      if (late.aborted) return { exitCode: 1, stdout: '', stderr: 'waited in vain\n' }
      if (!isKubeError(error)) throw error
      return { exitCode: 1, stdout: '', stderr: `${refusalText(error)}\n` }
    } finally {
      await other?.close()
    }
  }
}

async function reach(kubeconfig: string, { folder }: SmallKubectl) {
  const file = resolve(folder, kubeconfig)
  const connection = await findConnection({ kubeconfig: file, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  return { client, close, discovery: new Discovery(client), namespace: connection.namespace }
}

function refusalText({ reason, code, message }: KubeError): string {
  // kubectl names only the kind of what is invalid.
  if (reason === 'Invalid') return `The ${message.replace(/^(\w+)\.\S+/, '$1')}`
  return `Error from server (${reason ?? code}): ${message}`
}

const verbs: Readonly<Record<string, (given: KubectlCall) => Promise<string>>> = {
  apply: async (given) => {
    const text = await readFile(resolve(given.folder, String(given.options['filename'])), 'utf8')
    let printed = ''
    for (const object of readManifest(text)) printed += await apply(object, given)
    return printed
  },
  get: async (given) => {
    const { resource, target } = await named(given)
    const object = await getObject(given.client, target, {}, signal)
    if (object === undefined) return notFound(resource, target)
    const output = String(given.options['output'] ?? '')
    if (output === 'name') return `${shownName(resource, target.name)}\n`
    if (!output.startsWith('jsonpath=')) throw new Error(`a story cannot use kubectl -o ${output}`)
    return printJsonPath(object, output.slice('jsonpath='.length))
  },
  patch: async (given) => {
    const { resource, target } = await named(given)
    const { options, client } = given
    const type = (options['type'] ?? 'strategic') as 'merge' | 'json' | 'strategic'
    const patch = JSON.parse(String(options['patch'])) as Json
    const before = await getObject(client, target, {}, signal)
    const { subresource } = options
    const how = {
      ...manager('patch'),
      ...(typeof subresource === 'string' ? { subresource } : {}),
    }
    const { object } = await patchObject(client, target, { type, patch }, how, signal)
    const same = before !== undefined && versionOf(before) === versionOf(object)
    return `${shownName(resource, target.name)} patched${same ? ' (no change)' : ''}\n`
  },
  delete: async (given) => {
    const { resource, target } = await named(given)
    const before = await getObject(given.client, target, {}, signal)
    if (before === undefined) return notFound(resource, target)
    await deleteObject(given.client, target, {}, signal)
    const isThere = async () => {
      const found = await getObject(given.client, target, {}, signal)
      return found !== undefined && uidOf(found) === uidOf(before)
    }
    const isThen = given.options['wait'] === 'false' ? async () => false : isThere
    while (await isThen()) {
      await sleep(pauseMilliseconds, undefined, { signal: given.late })
    }
    const place = target.namespace === undefined ? '' : ` from ${target.namespace} namespace`
    return `${groupName(resource)} "${target.name}" deleted${place}\n`
  },
}

async function apply(
  object: KubeObject,
  { client, discovery, namespace }: KubectlCall,
): Promise<string> {
  let resource = await discovery.findKind(kindOf(object), signal)
  if (resource === undefined) {
    // The real kubectl is a new process each time, and knows nothing of what was served a moment ago.
    discovery.invalidate()
    resource = await discovery.findKind(kindOf(object), signal)
  }
  if (resource === undefined) throw new Error(`there is no ${object.kind}`)
  const place = namespaceOf(object) || namespace
  const metadata = { ...object.metadata, ...(resource.namespaced ? { namespace: place } : {}) }
  const target = targetIn(resource, place, nameOf(object))
  const before = await getObject(client, target, {}, signal)
  const options = { force: true, ...manager('client-side-apply') }
  const { object: after } = await applyObject(
    client,
    resource,
    { ...object, metadata },
    options,
    signal,
  )
  const isSame = before !== undefined && versionOf(before) === versionOf(after)
  const did = before === undefined ? 'created' : isSame ? 'unchanged' : 'configured'
  return `${shownName(resource, nameOf(object))} ${did}\n`
}

async function named({ words, discovery, namespace }: KubectlCall) {
  const [kind = '', name = ''] = words
  const resource = await discovery.findByName(kind, signal)
  if (resource === undefined) throw new Error(`there is no ${kind}`)
  return { resource, target: targetIn(resource, namespace, name) }
}

function targetIn(resource: ApiResource, namespace: string, name: string): ObjectTarget {
  return { resource, name, ...(resource.namespaced ? { namespace } : {}) }
}

function notFound(resource: ApiResource, { name }: ObjectTarget): never {
  const { group, resource: plural } = resource
  throw new KubeError(
    'not-found',
    `${plural}${group === '' ? '' : `.${group}`} "${name}" not found`,
    {
      reason: 'NotFound',
    },
  )
}

function groupName({ kind, group }: ApiResource): string {
  return `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}`
}

function shownName(resource: ApiResource, name: string): string {
  return `${groupName(resource)}/${name}`
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}

function manager(verb: string): { readonly fieldManager: string } {
  return { fieldManager: `kubectl-${verb}` }
}
