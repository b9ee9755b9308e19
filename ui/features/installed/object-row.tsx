import { useState } from 'react'
import type { ReleaseObject } from '../../api/release-types.ts'
import { CodeText } from '../../components/code-text.tsx'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { toYaml } from '../../components/to-yaml.ts'
import { type Health, healthOf } from './object-groups.ts'
import { PodLogs } from './pod-logs.tsx'

interface Props {
  readonly object: ReleaseObject
  readonly health: Health
}

/** One object: how it is, why, and the objects that it made. */
export function ObjectRow({ object, health }: Props) {
  const say = useText()
  const [isOpen, setOpen] = useState(false)
  const { namespace, name, reason, message, made = [], causes = [] } = object
  return (
    <li className="object">
      <div className="row">
        <span className="dot" data-health={health} />
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {name}
        </button>
        <span className="quiet">{namespace}</span>
        <span className="quiet push">{object.status}</span>
      </div>
      {health === 'ready' ? undefined : (
        <p className="quiet break">{[reason, message].filter(Boolean).join(': ')}</p>
      )}
      {causes.map((chain, at) => (
        <ol key={at} className="causes" aria-label={say('problem.cause')}>
          {chain.map((step) => (
            <li key={step.subject + step.reason}>
              <Icon name="arrow" size={11} />
              <span className="break">
                <b>{step.subject}</b> <span className="mono">{step.reason}</span> {step.message}
              </span>
            </li>
          ))}
        </ol>
      ))}
      <ul>
        {made.map((child) => (
          <li key={child.kind + child.name} className="object">
            <div className="row">
              <span className="dot" data-health={healthOf(child)} />
              <span className="quiet">{child.kind}</span>
              <span className="break">{child.name}</span>
              <span className="quiet push">{child.status}</span>
            </div>
            {child.kind === 'Pod' ? <PodLogs pod={child} /> : undefined}
          </li>
        ))}
      </ul>
      {isOpen && object.object !== undefined ? (
        <CodeText label={`${object.kind} ${name}`} text={toYaml(object.object)} />
      ) : undefined}
    </li>
  )
}
