import { useKind } from '../../api/use-kind.ts'
import { useText } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Loaded } from '../../components/views.tsx'

/** The clusters, each with its version and how it is. */
export function ClusterTiles() {
  const say = useText()
  const clusters = useKind('clusters')
  return (
    <section className="card">
      <h2>{say('overview.clusters')}</h2>
      <Loaded from={clusters}>
        {(list) =>
          list.length === 0 ? (
            <p className="quiet">{say('overview.noClusters')}</p>
          ) : (
            <ul className="lines two-lines">
              {list.map((cluster) => {
                const { name } = cluster.metadata
                const installed = cluster.status?.installed ?? []
                const unwell = installed.filter(({ ready }) => !ready).length
                return (
                  <li key={name}>
                    <span>
                      <PageLink href={paths.cluster(name)}>{name}</PageLink>
                      <span className="quiet">
                        {cluster.status?.version ?? ''}
                        {unwell === 0 ? undefined : (
                          <>
                            {' · '}
                            {say('overview.notReady', { n: unwell })}
                          </>
                        )}
                      </span>
                    </span>
                    <span className="push">
                      <StatusBadge state={stateOf(cluster).state} />
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
