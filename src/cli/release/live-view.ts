import { printId } from '../../release/desired/object-id.ts'
import type { ObjectName, ReleaseEvent } from '../../release/release.ts'
import type { Io, Sink } from '../io.ts'

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
// More would push away what was on the screen before.
const mostLines = 20

/** What stays to be read goes above, what is still to be waited for below, rewritten in place. */
export function terminalView(sink: Sink, now: () => number = Date.now): LiveView {
  const pending = new Map<string, string>()
  let drawn = { lines: 0, at: now() }
  const erase = () => {
    if (drawn.lines > 0) sink.write(`\u001B[${drawn.lines}A\u001B[J`)
    drawn = { ...drawn, lines: 0 }
  }
  const draw = () => {
    const lines = pendingLines(pending, sink.columns)
    sink.write(lines.map((line) => `${line}\n`).join(''))
    drawn = { lines: lines.length, at: now() }
  }
  const report = (event: ReleaseEvent) => {
    const said = follow(pending, event)
    const isDue = now() - drawn.at >= frameMilliseconds
    if (said === undefined && !isDue && pending.size > 0) return
    erase()
    if (said !== undefined) sink.write(`${said}\n`)
    draw()
  }
  return { report, close: erase }
}

/** Keeps who is waited for up to date; returns what is worth a line that stays. */
function follow(pending: Map<string, string>, event: ReleaseEvent): string | undefined {
  if (event.type === 'waiting') {
    const key = printId(event.object)
    const line = waitingLine(event)
    if (event.status === 'ready') pending.delete(key)
    else pending.set(key, line)
    return event.status === 'ready' || event.status === 'failed' ? line : undefined
  }
  if (event.type === 'object' && event.did === 'unchanged') return undefined
  if (event.type === 'hook' && event.phase !== 'Running') pending.delete(printId(event.object))
  return lineOf(event)
}

function pendingLines(
  pending: ReadonlyMap<string, string>,
  columns: number | undefined,
): readonly string[] {
  const lines = [...pending.values()].slice(0, mostLines)
  const more = pending.size - lines.length
  const all = more > 0 ? [...lines, `  and ${more} more`] : lines
  // A line that the terminal wraps could not be taken away again.
  return all.map((line) => (columns === undefined ? line : line.slice(0, columns - 1)))
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
