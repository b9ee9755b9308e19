import type { Progress } from '../../sequence/marks.ts'
import type { Operation } from '../../site/cluster/run-conditions.ts'
import type { SiteProgress } from '../../site/install/run-site.ts'
import type { Io } from '../io.ts'

/** Tells a person how far an installation is. */
export interface SiteTeller {
  readonly site: (progress: SiteProgress) => void
  readonly cluster: (operation: Operation, progress: Progress) => void
  readonly line: (step: string, where: string, line: string) => void
  /** Takes the bar away, if there is one. */
  readonly end: () => void
}

const barWidth = 24

/** A bar on a terminal; elsewhere a line for every step and condition that begins or ends. */
export function siteTeller(io: Io, how: 'text' | 'json', verbose: 'all' | 'steps'): SiteTeller {
  const { stderr } = io
  const told = new Set<string>()
  let bar = ''
  const draw = (text: string) => {
    bar = text
    if (how === 'text' && stderr.isTerminal) stderr.write(`\r\u001B[K${text}`)
  }
  const say = (line: string) => {
    if (how === 'json' || told.has(line)) return
    told.add(line)
    if (stderr.isTerminal) stderr.write('\r\u001B[K')
    stderr.write(`${line}\n`)
    if (bar !== '') draw(bar)
  }
  return {
    site: (progress) => {
      for (const { step, reason, message } of progress.marks) {
        if (reason === 'Done') say(`done    ${step}${message === '' ? '' : `: ${message}`}`)
        if (reason === 'Failed') say(`failed  ${step}: ${message}`)
      }
      draw(barOf(progress, stderr.columns))
    },
    cluster: ({ is }, { marks }) => {
      for (const { step, reason, message } of marks) {
        if (reason === 'Delegated') say(`  waits   ${is} ${step}: ${message}`)
        if (reason === 'Failed') say(`  failed  ${is} ${step}: ${message}`)
        if (reason === 'Done' && verbose === 'all') say(`  done    ${is} ${step}`)
      }
    },
    line: (step, where, line) => {
      if (verbose === 'all') say(`    ${where} ${step}: ${line}`)
    },
    end: () => {
      if (bar !== '' && stderr.isTerminal) stderr.write('\r\u001B[K')
      bar = ''
    },
  }
}

/** One line: a bar, the percentage of the time, the step, and how long it still takes. */
function barOf({ estimate, at }: SiteProgress, columns = 80): string {
  const { percent, secondsLeft, done, total } = estimate
  const full = Math.round((percent * barWidth) / 100)
  const bar = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`
  const left = secondsLeft === 0 ? '' : `, about ${secondsLeft} s left`
  return `${bar} ${String(percent).padStart(3)}%  ${done}/${total} ${at ?? ''}${left}`.slice(
    0,
    columns - 1,
  )
}
