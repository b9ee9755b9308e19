import { withDeadline } from '../std/clock.ts'
import type { ReleaseChoices } from './choices.ts'
import { ReleaseError } from './errors.ts'
import { withReleaseLock } from './with-release-lock.ts'
import { tellLogs } from './hooks/hook-logs.ts'
import { runHooks } from './hooks/run-hooks.ts'
import { userLabels } from './record/storage-object.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseRecord, StoredHook } from './release.ts'
import { Revision } from './revision.ts'

export interface TestInput extends Pick<ReleaseChoices, 'timeout'> {
  readonly namespace: string
  readonly name: string
  /** Names of tests that run, and of those that do not; all when both are empty. */
  readonly only: readonly string[]
  readonly except: readonly string[]
  /** Whether to tell what the tests wrote. */
  readonly logs: boolean
}

/** Runs the tests of a release: its hooks for that. How they went is recorded in its last revision. */
export async function testRelease(
  input: TestInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ReleaseRecord> {
  const outline = await ports.store.outline(input, signal)
  if (outline.length === 0) throw new ReleaseError('not-found', 'release: not found')
  return withReleaseLock(input, ports, ({ signal: inner }) => testHeld(input, ports, inner), signal)
}

async function testHeld(
  input: TestInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ReleaseRecord> {
  const last = await ports.store.last(input, signal)
  if (last === undefined) throw new ReleaseError('not-found', 'release: not found')
  const revision = new Revision(ports, last.record, userLabels(last.stored.labels))
  const chosen = ({ name }: StoredHook) =>
    !input.except.includes(name) && (input.only.length === 0 || input.only.includes(name))
  const choices = { timeout: input.timeout, conflicts: 'take' } as const
  try {
    await runHooks({ event: 'test', revision, choices, chosen }, ports, signal)
  } finally {
    await withDeadline(ports.client.clock, lastWords, (last) =>
      revision.save((record) => record, last),
    )
    if (input.logs) await tellAll(revision.record, chosen, ports, signal)
  }
  return revision.record
}

const lastWords = 10_000

async function tellAll(
  record: ReleaseRecord,
  chosen: (hook: StoredHook) => boolean,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const tests = (record.hooks ?? []).filter((hook) => hook.events.includes('test') && chosen(hook))
  for (const { kind, name } of tests) {
    const { namespace } = record
    await tellLogs({ group: '', version: 'v1', kind, namespace, name }, ports, signal)
  }
}
