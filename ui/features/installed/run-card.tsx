import { useRun, type RunObject, type WatchedRun } from '../../api/use-run.ts'
import { CauseChain } from '../../components/cause-chain.tsx'
import { isTrouble, readCauses } from '../../components/read-causes.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { useAddress } from '../../components/use-address.ts'
import { HealthWord } from './health-word.tsx'
import { healthOf } from './object-groups.ts'

/** The run that the address names: one line for each object, and the root cause where one hangs. */
export function RunCard() {
  const [id, setId] = useAddress('run')
  const run = useRun(id)
  return id === '' ? undefined : <Shown run={run} close={() => setId('')} />
}

function Shown({ run, close }: { readonly run: WatchedRun; readonly close: () => void }) {
  const say = useText()
  const { step, objects, warnings, state, message } = run
  const isOver = state !== 'running'
  const isHanging = !isOver && run.causes.some(({ chain }) => isTrouble(chain))
  // The lines below tell it step by step.
  const isToldBelow = objects.length > 0 && readCauses(step.message).length > 0
  const words = isOver ? message : [step.reason, step.message].filter(Boolean).join(': ')
  const ready = objects.filter((one) => healthOf(one) === 'ready').length
  return (
    <section
      className="card stack-small run"
      data-state={isHanging ? 'hanging' : state}
      aria-label={say('run.title')}
    >
      <div className="row">
        <Icon
          name={state === 'succeeded' ? 'check' : isOver || isHanging ? 'alert' : 'clock'}
          size={16}
        />
        <h2>{say(isHanging ? 'state.hanging' : `run.${state}`)}</h2>
        {objects.length === 0 ? undefined : (
          <span className="quiet">{say('run.ready', { n: ready, total: objects.length })}</span>
        )}
        <button
          type="button"
          className="icon-button push"
          aria-label={say('common.close')}
          onClick={close}
        >
          <Icon name="cross" size={14} />
        </button>
      </div>
      <p className="break" aria-live="polite">
        {isToldBelow && !isOver ? '' : words}
      </p>
      {step.waitingFor.length === 0 || isOver ? undefined : (
        <p className="quiet break">
          {say('detail.waitingFor')} {step.waitingFor.join(', ')}
        </p>
      )}
      {warnings.map((line) => (
        <p key={line} className="wait break">
          {line}
        </p>
      ))}
      <ul className="plain run-objects" hidden={state === 'succeeded'}>
        {objects.map((object) => (
          <Line key={object.kind + object.namespace + object.name} {...{ object, run }} />
        ))}
      </ul>
    </section>
  )
}

interface LineProps {
  readonly object: RunObject
  readonly run: WatchedRun
}

function Line({ object, run }: LineProps) {
  const { kind, namespace, name, status, message } = object
  const causes = run.causes
    .filter((one) => one.kind === kind && one.namespace === namespace && one.name === name)
    .map(({ chain }) => chain)
  const health = healthOf({ ...object, causes })
  return (
    <li>
      <div className="object-row" data-kind>
        <span className="dot" data-health={health} />
        <span className="object-kind">{kind}</span>
        <span className="object-name break">{name}</span>
        <HealthWord health={health} status={status} />
      </div>
      {health === 'ready' || message === '' || causes.length > 0 ? undefined : (
        <p className="quiet break">{message}</p>
      )}
      {causes.map((chain, at) => (
        <CauseChain key={at} steps={chain} />
      ))}
    </li>
  )
}
