import { useDebouncedValue } from '@mantine/hooks'
import type { Plan } from '../../api/release-types.ts'
import { usePlan } from '../../api/use-preview.ts'
import { PlannedChanges } from '../../components/changes/planned-changes.tsx'
import type { LiveRender } from '../../components/engine/use-engine.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { NewObjectText } from './new-object-text.tsx'
import { PlanNotes } from './plan-notes.tsx'
import type { RenderedSettings } from './use-rendered-settings.ts'

/** Milliseconds of rest after a key before the server is asked for its plan. */
const restTime = 350

interface Props {
  /** The object as it would be written. */
  readonly body: object
  readonly text: string
  readonly rendered: RenderedSettings
  readonly isBlocked: boolean
}

/** The difference to the live objects: rendered here with every key, then confirmed by the server. */
export function PlanCard({ body, text, rendered, isBlocked }: Props) {
  const say = useText()
  const { preview, engine, live } = rendered
  const written = JSON.stringify(body)
  const [settled] = useDebouncedValue(written, restTime)
  // Text that does not render here is not worth a question to the server.
  const isBroken = live?.answer.ok === false && live.text === text
  const isBehind = live?.text !== text
  const isUnknown = engine !== undefined && isBehind
  const plan = usePlan(settled, !isBlocked && !isBroken && !isUnknown)
  const isSettled = settled === written
  const confirmed = isSettled && !isBlocked && !isBroken ? plan.data : undefined
  const shown = confirmed?.objects ?? (live?.answer.ok === true ? live.answer.objects : undefined)
  const failure = live?.answer.ok === false && confirmed === undefined ? live.answer.why : undefined
  const isAsking = !isBlocked && !isBroken && (!isSettled || plan.isFetching)
  return (
    <section className="card stack-small" aria-label={say('plan.title')}>
      <h2>{say('plan.title')}</h2>
      <PlanState {...{ live, isBehind, isAsking, isHere: engine !== undefined, plan: confirmed }} />
      {(preview.data?.notices ?? []).map((line) => (
        <p key={line} className="quiet break">
          {line}
        </p>
      ))}
      {failure === undefined ? undefined : (
        <p className="bad break" role="alert">
          <b>{say('plan.failed')}</b> {failure}
        </p>
      )}
      {preview.error !== null && plan.error === null && !isBlocked ? (
        <p className="quiet break">{preview.error.message}</p>
      ) : undefined}
      {plan.error !== null && isSettled && failure === undefined ? (
        <p className="bad break" role="alert">
          <b>{say('plan.serverFailed')}</b> {plan.error.message}
        </p>
      ) : undefined}
      {confirmed === undefined ? undefined : <PlanNotes plan={confirmed} />}
      {shown === undefined ? undefined : (
        <div className="plan-list" data-text-length={live?.text.length ?? 0}>
          <PlannedChanges
            objects={shown}
            {...(engine === undefined
              ? {}
              : {
                  textOf: (object) => <NewObjectText client={engine.client} object={object} />,
                })}
          />
        </div>
      )}
    </section>
  )
}

interface StateProps {
  readonly live: LiveRender | undefined
  readonly isBehind: boolean
  readonly isAsking: boolean
  /** Whether it can be rendered in this page at all. */
  readonly isHere: boolean
  readonly plan: Plan | undefined
}

function PlanState({ live, isBehind, isAsking, isHere, plan }: StateProps) {
  const say = useText()
  if (plan !== undefined) {
    return (
      <p className="plan-state" data-state="confirmed">
        <Icon name="check" size={14} />
        {say('plan.confirmed')}
      </p>
    )
  }
  const here =
    live === undefined || isBehind
      ? say('plan.rendering')
      : say('plan.here', { ms: Math.round(live.took) })
  return (
    <p className="plan-state" data-state="preview">
      <Icon name="clock" size={14} />
      {[...(isHere ? [here] : []), ...(isAsking ? [say('plan.confirming')] : [])].join(' · ')}
    </p>
  )
}
