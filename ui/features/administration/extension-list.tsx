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
import { RetireVersions } from './retire-versions.tsx'

/** The entries of the catalogue, for those who write them. */
export function ExtensionList() {
  const locale = useLocale()
  const { say } = locale
  const { history } = useRouter()
  const extensions = useKind('extensions')
  const missing = useRights('').missing({ verb: 'create', resource: 'extensions' })
  const columns = useMemo(() => columnsOf(locale), [locale])
  return (
    <>
      <PageHead
        title={say('extensions.title')}
        lead={say('extensions.lead')}
        actions={
          <>
            <ActionButton
              missing={missing}
              leftSection={<Icon name="plus" size={15} />}
              onClick={() => history.push(paths.importExtension)}
            >
              {say('extensions.import')}
            </ActionButton>
            <ActionButton
              missing={missing}
              variant="default"
              onClick={() => history.push(paths.create('extensions'))}
            >
              {say('common.create')}
            </ActionButton>
          </>
        }
      />
      <Loaded from={extensions}>
        {(list) =>
          list.length === 0 ? (
            <Notice
              icon="catalogue"
              title={say('extensions.empty')}
              hint={say('extensions.emptyHint')}
            />
          ) : (
            <DataTable
              label={say('extensions.title')}
              rows={list}
              columns={columns}
              keyOf={keyOf}
              hrefOf={(row) => paths.edit('extensions', keyOf(row))}
            />
          )
        }
      </Loaded>
    </>
  )
}

function columnsOf({ say, number }: Locale): readonly Column<Nouns['extensions']>[] {
  return [
    {
      id: 'name',
      title: say('common.name'),
      width: 'minmax(140px, 2fr)',
      order: keyOf,
      cell: (row) => (
        <PageLink href={paths.edit('extensions', keyOf(row))}>{row.metadata.name}</PageLink>
      ),
    },
    {
      id: 'category',
      title: say('common.category'),
      width: 'minmax(100px, 1fr)',
      isMinor: true,
      order: (row) => row.spec.category ?? '',
      cell: (row) => row.spec.category,
    },
    {
      id: 'versions',
      title: say('catalogue.versions'),
      width: 'minmax(120px, 2fr)',
      isMinor: true,
      cell: (row) => (
        <span className="quiet">
          {row.status?.versions
            ?.map((one) => (one.includes('{{') ? say('extensions.byKubernetes') : one))
            .join(', ')}
        </span>
      ),
    },
    {
      id: 'retired',
      title: say('extensions.retirement'),
      width: '120px',
      isMinor: true,
      cell: (row) => <RetireVersions extension={row} />,
    },
    {
      id: 'instances',
      title: say('extensions.instances'),
      width: '100px',
      isMinor: true,
      order: (row) => row.status?.instances ?? 0,
      cell: (row) => number(row.status?.instances ?? 0),
    },
    {
      id: 'state',
      title: say('common.state'),
      width: '130px',
      order: (row) => stateOrder.indexOf(stateOf(row).state),
      cell: (row) => <StatusBadge state={stateOf(row).state} />,
    },
  ]
}
