import { useKind } from '../../api/use-kind.ts'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { problemsOf } from '../../components/root-cause.ts'
import { stateOf } from '../../components/state-of.ts'
import { Loaded } from '../../components/views.tsx'
import { ClusterTiles } from './cluster-tiles.tsx'
import { FirstInstall } from './first-install.tsx'
import { ProblemList } from './problem-list.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { Tile } from './tile.tsx'

/** The first look: how many are well, what needs a person and why, and the clusters. */
export function Overview() {
  const say = useText()
  const instances = useKind('instances')
  const plugins = useKind('plugins').data ?? []
  const extensions = useKind('extensions').data ?? []
  return (
    <>
      <PageHead title={say('overview.title')} />
      <Loaded from={instances}>
        {(list) => {
          const states = list.map((one) => stateOf(one).state)
          const count = (...wanted: readonly string[]) =>
            states.filter((state) => wanted.includes(state)).length
          const problems = problemsOf(list, plugins)
          return (
            <>
              <section className="section tiles">
                <Tile href={paths.instances} value={list.length} text={say('overview.installed')} />
                <Tile
                  href={`${paths.instances}?state=ready`}
                  value={count('ready')}
                  text={say('state.ready')}
                  tone="good"
                />
                <Tile
                  href={`${paths.instances}?state=working`}
                  value={count('working', 'deleting', 'unknown')}
                  text={say('overview.underWay')}
                  tone="busy"
                />
                <Tile
                  href={`${paths.instances}?state=failed`}
                  value={problems.length}
                  text={say('overview.attention', { n: problems.length })}
                  tone={problems.length === 0 ? 'none' : 'bad'}
                />
                <Tile
                  href={paths.catalogue}
                  value={extensions.length}
                  text={say('catalogue.title')}
                />
              </section>
              {list.length === 0 ? <FirstInstall /> : undefined}
              <div className="columns">
                <ProblemList problems={problems} hasAny={list.length > 0} />
                <div className="stack">
                  <ClusterTiles />
                  <RecentChanges plugins={plugins} />
                </div>
              </div>
            </>
          )
        }}
      </Loaded>
    </>
  )
}
