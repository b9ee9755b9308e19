import { Button } from '@mantine/core'
import { useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useOne } from '../../api/use-kind.ts'
import { useTestCluster } from '../../api/use-register.ts'
import { useRights } from '../../api/use-rights.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { CodeText } from '../../components/code-text.tsx'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TabBar, useTab } from '../../components/tab-bar.tsx'
import { toYaml } from '../../components/to-yaml.ts'
import { ErrorView, Loaded } from '../../components/views.tsx'
import { ClusterSummary } from './cluster-summary.tsx'
import { ConnectionOutcome } from './connection-outcome.tsx'
import { RemoveCluster } from './remove-cluster.tsx'

/** One cluster: its version, the steps it has passed, and what is installed on it. */
export function ClusterDetail() {
  const { cluster = '' } = useParams({ strict: false }) as { readonly cluster?: string }
  const found = useOne('clusters', cluster)
  return <Loaded from={found}>{(one) => <Detail cluster={one} />}</Loaded>
}

function Detail({ cluster }: { readonly cluster: Nouns['clusters'] }) {
  const say = useText()
  const { name } = cluster.metadata
  const tabs = [
    { id: 'summary', text: say('detail.summary') },
    { id: 'yaml', text: say('common.yaml') },
  ]
  const [tab, setTab] = useTab(tabs)
  const tested = useTestCluster(name)
  return (
    <>
      <PageHead
        title={name}
        parent={{ href: paths.clusters, name: say('clusters.title') }}
        badge={<StatusBadge state={stateOf(cluster).state} />}
        lead={stateOf(cluster).message}
        actions={
          <Actions cluster={cluster} test={() => tested.mutate()} isTesting={tested.isPending} />
        }
      />
      {tested.data === undefined ? undefined : <ConnectionOutcome outcome={tested.data} />}
      {tested.error === null ? undefined : <ErrorView error={tested.error} />}
      <TabBar label={name} tabs={tabs} chosen={tab} choose={setTab} />
      {tab === 'yaml' ? (
        <CodeText label={say('common.yaml')} text={toYaml(cluster)} />
      ) : (
        <ClusterSummary cluster={cluster} />
      )}
    </>
  )
}

interface ActionProps {
  readonly cluster: Nouns['clusters']
  readonly test: () => void
  readonly isTesting: boolean
}

function Actions({ cluster, test, isTesting }: ActionProps) {
  const say = useText()
  const { history } = useRouter()
  const rights = useRights('')
  const [isAsking, setAsking] = useState(false)
  const { name } = cluster.metadata
  return (
    <>
      <Button onClick={() => history.push(paths.rehearsal(name))}>
        {say('clusters.rehearse')}
      </Button>
      <Button variant="default" onClick={test} loading={isTesting}>
        {say('clusters.test')}
      </Button>
      <ActionButton
        variant="default"
        missing={rights.missing({ verb: 'update', resource: 'clusters' })}
        onClick={() => history.push(paths.edit('clusters', name))}
      >
        {say('clusters.edit')}
      </ActionButton>
      <ActionButton
        variant="default"
        className="danger"
        missing={rights.missing({ verb: 'delete', resource: 'clusters' })}
        onClick={() => setAsking(true)}
      >
        {say('clusters.remove')}
      </ActionButton>
      {isAsking ? <RemoveCluster cluster={cluster} close={() => setAsking(false)} /> : undefined}
    </>
  )
}
