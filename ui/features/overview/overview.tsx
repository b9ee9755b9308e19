import { useKind } from '../../api/use-kind.ts'
import { useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { problemsOf } from '../../components/root-cause.ts'
import { stateOf } from '../../components/state-of.ts'
import { Loaded } from '../../components/views.tsx'
import { ClusterTiles } from './cluster-tiles.tsx'
import { FirstInstall } from './first-install.tsx'
import { HealthStrip } from './health-strip.tsx'
import { ProblemList } from './problem-list.tsx'
import { RecentChanges } from './recent-changes.tsx'

/** The first look: how many are well, what needs a person and why, and the clusters. */
export function Overview() {
  const { say, number } = useLocale()
  const instances = useKind('instances')
  const plugins = useKind('plugins').data ?? []
  const extensions = useKind('extensions').data ?? []
  const clusters = useKind('clusters').data ?? []
  const repositories = useKind('repositories').data ?? []
  const ofPlatform = problemsOf({ instances: [], plugins: [], clusters, repositories })
  const offered = (
    <PageLink href={paths.catalogue}>
      {say('overview.catalogue', { n: extensions.length, count: number(extensions.length) })}
    </PageLink>
  )
  return (
    <>
      <PageHead title={say('overview.title')} actions={offered} />
      <Loaded from={instances}>
        {(list) =>
          list.length === 0 && plugins.length === 0 ? (
            <>
              <FirstInstall extensions={extensions} />
              {ofPlatform.length === 0 ? undefined : <ProblemList problems={ofPlatform} />}
              <ClusterTiles />
            </>
          ) : (
            <>
              <HealthStrip states={list.map((one) => stateOf(one).state)} />
              <div className="columns">
                <ProblemList
                  problems={problemsOf({ instances: list, plugins, clusters, repositories })}
                />
                <div className="stack">
                  <ClusterTiles />
                  <RecentChanges plugins={plugins} />
                </div>
              </div>
            </>
          )
        }
      </Loaded>
    </>
  )
}
