import { useParams } from '@tanstack/react-router'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useOne } from '../../api/use-kind.ts'
import { CodeText } from '../../components/code-text.tsx'
import { Facts } from '../../components/facts.tsx'
import { Icon } from '../../components/icon.tsx'
import { useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TabBar, useTab } from '../../components/tab-bar.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { toYaml } from '../../components/to-yaml.ts'
import { Loaded } from '../../components/views.tsx'

/** One cluster: its version, the steps it has passed, and what is installed on it. */
export function ClusterDetail() {
  const { cluster = '' } = useParams({ strict: false }) as { readonly cluster?: string }
  const found = useOne('clusters', cluster)
  return <Loaded from={found}>{(one) => <Detail cluster={one} />}</Loaded>
}

function Detail({ cluster }: { readonly cluster: Nouns['clusters'] }) {
  const { say } = useLocale()
  const tabs = [
    { id: 'summary', text: say('detail.summary') },
    { id: 'yaml', text: say('common.yaml') },
  ]
  const [tab, setTab] = useTab(tabs)
  return (
    <>
      <PageHead
        title={cluster.metadata.name}
        parent={{ href: paths.clusters, name: say('clusters.title') }}
        badge={<StatusBadge state={stateOf(cluster).state} />}
        lead={cluster.status?.version}
      />
      <TabBar label={cluster.metadata.name} tabs={tabs} chosen={tab} choose={setTab} />
      {tab === 'yaml' ? (
        <CodeText label={say('common.yaml')} text={toYaml(cluster)} />
      ) : (
        <Summary cluster={cluster} />
      )}
    </>
  )
}

function Summary({ cluster }: { readonly cluster: Nouns['clusters'] }) {
  const { say } = useLocale()
  const { status, spec, metadata } = cluster
  const installed = status?.installed ?? []
  // Steps are named after what they ensure; the other conditions are summed up by the badge.
  const steps = (status?.conditions ?? []).filter(({ type }) => type.startsWith('Ensure'))
  return (
    <div className="columns">
      <div className="stack">
        <section className="card">
          <h2>{say('clusters.steps')}</h2>
          <ol className="steps">
            {steps.map(({ type, status: holds, reason, message, lastTransitionTime }) => (
              <li key={type} data-step={holds}>
                <Icon
                  name={holds === 'True' ? 'check' : holds === 'False' ? 'cross' : 'clock'}
                  size={16}
                />
                <div>
                  <b>{type}</b> <span className="mono">{reason}</span>
                  <p className="quiet break">{message}</p>
                </div>
                <span className="quiet push">
                  <TimeAgo time={lastTransitionTime} />
                </span>
              </li>
            ))}
          </ol>
        </section>
        <section className="card">
          <h2>{say('clusters.installed')}</h2>
          {installed.length === 0 ? (
            <p className="quiet">{say('common.none')}</p>
          ) : (
            <ul className="lines">
              {installed.map(({ plugin, version, ready }) => (
                <li key={plugin}>
                  <span className="dot" data-health={ready === true ? 'ready' : 'failed'} />
                  <PageLink href={paths.plugin(plugin)}>{plugin}</PageLink>
                  <span className="quiet push">{version}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
      <section className="card">
        <h2>{say('detail.summary')}</h2>
        <Facts
          rows={[
            [say('catalogue.kubernetes'), status?.version],
            [say('clusters.nodes'), status?.nodes],
            [say('clusters.phase'), status?.phase],
            [
              say('clusters.rehearse'),
              spec.targetVersion === undefined
                ? undefined
                : say('clusters.target', { version: spec.targetVersion }),
            ],
            [
              say('common.labels'),
              Object.entries(metadata.labels ?? {})
                .map(([name, value]) => `${name}=${value}`)
                .join('\n'),
            ],
            [say('detail.created'), <TimeAgo key="c" time={metadata.creationTimestamp} />],
          ]}
        />
      </section>
    </div>
  )
}
