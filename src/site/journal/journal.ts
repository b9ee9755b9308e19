import { randomBytes, randomInt } from 'node:crypto'
import type { Mark } from '../../sequence/sequence.ts'
import { createLock } from '../../std/lock.ts'
import type { Machine } from '../cluster/cluster-plan.ts'
import type { ClusterSecrets } from '../cluster/script-environment.ts'

/** The memory of an installation: marks by sequence, secrets by cluster. It survives the death of the process. */
export interface Journal {
  readonly marks: (sequence: string) => Promise<readonly Mark[]>
  readonly write: (sequence: string, mark: Mark, signal: AbortSignal) => Promise<void>
  /** Changes all marks of a sequence at once. */
  readonly rewrite: (
    sequence: string,
    next: (marks: readonly Mark[]) => readonly Mark[],
    signal: AbortSignal,
  ) => Promise<void>
  /** Forgets failures, so that a person who resumes gets all attempts again. */
  readonly forgetFailures: (sequence: string, signal: AbortSignal) => Promise<void>
  /** Drawn when they are asked for the first time. */
  readonly secrets: (cluster: string, signal: AbortSignal) => Promise<ClusterSecrets>
  readonly keepOutput: (cluster: string, output: Output, signal: AbortSignal) => Promise<void>
  /** The machines that may have something of the cluster on them. */
  readonly known: (cluster: string) => Promise<KnownCluster>
  readonly keepKnown: (cluster: string, known: KnownCluster, signal: AbortSignal) => Promise<void>
  /** Forgets a cluster that is gone, its secrets included. */
  readonly forgetCluster: (cluster: string, signal: AbortSignal) => Promise<void>
}

/** A cluster as it was last worked on. */
export interface KnownCluster {
  readonly machines: readonly Machine[]
  /** The version of Kubernetes that it was brought to; undefined until it was made. */
  readonly version?: string
}

export interface Output {
  readonly name: string
  readonly value: string
}

/** Two texts that are kept for good before a write comes back. */
export interface JournalStorage {
  readonly read: (part: JournalPart) => Promise<unknown>
  readonly save: (part: JournalPart, content: unknown, signal: AbortSignal) => Promise<void>
}

export type JournalPart = 'journal' | 'secrets'

interface JournalContent {
  readonly sequences: Readonly<Record<string, readonly Mark[]>>
  readonly clusters?: Readonly<Record<string, KnownCluster>>
}

type SecretsContent = Readonly<Record<string, ClusterSecrets>>

/** A journal over a storage; one process writes at a time. */
// oxlint-disable-next-line max-lines-per-function -- one function for each word of the interface
export function createJournal(storage: JournalStorage): Journal {
  const lock = createLock()
  const readJournal = async () =>
    ((await storage.read('journal')) ?? { sequences: {} }) as JournalContent
  const readSecrets = async () => ((await storage.read('secrets')) ?? {}) as SecretsContent
  const rewrite: Journal['rewrite'] = (sequence, next, signal) =>
    lock(async () => {
      const content = await readJournal()
      const marks = next(content.sequences[sequence] ?? [])
      const sequences = { ...content.sequences, [sequence]: marks }
      await storage.save('journal', { ...content, sequences }, signal)
    })
  const secretsOf = async (cluster: string, signal: AbortSignal) => {
    const all = await readSecrets()
    const own = all[cluster]
    if (own !== undefined) return own
    const drawn = drawSecrets()
    await storage.save('secrets', { ...all, [cluster]: drawn }, signal)
    return drawn
  }
  return {
    marks: async (sequence) => (await readJournal()).sequences[sequence] ?? [],
    rewrite,
    write: (sequence, mark, signal) =>
      rewrite(
        sequence,
        (marks) => [...marks.filter(({ step }) => step !== mark.step), mark],
        signal,
      ),
    forgetFailures: (sequence, signal) =>
      rewrite(sequence, (marks) => marks.map(withoutFailure), signal),
    secrets: (cluster, signal) => lock(() => secretsOf(cluster, signal)),
    keepOutput: (cluster, { name, value }, signal) =>
      lock(async () => {
        const own = await secretsOf(cluster, signal)
        const outputs = { ...own.outputs, [name]: value }
        const all = { ...(await readSecrets()), [cluster]: { ...own, outputs } }
        await storage.save('secrets', all, signal)
      }),
    known: async (cluster) => (await readJournal()).clusters?.[cluster] ?? { machines: [] },
    keepKnown: (cluster, known, signal) =>
      lock(async () => {
        const content = await readJournal()
        const clusters = { ...content.clusters, [cluster]: known }
        await storage.save('journal', { ...content, clusters }, signal)
      }),
    forgetCluster: (cluster, signal) =>
      lock(async () => {
        const { sequences, clusters = {} } = await readJournal()
        const content = {
          sequences: pick(sequences, (name) => !name.startsWith(`cluster/${cluster}/`)),
          clusters: pick(clusters, (name) => name !== cluster),
        }
        await storage.save('journal', content, signal)
        const secrets = pick(await readSecrets(), (name) => name !== cluster)
        await storage.save('secrets', secrets, signal)
      }),
  }
}

function pick<T>(record: Readonly<Record<string, T>>, keeps: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => keeps(name)))
}

function withoutFailure(mark: Mark): Mark {
  if (mark.reason !== 'Failed') return mark
  const { failures: _, isFinal: __, ...rest } = mark
  return { ...rest, status: 'False', reason: 'Waiting', message: 'is to be tried again' }
}

const tokenLetters = 'abcdefghijklmnopqrstuvwxyz0123456789'

function drawSecrets(): ClusterSecrets {
  return {
    token: `${letters(6)}.${letters(16)}`,
    certificateKey: randomBytes(32).toString('hex'),
    outputs: {},
  }
}

function letters(count: number): string {
  return Array.from({ length: count }, () => tokenLetters[randomInt(tokenLetters.length)]).join('')
}
