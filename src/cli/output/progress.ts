import type { Io, Sink } from '../io.ts'
import { formatBar, formatBytes } from './progress-bar.ts'

/** One thing that takes its time, such as a download. */
export interface ProgressTask {
  /** The size becomes known, in bytes. */
  readonly expect: (total: number) => void
  /** So many more bytes have come. */
  readonly advance: (bytes: number) => void
  readonly end: (outcome: 'done' | 'failed') => void
}

/** Tells whoever waits how far things are; never on stdout, which is for results. */
export interface Progress {
  readonly start: (label: string) => ProgressTask
  /** Prints a line where it does not tear the bars apart. */
  readonly say: (line: string, sink?: Sink) => void
  /** Takes the bars away. */
  readonly close: () => void
}

/** 'events' is one JSON object a line, for programs that asked for JSON. */
export type ProgressForm = 'bars' | 'lines' | 'events'

/** Bars on a terminal, lines for files and pipes, events for programs. */
export function progressFor(io: Io, output: string = 'table'): Progress {
  if (output === 'json') return createProgress(io.stderr, 'events')
  return createProgress(io.stderr, io.stderr.isTerminal ? 'bars' : 'lines')
}

interface Task {
  readonly label: string
  readonly began: number
  total: number | undefined
  received: number
  state: 'running' | 'done' | 'failed'
}

// A task that is over sooner than this needs no bar, and no eye sees more pictures than this.
const patienceMilliseconds = 150
const frameMilliseconds = 80

export function createProgress(
  sink: Sink,
  form: ProgressForm,
  now: () => number = Date.now,
): Progress {
  const tasks: Task[] = []
  const began = now()
  let drawn = { lines: 0, at: began + patienceMilliseconds - frameMilliseconds }
  const erase = () => {
    if (drawn.lines > 0) sink.write(`\u001B[${drawn.lines}A\u001B[J`)
    drawn = { ...drawn, lines: 0 }
  }
  const draw = () => {
    if (form !== 'bars' || now() - drawn.at < frameMilliseconds) return
    erase()
    const lines = tasks.filter(isRunning).map((task) => barOf(task, now(), sink))
    sink.write(lines.map((line) => `${line}\n`).join(''))
    drawn = { lines: lines.length, at: now() }
  }
  const tell = (task: Task, event: 'start' | 'progress' | 'done' | 'failed') => {
    if (form === 'events') sink.write(eventLine(task, event))
    else if (form === 'lines') sink.write(event === 'done' ? doneLine(task) : '')
    else draw()
  }
  return {
    start: (label) => {
      const task: Task = { label, began: now(), total: undefined, received: 0, state: 'running' }
      tasks.push(task)
      tell(task, 'start')
      return {
        expect: (total) => {
          task.total = total
          tell(task, 'progress')
        },
        advance: (bytes) => {
          task.received += bytes
          if (form === 'bars') draw()
        },
        end: (outcome) => {
          task.state = outcome
          tell(task, outcome)
        },
      }
    },
    say: (line, other = sink) => {
      erase()
      other.write(`${line}\n`)
    },
    close: erase,
  }
}

function barOf({ label, received, total, began }: Task, now: number, sink: Sink): string {
  return formatBar({ label, received, total, elapsed: now - began }, sink.columns)
}

function isRunning({ state }: Task): boolean {
  return state === 'running'
}

/** A task that brought nothing is not worth a line. */
function doneLine({ label, received }: Task): string {
  return received === 0 ? '' : `fetched ${label} (${formatBytes(received)})\n`
}

function eventLine({ label, total, received }: Task, event: string): string {
  return `${JSON.stringify({ event, task: label, received, total })}\n`
}
