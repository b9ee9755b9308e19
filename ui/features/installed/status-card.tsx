import type { ReactNode } from 'react'
import { CauseChain } from '../../components/cause-chain.tsx'
import { useLocale } from '../../components/locale.tsx'
import { readCauses } from '../../components/read-causes.ts'
import { type StateInWords, stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'

interface Props {
  readonly object: Parameters<typeof stateOf>[0] & {
    readonly status?: { readonly waitingFor?: readonly string[] }
  }
}

/** How something is, in words: the state, the reason, what it waits for. */
export function StatusCard({ object, actions }: Props & { readonly actions?: ReactNode }) {
  const { say, ago } = useLocale()
  const state: StateInWords = stateOf(object)
  const waitingFor = object.status?.waitingFor ?? []
  const steps = readCauses(state.message)
  return (
    <section className="card status-card" data-state={state.state} aria-live="polite">
      <div className="row">
        <StatusBadge state={state.state} />
        <b className="mono">{state.reason}</b>
        {state.since === '' ? undefined : (
          <span className="quiet push">{say('detail.since', { when: ago(state.since) })}</span>
        )}
      </div>
      {steps.length > 0 ? (
        <CauseChain steps={steps} />
      ) : state.message === '' ? undefined : (
        <p className="break">{state.message}</p>
      )}
      {actions}
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

/** The conditions for those who read them; a message that several share is shown once. */
export function Conditions({ object }: Props) {
  const { say } = useLocale()
  const conditions = object.status?.conditions ?? []
  const isFirst = (message: string, at: number) =>
    conditions.findIndex((one) => one.message === message) === at
  return (
    <details className="card fold">
      <summary>
        <h2>{say('detail.conditions')}</h2>
        <span className="condition-marks">
          {conditions.map(({ type, status }) => (
            <span key={type} className="tag" data-status={status}>
              {type}
            </span>
          ))}
        </span>
      </summary>
      <ul className="plain conditions">
        {conditions.map(({ type, status, reason, message, lastTransitionTime }, at) => (
          <li key={type}>
            <b>{type}</b>
            <span className="tag" data-status={status}>
              {status}
            </span>
            <span className="mono">{reason}</span>
            <span className="quiet push">
              <TimeAgo time={lastTransitionTime} />
            </span>
            {isFirst(message, at) ? <p className="quiet break">{message}</p> : undefined}
          </li>
        ))}
      </ul>
    </details>
  )
}
