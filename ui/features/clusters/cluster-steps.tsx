import { useState } from 'react'
import { clusterConditions } from '../../../src/sequence/cluster-conditions.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { Icon } from '../../components/icon.tsx'
import { useLocale } from '../../components/locale.tsx'
import type { TextKey } from '../../components/messages/english.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { type ClusterStep, stepsOf } from './steps-of.ts'

const looks = {
  done: ['check', 'clusters.stepDone'],
  skipped: ['arrow', 'clusters.stepSkipped'],
  delegated: ['user', 'clusters.stepDelegated'],
  waiting: ['clock', 'clusters.stepWaiting'],
  failed: ['cross', 'clusters.stepFailed'],
  later: ['clock', 'clusters.stepLater'],
} as const

/** The conditions of a cluster step by step, in the order in which they are worked on. */
export function ClusterSteps({ cluster }: { readonly cluster: Nouns['clusters'] }) {
  const { say } = useLocale()
  const names = clusterConditions.steps.map(({ name }) => name)
  const steps = stepsOf(names, cluster)
  const left = steps.filter((step) => step.is !== 'done' && step.is !== 'skipped').length
  // Somebody who watches the last step end goes on seeing the steps.
  const [isOpen, setOpen] = useState(left > 0)
  return (
    <details
      className="card fold"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{say('clusters.steps')}</h2>
        <span className={left === 0 ? 'good' : 'quiet'}>
          {say('clusters.stepCount', { n: steps.length - left, total: steps.length })}
        </span>
      </summary>
      <ol className="steps">
        {steps.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
    </details>
  )
}

function Step({ step }: { readonly step: ClusterStep }) {
  const { say } = useLocale()
  const [icon, words] = looks[step.is]
  return (
    <li data-step={step.is}>
      <Icon name={icon} size={16} />
      <div>
        <b>{say(`step.${step.name}` as TextKey)}</b>
        <p className="quiet break">
          <span className="mono">{step.name}</span> · {say(words)}
          {step.message === '' ? '' : `: ${step.message}`}
        </p>
      </div>
      <span className="quiet push">
        <TimeAgo time={step.since} />
      </span>
    </li>
  )
}
