import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { filteredRows } from '../../components/filtered-rows.ts'
import { Icon } from '../../components/icon.tsx'
import { type Locale, useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { stateOf, stateOrder } from '../../components/state-of.ts'
import { messageInWords } from '../../components/state-in-words.ts'
import { StatusBadge } from '../../components/status-badge.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { useAddress } from '../../components/use-address.ts'
import { Loaded, Notice } from '../../components/views.tsx'

type Instance = Nouns['instances']

/** Everything that is installed, wherever it is. */
export function InstanceList() {
  const locale = useLocale()
  const { say } = locale
  const { history } = useRouter()
  const instances = useKind('instances')
  return (
    <>
      <PageHead
        title={say('instances.title')}
        lead={say('instances.lead')}
        actions={
          <Button
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => history.push(paths.catalogue)}
          >
            {say('instances.install')}
          </Button>
        }
      />
      <Loaded from={instances}>
        {(list) =>
          list.length === 0 ? (
            <Notice
              icon="instances"
              title={say('instances.empty')}
              hint={say('instances.emptyHint')}
            >
              <PageLink href={paths.catalogue}>{say('overview.browse')}</PageLink>
            </Notice>
          ) : (
            <Instances list={list} />
          )
        }
      </Loaded>
    </>
  )
}

function Instances({ list }: { readonly list: readonly Instance[] }) {
  const locale = useLocale()
  const { say } = locale
  const [words, setWords] = useAddress('find')
  const [state, setState] = useAddress('state')
  const { rows, counts } = filteredRows(list, { words, state }, textOf)
  const columns = useMemo(() => columnsOf(locale), [locale])
  const choices = counts.map((one) => ({
    id: one.state,
    text: say(`state.${one.state}`),
    count: one.count,
  }))
  return (
    <>
      <FilterBar
        label={say('common.filter')}
        {...{ words, setWords, choices, chosen: state, choose: setState }}
      />
      {rows.length === 0 ? (
        <Notice icon="search" title={say('view.emptyFilter')} />
      ) : (
        <DataTable
          label={say('instances.title')}
          rows={rows}
          columns={columns}
          keyOf={keyOf}
          hrefOf={(row) => paths.instance(keyOf(row))}
        />
      )}
    </>
  )
}

function textOf(instance: Instance): string {
  const { extension, cluster = '' } = instance.spec
  const { reason, message } = stateOf(instance)
  return [keyOf(instance), extension, cluster, reason, message].join(' ')
}

function columnsOf({ say }: Locale): readonly Column<Instance>[] {
  return [
    {
      id: 'name',
      title: say('common.name'),
      width: 'minmax(160px, 3.6fr)',
      order: keyOf,
      cell: (row) => (
        <span className="cell-name" title={keyOf(row)}>
          <PageLink href={paths.instance(keyOf(row))}>{row.metadata.name}</PageLink>{' '}
          <span className="quiet">{row.metadata.namespace}</span>
        </span>
      ),
    },
    {
      id: 'extension',
      title: say('common.extension'),
      width: 'minmax(100px, 1.2fr)',
      isMinor: true,
      order: (row) => row.spec.extension,
      cell: (row) => row.spec.extension,
    },
    {
      id: 'version',
      title: say('common.version'),
      width: 'minmax(80px, 1fr)',
      isMinor: true,
      order: (row) => row.status?.version ?? '',
      cell: (row) => row.status?.version ?? '–',
    },
    {
      id: 'cluster',
      title: say('common.cluster'),
      width: 'minmax(90px, 1fr)',
      isMinor: true,
      order: (row) => row.spec.cluster ?? '',
      cell: (row) => row.spec.cluster ?? say('common.thisCluster'),
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
      cell: (row) => (
        <span className="quiet" title={stateOf(row).message}>
          {messageInWords(stateOf(row).message, say)}
        </span>
      ),
    },
    {
      id: 'age',
      title: say('common.age'),
      width: '112px',
      isMinor: true,
      order: (row) => row.metadata.creationTimestamp,
      cell: (row) => <TimeAgo time={row.metadata.creationTimestamp} />,
    },
  ]
}
