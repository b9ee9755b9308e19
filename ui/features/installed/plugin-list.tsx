import { useMemo } from 'react'
import { type Nouns, keyOf } from '../../api/shown-kinds.ts'
import { useKind } from '../../api/use-kind.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { filteredRows } from '../../components/filtered-rows.ts'
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

type Plugin = Nouns['plugins']

/** The units that change clusters. */
export function PluginList() {
  const { say } = useLocale()
  const plugins = useKind('plugins')
  return (
    <>
      <PageHead title={say('plugins.title')} lead={say('plugins.lead')} />
      <Loaded from={plugins}>
        {(list) =>
          list.length === 0 ? (
            <Notice icon="plugins" title={say('plugins.empty')} hint={say('plugins.emptyHint')} />
          ) : (
            <Plugins list={list} />
          )
        }
      </Loaded>
    </>
  )
}

function Plugins({ list }: { readonly list: readonly Plugin[] }) {
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
          label={say('plugins.title')}
          rows={rows}
          columns={columns}
          keyOf={keyOf}
          hrefOf={(row) => paths.plugin(keyOf(row))}
        />
      )}
    </>
  )
}

function textOf(plugin: Plugin): string {
  const { repo = '', name = '', cluster = '' } = plugin.spec
  const { reason, message } = stateOf(plugin)
  return [keyOf(plugin), repo, name, cluster, reason, message].join(' ')
}

function columnsOf({ say, number }: Locale): readonly Column<Plugin>[] {
  return [
    {
      id: 'name',
      title: say('common.name'),
      width: 'minmax(160px, 2.6fr)',
      order: keyOf,
      cell: (row) => (
        <span className="cell-name" title={keyOf(row)}>
          <PageLink href={paths.plugin(keyOf(row))}>{row.metadata.name}</PageLink>{' '}
          <span className="quiet">{row.metadata.namespace}</span>
        </span>
      ),
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
      id: 'revision',
      title: say('plugins.revision'),
      width: '80px',
      isMinor: true,
      order: (row) => row.status?.revision ?? 0,
      cell: (row) => row.status?.revision ?? '–',
    },
    {
      id: 'objects',
      title: say('plugins.objects'),
      width: '80px',
      isMinor: true,
      order: (row) => row.status?.objects ?? 0,
      cell: (row) => (row.status?.objects === undefined ? '–' : number(row.status.objects)),
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
      width: 'minmax(120px, 4fr)',
      isMinor: true,
      cell: (row) => (
        <span className="quiet" title={stateOf(row).message}>
          {messageInWords(stateOf(row).message, say)}
        </span>
      ),
    },
    {
      id: 'changed',
      title: say('detail.changed'),
      width: '90px',
      isMinor: true,
      order: (row) => row.status?.changedAt ?? '',
      cell: (row) => <TimeAgo time={row.status?.changedAt} />,
    },
  ]
}
