import type { EventFacts } from '../../../controller/events/occurrence.ts'
import type { PassResult } from '../../../controller/worker.ts'
import { type Repository, repositoryKind } from '../../../kinds/repository.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { stalledFindings } from '../../pass/unreadable.ts'
import type { RepositoryDirectory } from '../../sources/repository-directory.ts'
import { keyOfParts } from '../../sources/repository-key.ts'
import { retryAnnotation } from '../../pass/plugin-names.ts'
import { type ActPorts, act, indexPlaceOf } from './act.ts'
import { type Decision, decide } from './decide.ts'
import { directoryEntryOf, originOf } from './directory-entry.ts'
import { type MirrorDone, type MirrorContext, passMirror } from './mirror/mirror-pass.ts'
import { type Observation, type ObservePorts, observe } from './observe.ts'
import type { RefreshState } from './refresh-state.ts'
import { describeIndex, failureReason, statusOf } from './status.ts'

/** Everything that a pass over a Repository can read and write. */
export interface RepositoryContext extends ActPorts, Pick<ObservePorts, 'readSecret'> {
  readonly mirror: MirrorContext
  readonly repositories: KindStore<Repository>
  /** The state of each, by key. */
  readonly states: Map<string, RefreshState>
  readonly directory: RepositoryDirectory
}

interface Done {
  readonly state: RefreshState | undefined
  readonly status: DesiredStatus | undefined
  /** When the mirror is due, in milliseconds from now. */
  readonly mirrorAfter: number | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A pass over a Repository: its index is read when that is due, and what it offers goes into the directory. */
export function repositoryPass(
  context: RepositoryContext,
): KindPass<Repository, Observation, Decision, Done> {
  return {
    definition: repositoryKind,
    store: context.repositories,
    unreadable: stalledFindings,
    forget: async (key, why) => {
      context.directory.delete(key)
      if (why !== 'gone') return
      context.states.delete(key)
      context.mirror.runs.forget(key)
      await context.indexes.forget(indexPlaceOf(key, context.indexFolder))
    },
    observe: (repository, signal) => {
      const stateOf = (one: Repository) => context.states.get(keyOf(one))
      return observe(repository, { ...context, stateOf }, signal)
    },
    decide,
    act: ({ seen, decision }, signal) => carryOut(seen, decision, context, signal),
    report: ({ seen, decision, outcome }) => ({
      status: outcome.status,
      event: decision.do === 'refresh' ? eventOf(seen.state, outcome.state) : undefined,
      next: nextLook(seen, decision, outcome),
    }),
  }
}

async function carryOut(
  seen: Observation,
  decision: Decision,
  context: RepositoryContext,
  signal: AbortSignal,
): Promise<Done> {
  const { repository, access } = seen
  const key = keyOf(repository)
  const state = await act(key, { decision, before: seen }, context, signal)
  const origin = originOf(repository, context.platformNamespace)
  const indexStatus = statusOf({ repository, decision, state, origin })
  if (indexStatus === undefined) context.mirror.runs.forget(key)
  const retry = repository.metadata.annotations[retryAnnotation] ?? ''
  const mirrored =
    indexStatus === undefined
      ? undefined
      : await passMirror(repository, { source: access, retry }, context.mirror, signal)
  const status = mirrored === undefined ? indexStatus : withMirror(indexStatus, mirrored)
  if (state === undefined) context.states.delete(key)
  else context.states.set(key, state)
  if (status === undefined) context.directory.delete(key)
  else {
    const ready = status.findings.find(({ type }) => type === 'Ready')
    const known = { access, index: state?.index, message: ready?.message ?? 'it was not read yet' }
    context.directory.set(directoryEntryOf(repository, known, context))
  }
  return { state, status, mirrorAfter: mirrored?.after, now: context.now() }
}

function withMirror(
  status: DesiredStatus | undefined,
  { findings, fields }: MirrorDone,
): DesiredStatus | undefined {
  if (status === undefined) return undefined
  const observedGeneration = status.findings[0]?.observedGeneration
  const dated = findings.map((one) => ({
    ...one,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
  }))
  return {
    ...status,
    findings: [...status.findings, ...dated],
    fields: { ...status.fields, ...fields },
  }
}

// Only news: that an index is the same again is none.
function eventOf(
  before: RefreshState | undefined,
  state: RefreshState | undefined,
): EventFacts | undefined {
  const action = 'Refresh'
  const failure = state?.failure
  if (failure !== undefined)
    return { type: 'Warning', reason: failureReason(failure), action, note: failure.message }
  const index = state?.index
  if (index === undefined || index.digest === before?.index?.digest) return undefined
  const note = describeIndex(index.charts, index.versions)
  return { type: 'Normal', reason: 'Refreshed', action, note }
}

// After an attempt the same question is asked again: when is the next one due?
function nextLook(
  seen: Observation,
  decision: Decision,
  { state, mirrorAfter, now }: Done,
): PassResult {
  const next = decision.do === 'refresh' ? decide({ ...seen, state, now }) : decision
  const due = [next.do === 'rest' ? next.after : Infinity, mirrorAfter ?? Infinity]
  const after = Math.min(...due)
  return after === Infinity ? { do: 'rest' } : { do: 'look-again', after }
}

function keyOf({ metadata }: Repository): string {
  return keyOfParts(metadata.namespace, metadata.name)
}
