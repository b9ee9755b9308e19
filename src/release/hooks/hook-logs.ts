import type { ApiResource } from '../../kube/api-resource.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { readLogs } from '../../kube/objects/logs.ts'
import { type KubeObject, listAt, nameOf, namespaceOf, textAt } from '../../objects/kube-object.ts'
import type { ReleasePorts } from '../ports.ts'
import type { ObjectName } from '../release.ts'

type Ports = Pick<ReleasePorts, 'client' | 'report'>

const pods: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
}
const longestLog = 1024 * 1024

/** Tells what the pods of a hook wrote. A missing log is reported and is no failure. */
export async function tellLogs(hook: ObjectName, ports: Ports, signal: AbortSignal): Promise<void> {
  try {
    for (const pod of await podsOf(hook, ports, signal)) {
      for (const container of containersOf(pod)) {
        const text = await readLog(pod, container, ports, signal)
        ports.report({ type: 'log', object: hook, pod: nameOf(pod), container, text })
      }
    }
  } catch (error) {
    if (!isKubeError(error)) throw error
    const what = `cannot read the logs of ${hook.kind} ${hook.namespace}/${hook.name}`
    ports.report({ type: 'warning', message: `${what}: ${error.message}` })
  }
}

async function podsOf(
  { kind, namespace, name }: ObjectName,
  { client }: Ports,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  if (kind === 'Pod') {
    const pod = await getObject(client, { resource: pods, namespace, name }, {}, signal)
    return pod === undefined ? [] : [pod]
  }
  if (kind !== 'Job') return []
  const selection = { resource: pods, namespace, labelSelector: `job-name=${name}` }
  return (await listObjects(client, selection, {}, signal)).objects
}

function containersOf(pod: KubeObject): readonly string[] {
  return listAt(pod, ['spec', 'containers']).map((container) => textAt(container, ['name']))
}

async function readLog(
  pod: KubeObject,
  container: string,
  { client }: Ports,
  signal: AbortSignal,
): Promise<string> {
  const target = { resource: pods, namespace: namespaceOf(pod), name: nameOf(pod) }
  const chunks: Uint8Array[] = []
  const options = { container, limitBytes: longestLog }
  for await (const chunk of readLogs(client, target, options, signal)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
