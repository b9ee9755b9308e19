import { useParams } from '@tanstack/react-router'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useOne } from '../../api/use-kind.ts'
import { CodeText } from '../../components/code-text.tsx'
import { Facts } from '../../components/facts.tsx'
import { useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TabBar, useTab } from '../../components/tab-bar.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { toYaml } from '../../components/to-yaml.ts'
import { Loaded } from '../../components/views.tsx'
import { EventList } from './event-list.tsx'
import { fromPlugin } from './rendered-from.ts'
import { ObjectActions } from './object-actions.tsx'
import { ReleaseTab, useReleaseTabs } from './release-tabs.tsx'
import { RunCard } from './run-card.tsx'
import { Conditions, StatusCard } from './status-card.tsx'

/** One plugin and its release. */
export function PluginDetail() {
  const { namespace, name } = useParams({ strict: false })
  const plugin = useOne('plugins', `${namespace ?? ''}/${name ?? ''}`)
  return <Loaded from={plugin}>{(found) => <Detail plugin={found} />}</Loaded>
}

function Detail({ plugin }: { readonly plugin: Nouns['plugins'] }) {
  const { say } = useLocale()
  const tabs = [
    { id: 'summary', text: say('detail.summary') },
    ...useReleaseTabs(),
    { id: 'yaml', text: say('common.yaml') },
  ]
  const [tab, setTab] = useTab(tabs)
  return (
    <>
      <PageHead
        title={plugin.metadata.name}
        parent={{ href: paths.plugins, name: say('plugins.title') }}
        badge={<StatusBadge state={stateOf(plugin).state} />}
        lead={`${plugin.spec.name ?? plugin.metadata.name} ${plugin.status?.version ?? ''} · ${plugin.metadata.namespace ?? ''}`}
        actions={<ObjectActions noun="plugins" object={plugin} plugin={keyOf(plugin)} />}
      />
      <RunCard />
      <TabBar label={plugin.metadata.name} tabs={tabs} chosen={tab} choose={setTab} />
      {tab === 'summary' ? (
        <Summary plugin={plugin} />
      ) : tab === 'yaml' ? (
        <CodeText label={say('common.yaml')} text={toYaml(plugin)} />
      ) : (
        <ReleaseTab tab={tab} plugin={plugin} from={fromPlugin(plugin)} />
      )}
    </>
  )
}

function Summary({ plugin }: { readonly plugin: Nouns['plugins'] }) {
  const { say, span } = useLocale()
  const { spec, status } = plugin
  const needed = spec.dependsOn.map((one) => one.plugin ?? `${one.kind ?? ''} ${one.name ?? ''}`)
  return (
    <div className="columns">
      <div className="stack">
        <StatusCard object={plugin} />
        <EventList noun="plugins" name={keyOf(plugin)} />
        <Conditions object={plugin} />
      </div>
      <section className="card">
        <h2>{say('detail.summary')}</h2>
        <Facts
          rows={[
            [say('common.version'), status?.version],
            [say('detail.appVersion'), status?.appVersion],
            [say('plugins.revision'), status?.revision],
            [say('plugins.objects'), status?.objects],
            [say('common.cluster'), spec.cluster ?? say('common.thisCluster')],
            [
              say('detail.release'),
              `${status?.targetNamespace ?? ''}/${status?.releaseName ?? ''}`,
            ],
            [say('detail.source'), status?.source],
            [say('detail.digest'), status?.digest],
            [say('detail.dependsOn'), needed.join(', ')],
            [say('detail.drift'), status?.drift?.join('\n')],
            [say('detail.leftAlone'), status?.leftAlone?.join('\n')],
            [
              say('detail.took'),
              status?.lastDuration === undefined ? undefined : span(status.lastDuration),
            ],
            [say('detail.changed'), <TimeAgo key="c" time={status?.changedAt} />],
          ]}
        />
      </section>
    </div>
  )
}
