import { useMemo } from 'react'
import type { Site } from '../../../src/server/contract.ts'
import { useSites } from '../../api/use-sites.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { type Locale, useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { Loaded, Notice } from '../../components/views.tsx'
import { SiteBadge } from './site-badge.tsx'

/** The installations of platforms on the machine of the server. */
export function SiteList() {
  const locale = useLocale()
  const { say } = locale
  const sites = useSites()
  const columns = useMemo(() => columnsOf(locale), [locale])
  return (
    <>
      <PageHead title={say('sites.title')} lead={say('sites.lead')} />
      <Loaded from={sites}>
        {(list) =>
          list.length === 0 ? (
            <Notice icon="sites" title={say('sites.empty')} hint={say('sites.emptyHint')} />
          ) : (
            <DataTable
              label={say('sites.title')}
              rows={list}
              columns={columns}
              keyOf={({ name }) => name}
              hrefOf={({ name }) => paths.site(name)}
            />
          )
        }
      </Loaded>
    </>
  )
}

function columnsOf({ say, number }: Locale): readonly Column<Site>[] {
  return [
    {
      id: 'name',
      title: say('common.name'),
      width: 'minmax(120px, 1.5fr)',
      order: ({ name }) => name,
      cell: ({ name }) => <PageLink href={paths.site(name)}>{name}</PageLink>,
    },
    {
      id: 'cluster',
      title: say('sites.cluster'),
      width: 'minmax(90px, 1fr)',
      isMinor: true,
      order: ({ cluster }) => cluster,
      cell: ({ cluster }) => (cluster === '' ? '–' : cluster),
    },
    {
      id: 'state',
      title: say('common.state'),
      width: '130px',
      order: ({ progress }) => progress,
      cell: ({ progress }) => <SiteBadge state={progress} />,
    },
    {
      id: 'percent',
      title: say('sites.progress'),
      width: '90px',
      order: ({ percent }) => percent,
      cell: ({ percent }) => `${number(percent)} %`,
    },
    {
      id: 'at',
      title: say('sites.at'),
      width: 'minmax(140px, 2fr)',
      isMinor: true,
      order: ({ at }) => at,
      cell: ({ at }) => (at === '' ? '–' : at),
    },
    {
      id: 'message',
      title: say('common.message'),
      width: 'minmax(120px, 3fr)',
      isMinor: true,
      cell: ({ message }) => <span className="quiet">{message}</span>,
    },
  ]
}
