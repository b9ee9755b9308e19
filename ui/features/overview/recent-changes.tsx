import type { Nouns } from '../../api/shown-kinds.ts'
import { keyOf } from '../../api/shown-kinds.ts'
import { useText } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { TimeAgo } from '../../components/time-ago.tsx'

const mostShown = 6

/** The releases that changed last. */
export function RecentChanges({ plugins }: { readonly plugins: readonly Nouns['plugins'][] }) {
  const say = useText()
  const changed = plugins
    .filter(({ status }) => (status?.changedAt ?? '') !== '')
    .toSorted((a, b) => ((a.status?.changedAt ?? '') < (b.status?.changedAt ?? '') ? 1 : -1))
    .slice(0, mostShown)
  if (changed.length === 0) return undefined
  return (
    <section className="card">
      <h2>{say('overview.recent')}</h2>
      <ul className="lines">
        {changed.map((plugin) => (
          <li key={keyOf(plugin)}>
            <PageLink href={paths.plugin(keyOf(plugin))}>{keyOf(plugin)}</PageLink>
            <span className="quiet">{plugin.status?.version ?? ''}</span>
            <span className="quiet push">
              <TimeAgo time={plugin.status?.changedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
