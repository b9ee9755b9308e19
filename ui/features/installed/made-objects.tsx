import { useState } from 'react'
import type { CauseStep, MadeObject } from '../../api/release-types.ts'
import { useText } from '../../components/locale.tsx'
import { HealthWord } from './health-word.tsx'
import { healthOfMade } from './object-groups.ts'
import { PodLogs } from './pod-logs.tsx'

/** So many objects of one owner are shown until somebody asks for the others. */
const mostShown = 12

interface Props {
  /** Its kind and name. */
  readonly owner: string
  /** Everything below the object of the release. */
  readonly made: readonly MadeObject[]
  /** The chains to the causes of its trouble, which name what is below. */
  readonly causes: readonly (readonly CauseStep[])[]
  /** The Cluster that has them; none for the one that the platform runs on. */
  readonly cluster: string | undefined
}

/** The objects that an object made, and those that these made. Those that are unwell come first. */
export function MadeObjects({ owner, made, causes, cluster }: Props) {
  const say = useText()
  const [isWhole, setWhole] = useState(false)
  const own = made
    .filter((one) => one.owner === owner)
    .map((one) => ({ ...one, health: healthOfMade(one, made, causes) }))
    .toSorted((a, b) => Number(a.health === 'ready') - Number(b.health === 'ready'))
  if (own.length === 0) return undefined
  const shown = isWhole ? own : own.slice(0, mostShown)
  return (
    <ul className="made">
      {shown.map((child) => (
        <li key={child.kind + child.name}>
          <div className="object-row" data-kind>
            <span className="dot" data-health={child.health} />
            <span className="object-kind">{child.kind}</span>
            <span className="object-name break">{child.name}</span>
            <HealthWord health={child.health} status={child.status} />
          </div>
          {child.kind === 'Pod' ? <PodLogs pod={child} cluster={cluster} /> : undefined}
          <MadeObjects owner={`${child.kind}/${child.name}`} {...{ made, causes, cluster }} />
        </li>
      ))}
      {own.length > shown.length ? (
        <li>
          <button type="button" className="link" onClick={() => setWhole(true)}>
            {say('objects.more', { n: own.length - shown.length })}
          </button>
        </li>
      ) : undefined}
    </ul>
  )
}
