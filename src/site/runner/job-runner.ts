import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { readLogs } from '../../kube/objects/logs.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import {
  type KubeObject,
  conditionOf,
  labelsOf,
  listAt,
  nameOf,
  numberAt,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { sleepOn } from '../../std/clock.ts'
import { SiteError } from '../errors.ts'
import {
  type JobPlace,
  jobContainer,
  jobLabels,
  jobName,
  jobNamespace,
  jobObject,
  jobSecret,
  jobs,
  pods,
} from './job-objects.ts'
import { MaskedLines } from './masked-lines.ts'
import type { Runner, Script, ScriptEnd } from './runner.ts'

const lookMilliseconds = 500
const cleanUpMilliseconds = 30_000
/** The reasons for which a container does not start by waiting longer. */
const hopeless = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
])

/** Runs scripts as Jobs on a cluster. Files and kept output are for machines: a pod has neither for longer than it lives. */
export function jobRunner(client: KubeClient, place: JobPlace): Runner {
  return {
    run: async (script, signal) => {
      if (script.keepsOutput) {
        throw new SiteError('bad-provider', `${script.name} cannot keep the output of a Job`)
      }
      await sweep(client, place, script, signal)
      try {
        return await runJob(client, place, script, signal)
      } finally {
        await cleanUp(client, jobName(place, script))
      }
    },
    put: async ({ path }) => {
      throw new SiteError('bad-provider', `cannot write ${path}: a Job has no machine`)
    },
  }
}

// A Job of a run that was killed ends before another begins: no script runs twice at the same time.
async function sweep(
  client: KubeClient,
  place: JobPlace,
  script: Script,
  signal: AbortSignal,
): Promise<void> {
  const name = jobName(place, script)
  const target = { resource: jobs, namespace: jobNamespace, name }
  const found = await getObject(client, target, {}, signal)
  if (found !== undefined) {
    refuseOther(found, place)
    await deleteObject(client, target, { propagation: 'Background' }, signal)
  }
  const left = async () =>
    (await getObject(client, target, {}, signal)) !== undefined ||
    (await podsOf(client, name, signal)).length > 0
  while (await left()) await sleepOn(client.clock, lookMilliseconds, signal)
  const secret = { resource: secrets, namespace: jobNamespace, name }
  const old = await getObject(client, secret, {}, signal)
  if (old === undefined) return
  refuseOther(old, place)
  await deleteObject(client, secret, {}, signal)
}

function refuseOther(found: KubeObject, place: JobPlace): void {
  const labels = labelsOf(found)
  const isOurs = Object.entries(jobLabels(place)).every(([name, value]) => labels[name] === value)
  if (isOurs) return
  const what = `${found.kind} ${jobNamespace}/${nameOf(found)}`
  throw new SiteError('bad-site', `${what} is there and not ours: it stays as it is`)
}

async function runJob(
  client: KubeClient,
  place: JobPlace,
  script: Script,
  signal: AbortSignal,
): Promise<ScriptEnd> {
  const { object } = await createObject(client, jobs, jobObject(place, script), {}, signal)
  await createObject(client, secrets, jobSecret(object, place, script), {}, signal)
  const lines = new MaskedLines(script.secrets, script.onLine)
  const code = await untilEnded(client, nameOf(object), lines, signal)
  lines.end()
  return { code, output: '', tail: lines.tail }
}

async function untilEnded(
  client: KubeClient,
  name: string,
  lines: MaskedLines,
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0
  for (;;) {
    const [pod] = await podsOf(client, name, signal)
    if (pod !== undefined && hasBegun(pod)) {
      bytes += await follow(client, pod, { lines, skip: bytes }, signal)
    }
    const code = pod && exitCodeOf(pod)
    if (code !== undefined) return code
    await refuseHopeless(client, name, pod, signal)
    await sleepOn(client.clock, lookMilliseconds, signal)
  }
}

async function podsOf(
  client: KubeClient,
  job: string,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const labelSelector = `job-name=${job}`
  const selection = { resource: pods, namespace: jobNamespace, labelSelector }
  return (await listObjects(client, selection, {}, signal)).objects
}

function containerOf(pod: KubeObject) {
  return listAt(pod, ['status', 'containerStatuses']).find(
    (one) => textAt(one, ['name']) === jobContainer,
  )
}

function hasBegun(pod: KubeObject): boolean {
  const state = readPath(containerOf(pod), ['state'])
  return readPath(state, ['running']) !== undefined || exitCodeOf(pod) !== undefined
}

function exitCodeOf(pod: KubeObject): number | undefined {
  return numberAt(containerOf(pod), ['state', 'terminated', 'exitCode'])
}

/** Passes the log on until the container ends or the connection breaks; gives the number of bytes. */
async function follow(
  client: KubeClient,
  pod: KubeObject,
  { lines, skip }: { readonly lines: MaskedLines; readonly skip: number },
  signal: AbortSignal,
): Promise<number> {
  const target = { resource: pods, namespace: jobNamespace, name: nameOf(pod) }
  let seen = 0
  try {
    const options = { container: jobContainer, follow: exitCodeOf(pod) === undefined }
    for await (const chunk of readLogs(client, target, options, signal)) {
      const known = Math.max(0, Math.min(chunk.length, skip - seen))
      seen += chunk.length
      lines.add(chunk.subarray(known))
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!isKubeError(error)) throw error
    if (exitCodeOf(pod) !== undefined) {
      lines.add(Buffer.from(`the log cannot be read: ${error.message}\n`))
    }
  }
  return Math.max(0, seen - skip)
}

async function refuseHopeless(
  client: KubeClient,
  name: string,
  pod: KubeObject | undefined,
  signal: AbortSignal,
): Promise<void> {
  const waiting = readPath(pod && containerOf(pod), ['state', 'waiting'])
  const reason = textAt(waiting, ['reason'])
  if (hopeless.has(reason)) {
    throw new SiteError('machine', `Job ${name}: ${reason}: ${textAt(waiting, ['message'])}`)
  }
  const target = { resource: jobs, namespace: jobNamespace, name }
  const job = await getObject(client, target, {}, signal)
  if (job === undefined) throw new SiteError('machine', `Job ${name} was deleted`)
  const failed = conditionOf(job, 'Failed')
  if (failed?.status === 'True' && (pod === undefined || exitCodeOf(pod) === undefined)) {
    throw new SiteError('machine', `Job ${name}: ${failed.reason}: ${failed.message}`)
  }
}

// The signal of the script may be over, and the API may be gone: then the Job ends and goes by itself.
async function cleanUp(client: KubeClient, name: string): Promise<void> {
  const signal = AbortSignal.timeout(cleanUpMilliseconds)
  try {
    const job = { resource: jobs, namespace: jobNamespace, name }
    await deleteObject(client, job, { propagation: 'Background' }, signal)
    const secret = { resource: secrets, namespace: jobNamespace, name }
    await deleteObject(client, secret, {}, signal)
  } catch (error) {
    if (!isKubeError(error) && !signal.aborted) throw error
  }
}
