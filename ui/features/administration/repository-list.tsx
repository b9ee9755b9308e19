import { useMemo, useState } from 'react'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { useScope } from '../../api/scope.ts'
import { useRights } from '../../api/use-rights.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Icon } from '../../components/icon.tsx'
import { type Locale, useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf, stateOrder } from '../../components/state-of.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { Loaded, Notice } from '../../components/views.tsx'
import { AddRepository } from './add-repository.tsx'

type Repository = Nouns['repositories']

/** Where charts come from. */
export function RepositoryList() {
  const locale = useLocale()
  const { say } = locale
  const repositories = useKind('repositories')
  const scope = useScope()
  const rights = useRights(scope)
  // Somebody who looks at all namespaces may have the right in one of them.
  const missing =
    scope === '' ? undefined : rights.missing({ verb: 'create', resource: 'repositories' })
  const [isAdding, setAdding] = useState(false)
  const columns = useMemo(() => columnsOf(locale), [locale])
  return (
    <>
      <PageHead
        title={say('repositories.title')}
        lead={say('repositories.lead')}
        actions={
          <ActionButton
            missing={missing}
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => setAdding(true)}
          >
            {say('repositories.add')}
          </ActionButton>
        }
      />
      <Loaded from={repositories}>
        {(list) =>
          list.length === 0 ? (
            <Notice
              icon="repositories"
              title={say('repositories.empty')}
              hint={say('repositories.emptyHint')}
            />
          ) : (
            <DataTable
              label={say('repositories.title')}
              rows={list}
              columns={columns}
              keyOf={keyOf}
            />
          )
        }
      </Loaded>
      {isAdding ? <AddRepository close={() => setAdding(false)} /> : undefined}
    </>
  )
}

function columnsOf({ say, number }: Locale): readonly Column<Repository>[] {
  return [
    {
      id: 'name',
      title: say('common.name'),
      width: 'minmax(140px, 1.5fr)',
      order: keyOf,
      cell: (row) => (
        <>
          <PageLink href={paths.edit('repositories', keyOf(row))}>{row.metadata.name}</PageLink>{' '}
          <span className="quiet">{row.metadata.namespace}</span>
        </>
      ),
    },
    {
      id: 'url',
      title: say('repositories.url'),
      width: 'minmax(160px, 2.5fr)',
      isMinor: true,
      order: (row) => row.spec.url,
      cell: (row) => <span className="mono">{row.spec.url}</span>,
    },
    {
      id: 'charts',
      title: say('repositories.charts'),
      width: '80px',
      isMinor: true,
      order: (row) => row.status?.charts ?? 0,
      cell: (row) => number(row.status?.charts ?? 0),
    },
    {
      id: 'origin',
      title: say('repositories.origin'),
      width: '90px',
      isMinor: true,
      order: (row) => row.status?.origin ?? '',
      cell: (row) => row.status?.origin ?? row.spec.origin,
    },
    {
      id: 'priority',
      title: say('repositories.priority'),
      width: '80px',
      isMinor: true,
      order: (row) => row.spec.priority,
      cell: (row) => row.spec.priority,
    },
    {
      id: 'refreshed',
      title: say('repositories.refreshed'),
      width: '100px',
      isMinor: true,
      order: (row) => row.status?.refreshedAt ?? '',
      cell: (row) => <TimeAgo time={row.status?.refreshedAt} />,
    },
    {
      id: 'state',
      title: say('common.state'),
      width: '130px',
      order: (row) => stateOrder.indexOf(stateOf(row).state),
      cell: (row) => (
        <span title={stateOf(row).message}>
          <StatusBadge state={stateOf(row).state} />
        </span>
      ),
    },
  ]
}
