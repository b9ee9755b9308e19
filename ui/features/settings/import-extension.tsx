import { MultiSelect, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../../api/api-context.ts'
import { useCreate } from '../../api/use-change.ts'
import { useText } from '../../components/locale.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../components/paths.ts'
import { useAddress } from '../../components/use-address.ts'
import { Loaded } from '../../components/views.tsx'
import { Review } from './review.tsx'

interface Chart {
  readonly name: string
  /** `namespace/name`. */
  readonly repository: string
  readonly versions: readonly { readonly version: string; readonly repository: string }[]
}

/** Makes an extension of a chart: choose the chart and its versions, read what would be created, create it. */
export function ImportExtension() {
  const say = useText()
  const api = useApi()
  const charts = useQuery({
    queryKey: ['charts'],
    queryFn: ({ signal }) => api.all<Chart>('/charts', { signal }),
  })
  return (
    <>
      <PageHead
        title={say('extensions.import')}
        parent={{ href: paths.extensions, name: say('nav.extensions') }}
        lead={say('extensions.importLead')}
      />
      <Loaded from={charts}>{(list) => <ChooseChart charts={list} />}</Loaded>
    </>
  )
}

function ChooseChart({ charts }: { readonly charts: readonly Chart[] }) {
  const say = useText()
  const [key, setKey] = useAddress('chart')
  const [versions, setVersions] = useState<string[]>([])
  const chart = charts.find((one) => keyOf(one) === key)
  const offered = (chart?.versions ?? [])
    .filter(({ repository }) => repository === chart?.repository)
    .map(({ version }) => version)
  return (
    <div className="columns install">
      <section className="card stack-small">
        <Select
          label={say('extensions.chart')}
          searchable
          value={key === '' ? null : key}
          onChange={(next) => {
            setVersions([])
            setKey(next ?? '')
          }}
          data={charts.map((one) => ({ value: keyOf(one), label: keyOf(one) }))}
        />
        <MultiSelect
          label={say('catalogue.versions')}
          description={say('extensions.versionsHint')}
          disabled={chart === undefined}
          value={versions.length === 0 ? offered.slice(0, 1) : versions}
          onChange={setVersions}
          data={offered}
        />
      </section>
      {chart === undefined ? undefined : (
        <div className="sticky">
          <Draft chart={chart} versions={versions.length === 0 ? offered.slice(0, 1) : versions} />
        </div>
      )}
    </div>
  )
}

interface DraftProps {
  readonly chart: Chart
  readonly versions: readonly string[]
}

function Draft({ chart, versions }: DraftProps) {
  const api = useApi()
  const [version, ...also] = versions
  const path = `/charts/${chart.repository}/${encodeURIComponent(chart.name)}/extension`
  const draft = useQuery({
    queryKey: ['draft', path, versions],
    queryFn: ({ signal }) =>
      api.request<object>(path, { query: { version, also: also.join(',') }, signal }),
  })
  return <Loaded from={draft}>{(found) => <CreateDraft draft={found} />}</Loaded>
}

function CreateDraft({ draft }: { readonly draft: object }) {
  const say = useText()
  const { history } = useRouter()
  const create = useCreate('extensions')
  return (
    <Review
      path="/extensions"
      method="POST"
      body={draft}
      doText={say('common.create')}
      run={() =>
        create.mutate({ body: draft }, { onSuccess: () => history.push(paths.extensions) })
      }
      isRunning={create.isPending}
      isDone={create.isSuccess}
      error={create.error}
      isBlocked={false}
    />
  )
}

function keyOf({ name, repository }: Chart): string {
  return `${repository}/${name}`
}
