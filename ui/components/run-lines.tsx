import { Icon } from './icon.tsx'
import { useLocale } from './locale.tsx'

interface Line {
  readonly id: string
  readonly is: 'step' | 'warning' | 'cause'
  readonly time: string
  readonly text: string
}

interface Props {
  readonly label: string
  readonly lines: readonly Line[]
  readonly state: 'running' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted'
  /** How it ended; empty while it goes on. */
  readonly message: string
}

const ends = {
  succeeded: 'check',
  failed: 'alert',
  cancelled: 'pause',
  interrupted: 'alert',
} as const

/** The messages of a run as they come, and its end. */
export function RunLines({ label, lines, state, message }: Props) {
  const { say, moment } = useLocale()
  return (
    <div className="run" data-run={state}>
      <ol className="run-lines" role="log" aria-label={label} tabIndex={0}>
        {lines.map(({ id, is, time, text }) => (
          <li key={id} data-line={is}>
            <time dateTime={time} title={moment(time)}>
              {time.slice(11, 19)}
            </time>
            <span className="break">{text}</span>
          </li>
        ))}
      </ol>
      <p className="row run-end" role="status">
        <Icon name={state === 'running' ? 'turn' : ends[state]} size={15} />
        <b>{say(`run.${state}`)}</b>
        <span className="break">{message}</span>
      </p>
    </div>
  )
}
