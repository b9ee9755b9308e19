import { Switch, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { type AuditEntry, useAudit } from '../../api/use-audit.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Icon } from '../../components/icon.tsx'
import { type Locale, useLocale } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { useAddress } from '../../components/use-address.ts'
import { Loaded, Notice } from '../../components/views.tsx'

/** Milliseconds of rest after a key before the server is asked. */
const restTime = 250

/** The audit trail: changes and sign-ins with their users, addresses and outcomes. Trials are left out unless they are asked for. */
export function AuditTrail() {
  const locale = useLocale()
  const { say } = locale
  const [words, setWords] = useAddress('find')
  const [trials, setTrials] = useAddress('trials', 'no')
  const [settled] = useDebouncedValue(words, restTime)
  const entries = useAudit(settled)
  const columns = useMemo(() => columnsOf(locale), [locale])
  return (
    <>
      <PageHead title={say('audit.title')} lead={say('audit.lead')} />
      <div className="toolbar">
        <TextInput
          className="grow"
          aria-label={say('audit.find')}
          placeholder={say('audit.find')}
          leftSection={<Icon name="search" size={15} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Switch
          label={say('audit.trials')}
          checked={trials === 'yes'}
          onChange={(event) => setTrials(event.currentTarget.checked ? 'yes' : 'no')}
        />
      </div>
      <Loaded from={entries}>
        {(all) => {
          const list = trials === 'yes' ? all : all.filter((entry) => !isTrial(entry))
          if (list.length === 0) return <Notice icon="audit" title={say('audit.empty')} />
          return (
            <DataTable
              label={say('audit.title')}
              rows={list}
              columns={columns}
              keyOf={({ sequence }) => String(sequence)}
            />
          )
        }}
      </Loaded>
    </>
  )
}

/** Questions that the page asks while somebody types; they change nothing. */
const questions: readonly string[] = ['makePlan', 'openPreview']

function isTrial({ dryRun, operation }: AuditEntry): boolean {
  return dryRun || questions.includes(operation)
}

/** From this status on an answer is no success. */
const firstFailure = 400

function columnsOf({ say, moment }: Locale): readonly Column<AuditEntry>[] {
  return [
    {
      id: 'time',
      title: say('audit.time'),
      width: '110px',
      isMinor: true,
      order: ({ sequence }) => sequence,
      cell: ({ time }) => (
        <span title={moment(time)}>
          <TimeAgo time={time} />
        </span>
      ),
    },
    {
      id: 'user',
      title: say('audit.user'),
      width: 'minmax(110px, 1.5fr)',
      isMinor: true,
      order: ({ user }) => user,
      cell: ({ user }) => (user === '' ? '–' : user),
    },
    {
      id: 'operation',
      title: say('audit.operation'),
      width: 'minmax(110px, 1.5fr)',
      order: ({ operation }) => operation,
      cell: (entry) => (
        <span className="cell-name">
          <span>
            {entry.operation}
            {isTrial(entry) ? <span className="tag">{say('audit.trial')}</span> : undefined}
          </span>{' '}
          <span className="quiet narrow-only">
            <TimeAgo time={entry.time} /> {[entry.user, targetOf(entry.target)].join(' ')}
          </span>
        </span>
      ),
    },
    {
      id: 'target',
      title: say('audit.target'),
      width: 'minmax(110px, 2fr)',
      isMinor: true,
      order: ({ target }) => targetOf(target),
      cell: ({ target }) => targetOf(target),
    },
    {
      id: 'from',
      title: say('audit.from'),
      width: '130px',
      isMinor: true,
      order: ({ from }) => from,
      cell: ({ from }) => <span className="mono">{from}</span>,
    },
    {
      id: 'status',
      title: say('audit.outcome'),
      width: '110px',
      order: ({ status }) => status,
      cell: ({ status }) => (
        <span className={status < firstFailure ? 'good' : 'bad'}>
          {status < firstFailure ? say('audit.done') : say('audit.refused')} {status}
        </span>
      ),
    },
  ]
}

function targetOf(target: AuditEntry['target']): string {
  return Object.values(target).join('/')
}
