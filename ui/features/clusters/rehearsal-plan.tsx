import { useState } from 'react'
import type { Rehearsal, RehearsedInstance } from '../../api/rehearsal-types.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { Icon } from '../../components/icon.tsx'
import { useLocale } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { BlockedInstances } from './blocked-instances.tsx'
import { PhaseCard } from './phase-card.tsx'
import { minorIn, rehearsalParts } from './rehearsal-phases.ts'

interface Props {
  readonly rehearsal: Rehearsal
  readonly cluster: Nouns['clusters']
}

/** A rehearsal to read and to carry out: first phase, the upgrade itself, second phase. */
export function RehearsalPlan({ rehearsal, cluster }: Props) {
  const { say } = useLocale()
  const { from, to, notices } = rehearsal
  const parts = rehearsalParts(rehearsal)
  const [skip, setSkip] = useState<readonly string[]>([])
  const isFree = parts.blocked.every(({ instance }) => skip.includes(instance))
  const isThere = minorIn(cluster.status?.version) === minorIn(to)
  const common = { cluster: cluster.metadata.name, to, skip }
  return (
    <>
      <section className="card verdict" data-tone={parts.blocked.length === 0 ? 'good' : 'bad'}>
        <h2>
          <Icon name={parts.blocked.length === 0 ? 'check' : 'alert'} size={18} />
          {say('rehearsal.fromTo', { from, to })}
        </h2>
        <p>
          {parts.blocked.length === 0
            ? say('rehearsal.free')
            : say('rehearsal.blocked', { n: parts.blocked.length })}
        </p>
        {notices.map((notice) => (
          <p key={notice} className="quiet break">
            {notice}
          </p>
        ))}
      </section>
      {parts.blocked.length === 0 ? undefined : (
        <BlockedInstances instances={parts.blocked} skip={skip} setSkip={setSkip} />
      )}
      <ol className="phases">
        <li>
          <PhaseCard {...common} phase="before" items={parts.before} isOpen={isFree && !isThere} />
        </li>
        <li>
          <UpgradeItself to={to} version={cluster.status?.version} isThere={isThere} />
        </li>
        <li>
          <PhaseCard {...common} phase="after" items={parts.after} isOpen={isFree && isThere} />
        </li>
      </ol>
      <Left title={say('rehearsal.held')} instances={parts.held} why={heldWords} />
      <Left
        title={say('rehearsal.broken')}
        instances={parts.broken}
        why={({ broken }) => broken ?? ''}
      />
      <Left
        title={say('rehearsal.staying')}
        instances={parts.staying}
        why={({ notices: own }) => own.join('; ')}
      />
    </>
  )
}

function heldWords({ held, notices }: RehearsedInstance): string {
  const why = held?.by === 'pin' ? `pin: revision ${held.revision}` : 'suspend'
  return [why, ...notices].join('; ')
}

interface UpgradeProps {
  readonly to: string
  readonly version: string | undefined
  readonly isThere: boolean
}

function UpgradeItself({ to, version, isThere }: UpgradeProps) {
  const { say } = useLocale()
  return (
    <section className="card">
      <h2>{say('rehearsal.itself', { to })}</h2>
      <p className="quiet">{say('rehearsal.itselfHint')}</p>
      <p className="row">
        <Icon name={isThere ? 'check' : 'clock'} size={15} />
        {isThere
          ? say('rehearsal.isThere', { version: version ?? '' })
          : say('rehearsal.isNot', { version: version ?? '–' })}
      </p>
    </section>
  )
}

interface LeftProps {
  readonly title: string
  readonly instances: readonly RehearsedInstance[]
  readonly why: (instance: RehearsedInstance) => string
}

function Left({ title, instances, why }: LeftProps) {
  if (instances.length === 0) return undefined
  return (
    <section className="card">
      <h2>{title}</h2>
      <ul className="lines">
        {instances.map((one) => (
          <li key={one.instance}>
            <PageLink href={paths.instance(one.instance)}>{one.instance}</PageLink>
            <span className="quiet">{one.now?.version}</span>
            <span className="quiet push break">{why(one)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
