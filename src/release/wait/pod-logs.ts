import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { readLogs } from '../../kube/objects/logs.ts'
import { type KubeObject, nameOf, namespaceOf, uidOf } from '../../objects/kube-object.ts'
import { redactLine, secretsOfPod, tellingLine } from '../../objects/readiness/log-line.ts'
import { podProblem } from '../../objects/readiness/pod-problem.ts'
import { secretTexts } from '../../objects/redact/redact-secrets.ts'

const pods: ApiResource = {
  group: '',
  version: 'v1',
  resource: 'pods',
  kind: 'Pod',
  namespaced: true,
}

const mostLogs = 4
const mostSecrets = 8
const tailLines = 20
const limitBytes = 32 * 1024
/** Milliseconds: a kubelet that does not answer explains nothing. */
const patience = 3000

/**
 * The line of the log of each crashed container that says why it ended, by the uid of its pod. It is told without the values of
 * the Secrets that the pod gets; if one of them cannot be read, the line is not told.
 */
export async function lastLines(
  client: KubeClient,
  objects: readonly KubeObject[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const crashed = objects.filter((one) => one.kind === 'Pod' && podProblem(one)?.log !== undefined)
  const lines = await Promise.all(
    crashed.slice(0, mostLogs).map(async (pod) => {
      const line = await lineOf(client, pod, signal)
      return line === undefined ? [] : [[uidOf(pod), line] as const]
    }),
  )
  return new Map(lines.flat())
}

async function lineOf(
  client: KubeClient,
  pod: KubeObject,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { container, log } = podProblem(pod) ?? {}
  const names = secretsOfPod(pod)
  if (container === undefined || log === undefined || names.length > mostSecrets) return undefined
  const late = AbortSignal.timeout(patience)
  const inTime = AbortSignal.any([signal, late])
  try {
    const read = readTail(client, pod, { container, previous: log === 'previous' }, inTime)
    const hidden = names.map((name) =>
      getObject(client, { resource: secrets, namespace: namespaceOf(pod), name }, {}, inTime),
    )
    const [text, ...found] = await Promise.all([read, ...hidden])
    const line = tellingLine(text)
    const there = found.filter((one) => one !== undefined)
    return line === undefined ? undefined : redactLine(line, secretTexts(there))
  } catch (error) {
    // An explanation is worth less than what it explains: without the right to look, or a kubelet that answers, there is less of it.
    if (!signal.aborted && (late.aborted || isKubeError(error))) return undefined
    throw error
  }
}

async function readTail(
  client: KubeClient,
  pod: KubeObject,
  which: { readonly container: string; readonly previous: boolean },
  signal: AbortSignal,
): Promise<string> {
  const target = { resource: pods, namespace: namespaceOf(pod), name: nameOf(pod) }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readLogs(client, target, { ...which, tailLines, limitBytes }, signal)) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= limitBytes) break
  }
  const text = Buffer.concat(chunks).toString('utf8')
  // A line that was cut off may end in a part of a secret.
  return size < limitBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1)
}
