import { useDebouncedValue } from '@mantine/hooks'
import type { Plan } from '../../api/release-types.ts'
import { usePlan } from '../../api/use-preview.ts'
import { PlannedChanges } from '../../components/changes/planned-changes.tsx'
import type { LiveRender } from '../../components/engine/use-engine.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { type MissingRight, rightInWords } from '../../components/right-in-words.ts'
import { NewObjectText } from './new-object-text.tsx'
import { PlanNotes } from './plan-notes.tsx'
import { isWorthAsking } from './plan-question.ts'
import type { RenderedSettings } from './use-rendered-settings.ts'

/** Milliseconds of rest after a key before the server is asked for its plan. */
const restTime = 350

interface Props {
  /** The object as it would be written. */
  readonly body: object
  readonly text: string
  readonly rendered: RenderedSettings
  readonly isBlocked: boolean
  /** The right to write it, where the reader has it not: then there is nothing to ask. */
  readonly missing: MissingRight | undefined
  /** The things that the extension has against these settings. */
  readonly refused: readonly string[]
}

/** The difference to the live objects: rendered here with every key, then confirmed by the server. */
export function PlanCard({ body, text, rendered, refused, missing, ...props }: Props) {
  const say = useText()
  const isBlocked = props.isBlocked || missing !== undefined
  const { preview, engine, isOpening, live } = rendered
  const written = JSON.stringify(body)
  const [settled] = useDebouncedValue(written, restTime)
  const isBehind = live?.text !== text
  const isBroken = live !== undefined && !isBehind && !live.answer.ok
  const isHere = engine !== undefined
  const isTaken = refused.length === 0
  const moment = { written, settled, text, isBlocked, isOpening, isHere, live, isTaken }
  const isWanted = isWorthAsking(moment)
  const plan = usePlan(settled, isWanted)
  const confirmed = isWanted ? plan.data : undefined
  const shown = confirmed?.objects ?? (live?.answer.ok === true ? live.answer.objects : undefined)
  const failure = live?.answer.ok === false && confirmed === undefined ? live.answer.why : undefined
  const isAsking = !isBlocked && !isBroken && isTaken && (!isWanted || plan.isFetching)
  return (
    <section className="card stack-small" aria-label={say('plan.title')}>
      <h2>{say('plan.title')}</h2>
      <PlanState {...{ live, isBehind, isAsking, isHere, plan: confirmed }} />
      {(preview.data?.notices ?? []).map((line) => (
        <p key={line} className="quiet break">
          {line}
        </p>
      ))}
      {missing === undefined ? undefined : (
        <p className="quiet break">{rightInWords(missing, say)}</p>
      )}
      <Refusal title={say('plan.refused')} why={isTaken ? undefined : refused.join('; ')} />
      <Refusal title={say('plan.failed')} why={failure} />
      {preview.error !== null && plan.error === null && !isBlocked ? (
        <p className="quiet break">{preview.error.message}</p>
      ) : undefined}
      <Refusal title={say('plan.serverFailed')} why={isWanted ? plan.error?.message : undefined} />
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

function Refusal({ title, why }: { readonly title: string; readonly why: string | undefined }) {
  if (why === undefined) return undefined
  return (
    <p className="bad break" role="alert">
      <b>{title}</b> {why}
    </p>
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
