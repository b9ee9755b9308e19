import { useState } from 'react'
import type { ReleaseObject } from '../../api/release-types.ts'
import { CauseChain } from '../../components/cause-chain.tsx'
import { CodeText } from '../../components/code-text.tsx'
import { toYaml } from '../../components/to-yaml.ts'
import { type Health, healthOf } from './object-groups.ts'
import { PodLogs } from './pod-logs.tsx'

interface Props {
  readonly object: ReleaseObject
  readonly health: Health
}

/** One object: how it is, why, and the objects that it made. */
export function ObjectRow({ object, health }: Props) {
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
      {health === 'ready' || causes.length > 0 ? undefined : (
        <p className="quiet break">{[reason, message].filter(Boolean).join(': ')}</p>
      )}
      {causes.map((chain, at) => (
        <CauseChain key={at} steps={chain} />
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
