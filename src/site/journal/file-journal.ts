import { randomBytes, randomInt } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mark } from '../../sequence/sequence.ts'
import { createLock } from '../../std/lock.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import type { ClusterSecrets } from '../cluster/script-environment.ts'
import { SiteError } from '../errors.ts'

/** The memory of an installation: marks by sequence and secrets by cluster. It survives the death of the process. */
export interface Journal {
  readonly marks: (sequence: string) => Promise<readonly Mark[]>
  readonly write: (sequence: string, mark: Mark, signal: AbortSignal) => Promise<void>
  /** Forgets failures, so that a person who resumes gets all attempts again. */
  readonly forgetFailures: (sequence: string, signal: AbortSignal) => Promise<void>
  /** Drawn when they are asked for the first time. */
  readonly secrets: (cluster: string, signal: AbortSignal) => Promise<ClusterSecrets>
  readonly keepOutput: (cluster: string, output: Output, signal: AbortSignal) => Promise<void>
}

export interface Output {
  readonly name: string
  readonly value: string
}

interface JournalFile {
  readonly sequences: Readonly<Record<string, readonly Mark[]>>
}

type SecretsFile = Readonly<Record<string, ClusterSecrets>>

const journalFile = 'journal.json'
const secretsFile = 'secrets.json'
const isPrivate = { mode: 0o600 } as const

/** The journal in a private folder. Every write is on the disk, file and folder, before it comes back. */
export function fileJournal(folder: string): Journal {
  const lock = createLock()
  const readJournal = () => readJson<JournalFile>(join(folder, journalFile), { sequences: {} })
  const readSecrets = () => readJson<SecretsFile>(join(folder, secretsFile), {})
  const save = async (name: string, content: unknown, signal: AbortSignal) => {
    const text = `${JSON.stringify(content, undefined, 1)}\n`
    await writeFileAtomically(join(folder, name), text, signal, isPrivate)
    await syncFolder(folder)
  }
  const change = (
    sequence: string,
    next: (marks: readonly Mark[]) => readonly Mark[],
    signal: AbortSignal,
  ) =>
    lock(async () => {
      const { sequences } = await readJournal()
      const marks = next(sequences[sequence] ?? [])
      await save(journalFile, { sequences: { ...sequences, [sequence]: marks } }, signal)
    })
  const secretsOf = async (cluster: string, signal: AbortSignal) => {
    const all = await readSecrets()
    const own = all[cluster]
    if (own !== undefined) return own
    const drawn = drawSecrets()
    await save(secretsFile, { ...all, [cluster]: drawn }, signal)
    return drawn
  }
  return {
    marks: async (sequence) => (await readJournal()).sequences[sequence] ?? [],
    write: (sequence, mark, signal) =>
      change(
        sequence,
        (marks) => [...marks.filter(({ step }) => step !== mark.step), mark],
        signal,
      ),
    forgetFailures: (sequence, signal) =>
      change(sequence, (marks) => marks.map(withoutFailure), signal),
    secrets: (cluster, signal) => lock(() => secretsOf(cluster, signal)),
    keepOutput: (cluster, { name, value }, signal) =>
      lock(async () => {
        const own = await secretsOf(cluster, signal)
        const outputs = { ...own.outputs, [name]: value }
        await save(
          secretsFile,
          { ...(await readSecrets()), [cluster]: { ...own, outputs } },
          signal,
        )
      }),
  }
}

function withoutFailure(mark: Mark): Mark {
  if (mark.reason !== 'Failed') return mark
  const { failures: _, isFinal: __, ...rest } = mark
  return { ...rest, status: 'False', reason: 'Waiting', message: 'is to be tried again' }
}

async function readJson<T>(path: string, absent: T): Promise<T> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return absent
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    const todo = 'put the file of a copy back, or take it away to begin anew'
    throw new SiteError('bad-site', `${path} is not JSON; ${todo}`, { cause })
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
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
