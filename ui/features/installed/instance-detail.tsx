import { useParams, useRouter } from '@tanstack/react-router'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useKindIn, useOne } from '../../api/use-kind.ts'
import { useRights } from '../../api/use-rights.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { CodeText } from '../../components/code-text.tsx'
import { Facts } from '../../components/facts.tsx'
import { helpFor } from '../../components/help-for.ts'
import { Icon } from '../../components/icon.tsx'
import { useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { pluginKeyOf, problemsOf } from '../../components/root-cause.ts'
import { stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TabBar, useTab } from '../../components/tab-bar.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { toYaml } from '../../components/to-yaml.ts'
import { Loaded } from '../../components/views.tsx'
import { EventList } from './event-list.tsx'
import { fromInstance } from './rendered-from.ts'
import { ObjectActions } from './object-actions.tsx'
import { ReleaseTab, useReleaseTabs } from './release-tabs.tsx'
import { RunCard } from './run-card.tsx'
import { Conditions, StatusCard } from './status-card.tsx'

/** One instance: how it is, what it made, what it was, and what can be done. */
export function InstanceDetail() {
  const { namespace, name } = useParams({ strict: false })
  const key = `${namespace ?? ''}/${name ?? ''}`
  const instance = useOne('instances', key)
  return <Loaded from={instance}>{(found) => <Detail instance={found} />}</Loaded>
}

function Detail({ instance }: { readonly instance: Nouns['instances'] }) {
  const { say } = useLocale()
  const { history } = useRouter()
  const key = keyOf(instance)
  const rights = useRights(instance.metadata.namespace ?? '')
  const plugins = useKindIn('plugins', instance.metadata.namespace ?? '').data ?? []
  const pluginKey = pluginKeyOf(instance)
  const plugin = plugins.find((one) => keyOf(one) === pluginKey)
  const tabs = [
    { id: 'summary', text: say('detail.summary') },
    ...useReleaseTabs(),
    { id: 'yaml', text: say('common.yaml') },
  ]
  const [tab, setTab] = useTab(tabs)
  return (
    <>
      <PageHead
        title={instance.metadata.name}
        parent={{ href: paths.instances, name: say('instances.title') }}
        badge={<StatusBadge state={stateOf(instance).state} />}
        lead={`${instance.spec.extension} ${instance.status?.version ?? ''} · ${instance.metadata.namespace ?? ''}`}
        actions={
          <>
            <ActionButton
              missing={rights.missing({ verb: 'patch', resource: 'extensioninstances' })}
              onClick={() => history.push(paths.editInstance(key))}
            >
              {say('detail.edit')}
            </ActionButton>
            <ObjectActions
              noun="instances"
              object={instance}
              plugin={plugin === undefined ? undefined : keyOf(plugin)}
            />
          </>
        }
      />
      <RunCard />
      <TabBar label={instance.metadata.name} tabs={tabs} chosen={tab} choose={setTab} />
      {tab === 'summary' ? (
        <Summary instance={instance} plugin={plugin} />
      ) : tab === 'yaml' ? (
        <CodeText label={say('common.yaml')} text={toYaml(instance)} />
      ) : (
        <ReleaseTab tab={tab} plugin={plugin} from={fromInstance(instance)} />
      )}
    </>
  )
}

interface SummaryProps {
  readonly instance: Nouns['instances']
  readonly plugin: Nouns['plugins'] | undefined
}

/** The action that helps; nothing where all is well, or where the reader already is at the place. */
function Help({ instance, plugin }: SummaryProps) {
  const { say } = useLocale()
  const [problem] = problemsOf({
    instances: [instance],
    plugins: plugin === undefined ? [] : [plugin],
  })
  if (problem === undefined) return undefined
  const { text, href } = helpFor(problem)
  return href === paths.instance(keyOf(instance)) ? undefined : (
    <PageLink href={href} className="help">
      {say(text)}
      <Icon name="arrow" size={12} />
    </PageLink>
  )
}

function Summary({ instance, plugin }: SummaryProps) {
  const { say, span } = useLocale()
  const { spec, status, metadata } = instance
  const took = plugin?.status?.lastDuration
  return (
    <div className="columns">
      <div className="stack">
        <StatusCard object={instance} actions={<Help {...{ instance, plugin }} />} />
        <EventList noun="instances" name={keyOf(instance)} />
        <Conditions object={instance} />
      </div>
      <section className="card">
        <h2>{say('detail.summary')}</h2>
        <Facts
          rows={[
            [
              say('common.extension'),
              <PageLink key="e" href={paths.extension(spec.extension)}>
                {spec.extension}
              </PageLink>,
            ],
            [say('common.version'), status?.version],
            [say('detail.appVersion'), status?.appVersion],
            [say('common.cluster'), spec.cluster ?? say('common.thisCluster')],
            [say('detail.targetNamespace'), plugin?.status?.targetNamespace],
            [
              say('detail.plugin'),
              plugin === undefined ? undefined : (
                <PageLink key="p" href={paths.plugin(keyOf(plugin))}>
                  {keyOf(plugin)}
                </PageLink>
              ),
            ],
            [
              say('detail.upgradePolicy'),
              spec.upgrade === 'manual' ? say('detail.upgradeManual') : say('detail.upgradeAuto'),
            ],
            [say('overview.upgrades'), status?.available],
            [say('detail.source'), status?.source],
            [say('detail.took'), took === undefined ? undefined : span(took)],
            [say('detail.created'), <TimeAgo key="c" time={metadata.creationTimestamp} />],
          ]}
        />
      </section>
    </div>
  )
}
