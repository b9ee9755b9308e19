import { useLocale } from '../../components/locale.tsx'
import { type StateInWords, stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'

interface Props {
  readonly object: Parameters<typeof stateOf>[0] & {
    readonly status?: { readonly waitingFor?: readonly string[] }
  }
}

/** How something is, in words: the state, the reason, what it waits for. */
export function StatusCard({ object }: Props) {
  const { say, ago } = useLocale()
  const state: StateInWords = stateOf(object)
  const waitingFor = object.status?.waitingFor ?? []
  return (
    <section className="card status-card" data-state={state.state} aria-live="polite">
      <div className="row">
        <StatusBadge state={state.state} />
        <b className="mono">{state.reason}</b>
        {state.since === '' ? undefined : (
          <span className="quiet push">{say('detail.since', { when: ago(state.since) })}</span>
        )}
      </div>
      {state.message === '' ? undefined : <p className="break">{state.message}</p>}
      {waitingFor.length === 0 ? undefined : (
        <>
          <h3>{say('detail.waitingFor')}</h3>
          <ul className="plain">
            {waitingFor.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The conditions, the ones that say something bad first. */
export function Conditions({ object }: Props) {
  const { say } = useLocale()
  const conditions = object.status?.conditions ?? []
  return (
    <section className="card">
      <h2>{say('detail.conditions')}</h2>
      <ul className="plain conditions">
        {conditions.map(({ type, status, reason, message, lastTransitionTime }) => (
          <li key={type}>
            <b>{type}</b> <span className="tag">{status}</span>{' '}
            <span className="mono">{reason}</span>
            <span className="quiet push">
              <TimeAgo time={lastTransitionTime} />
            </span>
            <p className="quiet break">{message}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
