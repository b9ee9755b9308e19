import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { Facts } from '../../components/facts.tsx'
import { useText } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { ClusterSteps } from './cluster-steps.tsx'

/** The steps of a cluster, what is installed there, and its facts. */
export function ClusterSummary({ cluster }: { readonly cluster: Nouns['clusters'] }) {
  return (
    <div className="columns">
      <div className="stack">
        <ClusterSteps cluster={cluster} />
        <Installed cluster={cluster} />
      </div>
      <ClusterFacts cluster={cluster} />
    </div>
  )
}

function Installed({ cluster }: { readonly cluster: Nouns['clusters'] }) {
  const say = useText()
  const { metadata, spec } = cluster
  const plugins = (useKind('plugins').data ?? []).filter(({ spec: one }) =>
    one.cluster === undefined ? spec.inCluster : one.cluster === metadata.name,
  )
  return (
    <section className="card">
      <h2>{say('clusters.installed')}</h2>
      {plugins.length === 0 ? <p className="quiet">{say('clusters.noneHere')}</p> : undefined}
      <ul className="lines">
        {plugins.map((plugin) => (
          <li key={keyOf(plugin)}>
            <PageLink href={paths.plugin(keyOf(plugin))}>{keyOf(plugin)}</PageLink>
            <span className="quiet">{plugin.status?.version}</span>
            <span className="push">
              <StatusBadge state={stateOf(plugin).state} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClusterFacts({ cluster }: { readonly cluster: Nouns['clusters'] }) {
  const say = useText()
  const { status, spec, metadata } = cluster
  const profiles = (useKind('profiles').data ?? []).filter(({ status: one }) =>
    one?.clusters?.includes(metadata.name),
  )
  const labels = Object.entries(metadata.labels ?? {}).map(([name, value]) => `${name}=${value}`)
  return (
    <section className="card">
      <h2>{say('detail.summary')}</h2>
      <Facts
        rows={[
          [say('catalogue.kubernetes'), status?.version],
          [
            say('clusters.rehearse'),
            spec.targetVersion === undefined
              ? undefined
              : say('clusters.target', { version: spec.targetVersion }),
          ],
          [say('clusters.nodes'), status?.nodes],
          [say('clusters.phase'), status?.phase],
          [say('common.labels'), labels.join(', ')],
          [say('clusters.allowed'), spec.allowedNamespaces?.join(', ')],
          [
            say('clusters.profiles'),
            profiles.length === 0
              ? undefined
              : profiles.map(({ metadata: { name } }) => (
                  <PageLink key={name} href={paths.edit('profiles', name)}>
                    {name}{' '}
                  </PageLink>
                )),
          ],
          [say('detail.created'), <TimeAgo key="c" time={metadata.creationTimestamp} />],
        ]}
      />
    </section>
  )
}
