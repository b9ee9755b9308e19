import { type CSSProperties, useMemo } from 'react'
import { useLocale } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { type State, needsAttention, stateOrder } from '../../components/state-of.ts'

/** How all instances are: one sentence, and a bar in which each state has its share and leads to its list. */
export function HealthStrip({ states }: { readonly states: readonly State[] }) {
  const { say, number } = useLocale()
  const counts = useMemo(() => {
    const groups = Map.groupBy(states, (state) => state)
    return stateOrder.flatMap((state) => {
      const count = groups.get(state)?.length ?? 0
      return count === 0 ? [] : [{ state, count }]
    })
  }, [states])
  const unwell = states.filter(needsAttention).length
  const total = number(states.length)
  return (
    <section className="card health section" data-tone={unwell > 0 ? 'bad' : 'good'}>
      <p className="health-words">
        {unwell > 0
          ? say('overview.unwell', { n: unwell, count: number(unwell), total })
          : counts.some(({ state }) => state !== 'ready' && state !== 'off')
            ? say('overview.onTheWay', { n: states.length, total })
            : say('overview.allWell', { n: states.length, total })}
      </p>
      <div className="health-bar" aria-hidden="true">
        {counts.map(({ state, count }) => (
          <span key={state} data-state={state} style={{ '--share': count } as CSSProperties} />
        ))}
      </div>
      <ul className="health-legend">
        {counts.map(({ state, count }) => (
          <li key={state}>
            <PageLink href={`${paths.instances}?state=${state}`}>
              <i data-state={state} />
              <b>{number(count)}</b> {say(`state.${state}`)}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
