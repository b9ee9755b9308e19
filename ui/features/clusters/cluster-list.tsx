import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { useRights } from '../../api/use-rights.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Icon } from '../../components/icon.tsx'
import { type Locale, useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf, stateOrder } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { Loaded, Notice } from '../../components/views.tsx'

type Cluster = Nouns['clusters']

/** The clusters of the platform. */
export function ClusterList() {
  const locale = useLocale()
  const { say } = locale
  const clusters = useKind('clusters')
  const missing = useRights('').missing({ verb: 'create', resource: 'clusters' })
  const { history } = useRouter()
  const columns = useMemo(() => columnsOf(locale), [locale])
  return (
    <>
      <PageHead
        title={say('clusters.title')}
        lead={say('clusters.lead')}
        actions={
          <ActionButton
            missing={missing}
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => history.push(paths.addCluster)}
          >
            {say('clusters.add')}
          </ActionButton>
        }
      />
      <Loaded from={clusters}>
        {(list) =>
          list.length === 0 ? (
            <Notice
              icon="clusters"
              title={say('clusters.empty')}
              hint={say('clusters.emptyHint')}
            />
          ) : (
            <DataTable
              label={say('clusters.title')}
              rows={list}
              columns={columns}
              keyOf={keyOf}
              hrefOf={(row) => paths.cluster(row.metadata.name)}
            />
          )
        }
      </Loaded>
    </>
  )
}

function columnsOf({ say, number }: Locale): readonly Column<Cluster>[] {
  return [
    {
      id: 'name',
      title: say('common.name'),
      width: 'minmax(140px, 2fr)',
      order: keyOf,
      cell: (row) => (
        <PageLink href={paths.cluster(row.metadata.name)}>{row.metadata.name}</PageLink>
      ),
    },
    {
      id: 'version',
      title: say('catalogue.kubernetes'),
      width: 'minmax(90px, 1fr)',
      isMinor: true,
      order: (row) => row.status?.version ?? '',
      cell: (row) => row.status?.version ?? '–',
    },
    {
      id: 'nodes',
      title: say('clusters.nodes'),
      width: '80px',
      isMinor: true,
      order: (row) => row.status?.nodes ?? 0,
      cell: (row) => (row.status?.nodes === undefined ? '–' : number(row.status.nodes)),
    },
    {
      id: 'installed',
      title: say('overview.installed'),
      width: '100px',
      isMinor: true,
      order: (row) => row.status?.installed?.length ?? 0,
      cell: (row) => number(row.status?.installed?.length ?? 0),
    },
    {
      id: 'phase',
      title: say('clusters.phase'),
      width: '110px',
      isMinor: true,
      order: (row) => row.status?.phase ?? '',
      cell: (row) => row.status?.phase ?? '–',
    },
    {
      id: 'state',
      title: say('common.state'),
      width: '130px',
      order: (row) => stateOrder.indexOf(stateOf(row).state),
      cell: (row) => <StatusBadge state={stateOf(row).state} />,
    },
    {
      id: 'message',
      title: say('common.message'),
      width: 'minmax(120px, 3fr)',
      isMinor: true,
      cell: (row) => <span className="quiet">{stateOf(row).message}</span>,
    },
  ]
}
