import type { SiteStep } from '../../../src/server/contract.ts'
import { Icon, type IconName } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import type { TextKey } from '../../components/messages/english.ts'
import { TimeAgo } from '../../components/time-ago.tsx'

type Look = readonly [look: string, icon: IconName, words: TextKey]

const looks: Readonly<Record<SiteStep['reason'], Look>> = {
  Done: ['done', 'check', 'clusters.stepDone'],
  Skipped: ['skipped', 'arrow', 'clusters.stepSkipped'],
  Delegated: ['delegated', 'user', 'clusters.stepDelegated'],
  Waiting: ['waiting', 'clock', 'clusters.stepWaiting'],
  Failed: ['failed', 'cross', 'clusters.stepFailed'],
}

interface Props {
  readonly title: string
  readonly steps: readonly SiteStep[]
}

/** Steps in their order, each with how it stands and since when. */
export function SiteSteps({ title, steps }: Props) {
  return (
    <section className="card section">
      <h2>{title}</h2>
      <ol className="steps">
        {steps.map((step) => (
          <Step key={step.step} step={step} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step: { step, reason, message, since } }: { readonly step: SiteStep }) {
  const say = useText()
  const [look, icon, words] = looks[reason]
  return (
    <li data-step={look}>
      <Icon name={icon} size={16} />
      <div>
        <b>{step}</b>
        <p className="quiet break">
          {say(words)}
          {message === '' ? '' : `: ${message}`}
        </p>
      </div>
      {since === undefined ? undefined : (
        <span className="quiet push">
          <TimeAgo time={since} />
        </span>
      )}
    </li>
  )
}
