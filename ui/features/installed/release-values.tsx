import { Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePreview } from '../../api/use-preview.ts'
import { type RemotePlace, useRelease } from '../../api/use-release.ts'
import { CodeText } from '../../components/code-text.tsx'
import type { LayeredValue } from '../../components/engine/answers.ts'
import { type OpenEngine, useEngine } from '../../components/engine/use-engine.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'
import { useAddress } from '../../components/use-address.ts'
import { type PlainValue, writeInline } from '../../components/values-text/plain-value.ts'
import { Loaded, LoadingView, Notice } from '../../components/views.tsx'
import type { RenderedFrom } from './rendered-from.ts'

interface Values {
  readonly revision: number
  readonly text: string
}

interface Props {
  readonly release: RemotePlace
  readonly from: RenderedFrom
}

/** The values that the release was made from, each with the layer that set it. */
export function ReleaseValues({ release, from }: Props) {
  const say = useText()
  const [all, setAll] = useAddress('all')
  const preview = usePreview(from.object)
  const engine = useEngine(preview.data)
  const isHere = preview.data?.archive !== undefined
  if (preview.isPending || (isHere && engine === undefined)) return <LoadingView />
  return (
    <section className="card stack">
      <Switch
        label={say('values.withDefaults')}
        checked={all === 'true'}
        onChange={(event) => setAll(event.currentTarget.checked ? 'true' : '')}
      />
      {engine === undefined ? (
        <RecordedValues release={release} all={all === 'true'} />
      ) : (
        <Layers engine={engine} text={from.text} all={all === 'true'} />
      )}
    </section>
  )
}

interface RecordedProps {
  readonly release: RemotePlace
  readonly all: boolean
}

/** The values of the record, for people who may not plan. */
function RecordedValues({ release, all }: RecordedProps) {
  const say = useText()
  const values = useRelease<Values>(release, '/values', { query: { all } })
  return (
    <Loaded from={values}>
      {({ text }) =>
        text.trim() === '' || text.trim() === '{}' ? (
          <p className="quiet">{say('detail.noValues')}</p>
        ) : (
          <CodeText label={say('detail.values')} text={text} />
        )
      }
    </Loaded>
  )
}

interface LayersProps {
  readonly engine: OpenEngine
  readonly text: string
  readonly all: boolean
}

function Layers({ engine, text, all }: LayersProps) {
  const say = useText()
  const [words, setWords] = useAddress('find')
  const values = useQuery({
    queryKey: ['blame', engine.facts.name, engine.facts.version, text],
    queryFn: () => engine.client.ask({ do: 'blame', text }),
    gcTime: 0,
  })
  return (
    <>
      <TextInput
        aria-label={say('form.filter')}
        placeholder={say('form.filter')}
        leftSection={<Icon name="search" size={15} />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Loaded from={values}>
        {(list) => {
          const chosen = list.filter(
            ({ path, layer }) =>
              (all || layer !== 'chart') && path.toLowerCase().includes(words.toLowerCase()),
          )
          if (chosen.length > 0) return <LayerTable values={chosen} />
          return words === '' ? (
            <p className="quiet">{say('detail.noValues')}</p>
          ) : (
            <Notice icon="search" title={say('view.emptyFilter')} />
          )
        }}
      </Loaded>
    </>
  )
}

/** Rows that are drawn at once; a search finds the others. */
const mostRows = 500

function LayerTable({ values }: { readonly values: readonly LayeredValue[] }) {
  const say = useText()
  return (
    <div className="wide-table">
      <table className="layers stacked">
        <thead>
          <tr>
            <th>{say('defaults.setting')}</th>
            <th>{say('explain.value')}</th>
            <th>{say('explain.setBy')}</th>
          </tr>
        </thead>
        <tbody>
          {values.slice(0, mostRows).map(({ path, value, layer, name }) => (
            <tr key={path}>
              <td>
                <code className="break">{path}</code>
              </td>
              <td>
                <code className="break">{shown(path, value as PlainValue)}</code>
              </td>
              <td>
                <span className="tag" data-layer={layer}>
                  {say(`layer.${layer}`)}
                </span>{' '}
                <span className="quiet break">{layer === 'chart' ? '' : name}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {values.length > mostRows ? (
        <p className="quiet">{say('common.of', { n: mostRows, total: values.length })}</p>
      ) : undefined}
    </div>
  )
}

const secretName = /pass(?:word|wd|phrase)|secret(?!name)|token|api-?key|access-?key/i

// A name that tells of a secret is enough to hide a text that somebody looks over.
function shown(path: string, value: PlainValue): string {
  const isHidden = typeof value === 'string' && value !== '' && secretName.test(path)
  return isHidden ? '***' : writeInline(value)
}
