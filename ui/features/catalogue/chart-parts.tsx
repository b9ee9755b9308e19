import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { useApi } from '../../api/api-context.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { CodeText } from '../../components/code-text.tsx'
import { useText } from '../../components/locale.tsx'
import { Loaded, LoadingView, Notice } from '../../components/views.tsx'
import { ChartSchema } from './chart-schema.tsx'

const Markdown = lazy(async () => ({
  default: (await import('../../components/markdown.tsx')).Markdown,
}))

interface ChartText {
  readonly text: string
}

interface ChartImages {
  readonly images: readonly { readonly image: string; readonly certainty: string }[]
}

interface Props {
  readonly extension: Nouns['extensions']
  readonly tab: string
}

/** The README, the values, the settings and the images of the chart behind an extension. */
export function ChartParts({ extension, tab }: Props) {
  const say = useText()
  const source = extension.spec.sources.at(-1)
  if (source === undefined || /[:/]/.test(source.repo)) {
    return <Notice icon="repositories" title={say('catalogue.notInRepository')} />
  }
  const chart = encodeURIComponent(source.name ?? extension.metadata.name)
  const path = `/charts/outrigger-system/${source.repo}/${chart}`
  if (tab === 'images') return <Images path={path} />
  if (tab === 'schema') return <ChartSchema extension={extension} path={path} />
  return <ChartFile path={path} part={tab} />
}

function ChartFile({ path, part }: { readonly path: string; readonly part: string }) {
  const say = useText()
  const api = useApi()
  const file = useQuery({
    queryKey: ['chart', path, part],
    queryFn: ({ signal }) => api.request<ChartText>(`${path}/${part}`, { signal }),
    staleTime: Infinity,
  })
  return (
    <Loaded from={file}>
      {({ text }) => {
        if (text.trim() === '') return <Notice icon="catalogue" title={say('common.none')} />
        if (part === 'values') return <CodeText label={say('detail.values')} text={text} />
        return (
          <section className="card">
            <Suspense fallback={<LoadingView />}>
              <Markdown text={text} />
            </Suspense>
          </section>
        )
      }}
    </Loaded>
  )
}

function Images({ path }: { readonly path: string }) {
  const say = useText()
  const api = useApi()
  const images = useQuery({
    queryKey: ['chart', path, 'images'],
    queryFn: ({ signal }) => api.request<ChartImages>(`${path}/images`, { signal }),
    staleTime: Infinity,
  })
  return (
    <Loaded from={images}>
      {(found) => (
        <section className="card">
          <h2>{say('catalogue.images')}</h2>
          <ul className="lines">
            {found.images.map(({ image, certainty }) => (
              <li key={image}>
                <code className="break">{image}</code>
                <span className="quiet push">{certainty === 'certain' ? '' : certainty}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Loaded>
  )
}
