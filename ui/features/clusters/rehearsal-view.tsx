import { Button, TextInput } from '@mantine/core'
import { useParams, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Rehearsal } from '../../api/rehearsal-types.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useOne } from '../../api/use-kind.ts'
import { useBegin, useRunLines, useWork } from '../../api/use-work.ts'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { RunLines } from '../../components/run-lines.tsx'
import { useAddress } from '../../components/use-address.ts'
import { ErrorView, Loaded, Notice } from '../../components/views.tsx'
import { RehearsalPlan } from './rehearsal-plan.tsx'
import { nextVersions } from './rehearsal-phases.ts'

/** The rehearsal of an upgrade of Kubernetes: which version, what it would mean, and the two phases that carry it out. */
export function RehearsalView() {
  const { cluster = '' } = useParams({ strict: false }) as { readonly cluster?: string }
  const found = useOne('clusters', cluster)
  return <Loaded from={found}>{(one) => <Rehearse cluster={one} />}</Loaded>
}

function Rehearse({ cluster }: { readonly cluster: Nouns['clusters'] }) {
  const say = useText()
  const { name } = cluster.metadata
  const [run] = useAddress('run')
  return (
    <>
      <PageHead
        title={say('rehearsal.title', { name })}
        parent={{ href: paths.cluster(name), name }}
        lead={say('rehearsal.lead')}
      />
      <div className="stack">
        <ChooseVersion cluster={cluster} />
        {run === '' ? (
          <Notice icon="clusters" title={say('rehearsal.none')} hint={say('rehearsal.noneHint')} />
        ) : (
          <Found run={run} cluster={cluster} />
        )}
      </div>
    </>
  )
}

function ChooseVersion({ cluster }: { readonly cluster: Nouns['clusters'] }) {
  const say = useText()
  const { history } = useRouter()
  const { name } = cluster.metadata
  const now = cluster.status?.version
  const next = nextVersions(now)
  const [asked] = useAddress('to', cluster.spec.targetVersion ?? next[0] ?? '')
  const [to, setTo] = useState(asked)
  const begin = useBegin(`/clusters/${name}/rehearse`)
  const start = () =>
    begin.mutate(
      { kubernetes: to },
      {
        onSuccess: ({ id }) =>
          history.push(`${paths.rehearsal(name)}?${new URLSearchParams({ to, run: id })}`),
      },
    )
  return (
    <form
      className="card stack-small"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      <div className="row row-end">
        <TextInput
          label={say('rehearsal.to')}
          description={say('rehearsal.now', { version: now ?? '–' })}
          value={to}
          required
          pattern="v?1\.\d{1,3}(\.\d{1,3})?"
          title="1.37"
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <div className="chips" role="group" aria-label={say('rehearsal.next')}>
          {next.map((version) => (
            <button
              type="button"
              key={version}
              className="chip"
              aria-pressed={to === version}
              onClick={() => setTo(version)}
            >
              {version}
            </button>
          ))}
        </div>
        <Button type="submit" loading={begin.isPending}>
          {say('rehearsal.start')}
        </Button>
      </div>
      {begin.error === null ? undefined : <ErrorView error={begin.error} />}
    </form>
  )
}

interface FoundProps {
  readonly run: string
  readonly cluster: Nouns['clusters']
}

function Found({ run, cluster }: FoundProps) {
  const say = useText()
  const found = useWork<Rehearsal>(run)
  const lines = useRunLines(run)
  return (
    <Loaded from={found}>
      {({ state, message, result }) =>
        result === undefined ? (
          <section className="card">
            <RunLines label={say('rehearsal.run')} {...{ lines, state, message }} />
          </section>
        ) : (
          <RehearsalPlan rehearsal={result} cluster={cluster} />
        )
      }
    </Loaded>
  )
}
