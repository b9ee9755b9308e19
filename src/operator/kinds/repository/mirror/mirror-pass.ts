import type { Finding } from '../../../../kinds/conditions.ts'
import type { Repository } from '../../../../kinds/repository.ts'
import type { MirrorLock } from '../../../../mirror/file/lock-file.ts'
import type { JsonObject } from '../../../../objects/json.ts'
import type { KubeObject } from '../../../../objects/kube-object.ts'
import { type Access, readLogin } from '../../../sources/read-access.ts'
import type { ReadSecret } from '../../../../kube/objects/secret-reader.ts'
import { type MirrorDecision, decideMirror } from './decide-mirror.ts'
import { type JobPlaces, hostOf, lockIn, lockNameOf, mirrorJobOf } from './mirror-order.ts'
import type { MirrorRuns, MirrorState } from './mirror-runs.ts'

/** Everything that a mirror can read and write. */
export interface MirrorContext extends JobPlaces {
  readonly runs: MirrorRuns
  readonly readSecret: ReadSecret
  readonly readLock: (
    namespace: string,
    name: string,
    signal: AbortSignal,
  ) => Promise<KubeObject | undefined>
  /** While this lasts, runs go on. */
  readonly leading: AbortSignal
  readonly now: () => number
}

/** The end of a pass over the mirror of a Repository. */
export interface MirrorDone {
  readonly findings: readonly Finding[]
  readonly fields: JsonObject
  /** Milliseconds until it is due again; undefined when something else wakes it. */
  readonly after: number | undefined
}

const nothing: MirrorDone = { findings: [], fields: {}, after: undefined }

/** Looks after the mirror of a Repository: begins a run when one is due, and tells how the last one ended. */
export async function passMirror(
  repository: Repository,
  { source, retry }: { readonly source: Access; readonly retry: string },
  context: MirrorContext,
  signal: AbortSignal,
): Promise<MirrorDone> {
  const { metadata, spec } = repository
  const key = `${metadata.namespace}/${metadata.name}`
  const { mirror } = spec
  if (mirror === undefined || spec.suspend || source.state === 'incomplete') {
    context.runs.stop(key)
    return nothing
  }
  const place = mirror.to.charts ?? mirror.to.images ?? ''
  const secrets = {
    credentials: mirror.credentials,
    tls: mirror.tls,
    url: `oci://${hostOf(place)}`,
  }
  const destination = await readLogin(secrets, metadata.namespace, context.readSecret, signal)
  if (destination.state === 'incomplete') {
    context.runs.stop(key)
    return { ...nothing, findings: [failedFinding(`mirror: ${destination.message}`)] }
  }
  const state = context.runs.stateOf(key)
  const decision = decideMirror({
    repository,
    access: `${source.inputs} ${destination.inputs}`,
    retry,
    state,
    running: context.runs.runningOf(key),
    now: context.now(),
  })
  const stored = await context.readLock(metadata.namespace, lockNameOf(repository), signal)
  const lock = lockIn(stored, repository)
  if (decision.do === 'run') {
    const isSame = (state?.inputs ?? repository.status.mirror?.inputs) === decision.inputs
    const before = isSame ? lock : undefined
    const job = mirrorJobOf(repository, { source, destination, before }, context)
    const { inputs } = decision
    const order = { inputs, retry, namespace: metadata.namespace }
    if (job !== undefined) context.runs.begin(key, { ...order, job }, context.leading)
  }
  return tell(repository, decision, { state, lock })
}

function tell(
  repository: Repository,
  decision: MirrorDecision,
  {
    state,
    lock,
  }: { readonly state: MirrorState | undefined; readonly lock: MirrorLock | undefined },
): MirrorDone {
  if (decision.do === 'none') return nothing
  const after = decision.do === 'rest' ? decision.after : undefined
  const kept = repository.status.mirror
  const fields = state?.outcome === undefined ? kept : fieldsOf(repository, state, lock)
  const told: JsonObject = fields === undefined ? {} : { mirror: { ...fields } }
  if (state?.failure !== undefined) {
    return { findings: [failedFinding(state.failure.message)], fields: told, after }
  }
  if (fields === undefined) {
    const message = 'charts and images are being brought'
    return {
      findings: [{ type: 'Mirrored', status: 'Unknown', reason: 'Mirroring', message }],
      fields: told,
      after,
    }
  }
  const { charts = 0, images = 0 } = fields
  const message = `${plural(charts, 'chart')} and ${plural(images, 'image')} are there; ConfigMap ${lockNameOf(repository)} has their digests`
  return {
    findings: [{ type: 'Mirrored', status: 'True', reason: 'Mirrored', message }],
    fields: told,
    after,
  }
}

function fieldsOf(
  repository: Repository,
  { inputs, triedAt, outcome }: MirrorState,
  lock: MirrorLock | undefined,
): NonNullable<Repository['status']['mirror']> {
  return {
    at: new Date(triedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
    inputs,
    charts: lock?.charts.length ?? 0,
    images: lock?.images.length ?? 0,
    copied: outcome?.copied ?? 0,
    bytes: outcome?.bytes ?? 0,
    lock: lockNameOf(repository),
  }
}

function failedFinding(message: string): Finding {
  return { type: 'Mirrored', status: 'False', reason: 'MirrorFailed', message }
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
