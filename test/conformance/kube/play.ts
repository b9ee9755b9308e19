import { setTimeout as sleep } from 'node:timers/promises'
import { mergePatch } from './merge-patch.ts'
import { Normaliser } from './normalise.ts'
import type {
  Answer,
  Body,
  Headers,
  Json,
  JsonObject,
  KubeRow,
  RequestStep,
  Step,
  Until,
} from './row.ts'

/** A server that rows are played against: any Kubernetes API, real or embedded. */
export interface Player {
  readonly send: (request: {
    readonly method: string
    readonly path: string
    readonly headers: Headers
    readonly certificate?: 'none'
    readonly body?: string
  }) => Promise<{
    readonly status: number
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
    readonly body: string
  }>
  /** The lines of an answer as they come, with its status; ended by the signal. */
  readonly open: (
    request: {
      readonly method: string
      readonly path: string
      readonly headers: Headers
    },
    signal: AbortSignal,
  ) => Promise<{ readonly status: number; readonly lines: AsyncIterator<string> }>
}

/** The answer of the server, before anything in it is replaced. */
interface RawAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly events?: readonly Json[]
  readonly ended?: boolean
}

interface OpenWatch {
  readonly status: number
  readonly lines: AsyncIterator<string>
}

interface Run {
  readonly player: Player
  readonly id: string
  readonly answers: RawAnswer[]
  readonly watches: Map<string, OpenWatch>
  readonly signal: AbortSignal
}

const recordedHeaders = ['content-type', 'warning', 'retry-after', 'allow', 'location']
const retryMilliseconds = 100
const retryLimit = 200
const readLimitMilliseconds = 30_000

/** Plays the steps of a row in a namespace of its own and answers what was said, ready to be compared. */
export async function playRow(row: KubeRow, player: Player): Promise<readonly Answer[]> {
  const id = `r${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`
  const leaving = new AbortController()
  const run: Run = { player, id, answers: [], watches: new Map(), signal: leaving.signal }
  try {
    await createNamespace(run)
    for (const step of row.steps) run.answers.push(await takeStep(run, step))
    return writeAnswers(run, row.steps)
  } catch (cause) {
    throw new Error(`row "${row.name}" cannot be played: ${String(cause)}`, { cause })
  } finally {
    leaving.abort()
  }
}

async function createNamespace({ player, id }: Run): Promise<void> {
  const { status, body } = await player.send({
    method: 'POST',
    path: '/api/v1/namespaces',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: id } }),
  })
  if (status !== 201) throw new Error(`namespace ${id} was not created: ${body}`)
}

function takeStep(run: Run, step: Step): Promise<RawAnswer> {
  switch (step.do) {
    case 'request':
      return request(run, step)
    case 'watch':
      return watch(run, step)
    case 'read':
      return read(run, step)
  }
}

async function request(run: Run, step: RequestStep): Promise<RawAnswer> {
  const body = step.body === undefined ? {} : { body: bodyText(run, step.body) }
  const wanted = {
    method: step.method,
    path: fill(run, step.path),
    headers: fillHeaders(run, step.headers),
    ...(step.certificate === undefined ? {} : { certificate: step.certificate }),
    ...body,
  }
  for (let attempt = 0; ; attempt++) {
    const { status, headers, body: text } = await run.player.send(wanted)
    const answer = { status, headers: pick(headers), body: parse(text) }
    if (step.prepares && step.until === undefined && status >= 400) {
      throw new Error(`${wanted.method} ${wanted.path} only prepares and failed: ${text}`)
    }
    if (step.until === undefined || isReached(answer, step.until)) return answer
    if (attempt === retryLimit) {
      throw new Error(`${wanted.method} ${wanted.path} stays at ${status} ${text}`)
    }
    await sleep(retryMilliseconds)
  }
}

async function watch(run: Run, step: Extract<Step, { do: 'watch' }>): Promise<RawAnswer> {
  const headers = fillHeaders(run, step.headers)
  const opened = await run.player.open(
    { method: 'GET', path: fill(run, step.path), headers },
    run.signal,
  )
  run.watches.set(step.name, opened)
  return { status: opened.status }
}

async function read(run: Run, step: Extract<Step, { do: 'read' }>): Promise<RawAnswer> {
  const opened = run.watches.get(step.watch)
  if (opened === undefined) throw new Error(`there is no watch ${step.watch}`)
  const events: Json[] = []
  while (step.events === 'all' || events.length < step.events) {
    const next = await withLimit(opened.lines.next())
    if (next.done === true) return { status: opened.status, events, ended: true }
    events.push(parse(next.value))
  }
  return { status: opened.status, events }
}

async function withLimit<Result>(waiting: Promise<Result>): Promise<Result> {
  const limit = new AbortController()
  const late = sleep(readLimitMilliseconds, undefined, { signal: limit.signal }).then(() => {
    throw new Error('an event was expected and none came')
  })
  try {
    return await Promise.race([waiting, late])
  } finally {
    limit.abort()
    late.catch(() => undefined)
  }
}

function writeAnswers(run: Run, steps: readonly Step[]): readonly Answer[] {
  const normaliser = new Normaliser(run.id)
  for (const { body, events } of run.answers) {
    if (body !== undefined) normaliser.see(body)
    if (events !== undefined) normaliser.see(events)
  }
  return run.answers.map((answer, index) => {
    const step = steps[index]
    const { status, events, ended, headers = {}, body = null } = answer
    if (events !== undefined) {
      const written = normaliser.write(events) as readonly Json[]
      return { status, events: written, ...(ended === true ? { ended } : {}) }
    }
    if (step?.do !== 'request' || step.prepares) return { status }
    return {
      status,
      headers: normaliser.write(headers) as Readonly<Record<string, string>>,
      body: normaliser.write(body),
    }
  })
}

function bodyText(run: Run, body: Body): string {
  if ('text' in body) return fill(run, body.text)
  if ('json' in body) return fill(run, JSON.stringify(body.json))
  const before = run.answers[body.answer]?.body
  return JSON.stringify(mergePatch(before ?? {}, JSON.parse(fill(run, JSON.stringify(body.merge)))))
}

function fill(run: Run, text: string): string {
  return text
    .replaceAll(/\{\{(\d+)\.([^}]+)\}\}/g, (_all, step: string, path: string) => {
      const value = valueAt(run.answers[Number(step)]?.body ?? null, path)
      return typeof value === 'string' ? value : JSON.stringify(value)
    })
    .replaceAll('{id}', run.id)
}

function fillHeaders(run: Run, headers: Headers = {}): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? fill(run, value) : value.map((one) => fill(run, one)),
    ]),
  )
}

function isReached(
  answer: { readonly status: number; readonly body: Json },
  until: Until,
): boolean {
  if ('status' in until) return answer.status === until.status
  return JSON.stringify(valueAt(answer.body, until.at)) === JSON.stringify(until.is)
}

function valueAt(value: Json, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (now, key) => (now === null || now === undefined ? undefined : (now as JsonObject)[key]),
      value,
    )
}

function pick(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  const found = recordedHeaders.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]]
  })
  return Object.fromEntries(found)
}

function parse(text: string): Json {
  try {
    return JSON.parse(text, keepInteger) as Json
  } catch {
    // Some answers are plain text, such as "404 page not found".
    return text
  }
}

/** An integer that no double holds is recorded as a text. */
function keepInteger(_key: string, value: Json, context?: { readonly source?: string }): Json {
  const isLost =
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isLost ? `<integer ${context?.source}>` : value
}
