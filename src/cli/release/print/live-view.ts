import { printId } from '../../../release/desired/object-id.ts'
import type { ObjectName, ReleaseEvent } from '../../../release/release.ts'
import { type Clock, systemClock } from '../../../std/clock.ts'
import type { Io, Sink } from '../../io.ts'

/** Shows what a verb does while it does it; never on stdout, which is for results. */
export interface LiveView {
  readonly report: (event: ReleaseEvent) => void
  /** Takes away what rewrites itself. */
  readonly close: () => void
}

/** One line per object on a terminal, lines as things happen elsewhere, one JSON event a line for programs. */
export function liveViewFor(io: Io, output: string): LiveView {
  if (output === 'json') return eventView(io.stderr)
  return io.stderr.isTerminal ? terminalView(io.stderr) : lineView(io.stderr)
}

function eventView(sink: Sink): LiveView {
  return { report: (event) => sink.write(`${JSON.stringify(event)}\n`), close: () => {} }
}

function lineView(sink: Sink): LiveView {
  const report = (event: ReleaseEvent) => {
    const line = lineOf(event)
    if (line !== undefined) sink.write(`${line}\n`)
  }
  return { report, close: () => {} }
}

const frameMilliseconds = 80
const secondMilliseconds = 1000
// More would push away what was on the screen before.
const mostLines = 20

/**
 * Lines that stay go above; lines about what is still waited for go below and are rewritten in
 * place. Events between two frames are in the next one, and seconds are counted while nothing
 * comes.
 */
export function terminalView(sink: Sink, clock: Clock = systemClock): LiveView {
  const pending = new Map<string, string>()
  let drawn = { lines: 0, at: Number.NEGATIVE_INFINITY }
  let since = clock.monotonic()
  let cancel: (() => void) | undefined
  const draw = (said: string | undefined, lines: readonly string[]) => {
    cancel?.()
    const erase = drawn.lines > 0 ? `\u001B[${drawn.lines}A\u001B[J` : ''
    const text = [...(said === undefined ? [] : [said]), ...lines].map((line) => `${line}\n`)
    if (erase !== '' || text.length > 0) sink.write(erase + text.join(''))
    drawn = { lines: lines.length, at: clock.monotonic() }
  }
  const frame = (said?: string) => {
    const seconds = Math.floor((clock.monotonic() - since) / secondMilliseconds)
    draw(said, pendingLines(pending, seconds, sink.columns))
    if (pending.size > 0) cancel = clock.after(secondMilliseconds, frame)
  }
  const report = (event: ReleaseEvent) => {
    if (pending.size === 0) since = clock.monotonic()
    const said = follow(pending, event)
    const left = drawn.at + frameMilliseconds - clock.monotonic()
    if (said !== undefined || left <= 0 || pending.size === 0) return frame(said)
    cancel?.()
    cancel = clock.after(left, frame)
  }
  return { report, close: () => draw(undefined, []) }
}

/** Keeps who is waited for up to date; returns what is worth a line that stays. */
function follow(pending: Map<string, string>, event: ReleaseEvent): string | undefined {
  if (event.type === 'waiting') {
    const { kind, namespace, name } = event.object
    const key = printId(event.object)
    if (event.status !== 'in-progress') {
      pending.delete(key)
      return waitingLine(event)
    }
    const why = event.reason === '' ? event.status : event.reason
    pending.set(key, `${kind} ${namespace === '' ? name : `${namespace}/${name}`}: ${why}`)
    return undefined
  }
  if (event.type === 'object' && event.did === 'unchanged') return undefined
  if (event.type === 'hook' && event.phase !== 'Running') pending.delete(printId(event.object))
  return lineOf(event)
}

function pendingLines(
  pending: ReadonlyMap<string, string>,
  seconds: number,
  columns: number | undefined,
): readonly string[] {
  if (pending.size === 0) return []
  const width = columns === undefined ? Number.POSITIVE_INFINITY : columns - 1
  const lines: string[] = []
  let shown = 0
  for (const text of pending.values()) {
    const wrapped = wrap(text, width)
    if (lines.length + wrapped.length > mostLines && shown > 0) break
    lines.push(...wrapped)
    shown++
  }
  const more = pending.size - shown
  const rest = more > 0 ? `, ${more} of them not shown` : ''
  return [...lines, `  ${pending.size} to go${rest}, ${seconds} s`.slice(0, width)]
}

const indent = '    '
// The cause is at the end of a long reason; the whole of it is printed when the time is over.
const mostWrapped = 4

// A line that the terminal wraps by itself could not be taken away again.
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let rest = text.replaceAll('\n', ' ')
  while (rest !== '' && lines.length < mostWrapped) {
    const room = Math.max(1, lines.length === 0 ? width : width - indent.length)
    const space = rest.length > room ? rest.lastIndexOf(' ', room) : room
    const cut = space <= 0 ? room : space
    lines.push(`${lines.length === 0 ? '' : indent}${rest.slice(0, cut)}`)
    rest = rest.slice(cut).trimStart()
  }
  return lines
}

/** An event in words; undefined when it says nothing to people. */
function lineOf(event: ReleaseEvent): string | undefined {
  switch (event.type) {
    case 'object':
      return event.did === 'unchanged' ? undefined : `${event.did} ${printId(event.object)}`
    case 'waiting':
      return waitingLine(event)
    case 'hook':
      return `${event.event} hook ${printId(event.object)}: ${event.phase.toLowerCase()}`
    case 'log':
      return prefixed(`${event.pod}/${event.container}: `, event.text)
    case 'left-alone':
    case 'foreign-image':
    case 'warning':
      return `warning: ${event.message}`
    case 'step':
    case 'recorded':
    default:
      return undefined
  }
}

function waitingLine({
  object,
  status,
  reason,
}: {
  readonly object: ObjectName
  readonly status: string
  readonly reason: string
}): string {
  if (status === 'ready') return `ready ${printId(object)}`
  const why = reason === '' ? status : reason
  return `${status === 'failed' ? 'failed' : 'waiting for'} ${printId(object)}: ${why}`
}

function prefixed(prefix: string, text: string): string {
  const lines = text.replace(/\n$/, '').split('\n')
  return lines.map((line) => `${prefix}${line}`).join('\n')
}
