import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '../../api/api-context.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import { CodeText } from '../../components/code-text.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { useText } from '../../components/locale.tsx'
import { readChartSchema } from '../../components/schema-form/chart-schema-text.ts'
import type { FormSchema } from '../../components/schema-form/form-schema.ts'
import { inferSchema } from '../../components/schema-form/infer-schema.ts'
import { type SchemaRow, schemaRows } from '../../components/schema-form/schema-rows.ts'
import { readValuesText } from '../../components/values-text/edit-values-text.ts'
import { writeInline } from '../../components/values-text/plain-value.ts'
import { Loaded, Notice } from '../../components/views.tsx'

interface ChartText {
  readonly text: string
}

interface Props {
  readonly extension: Nouns['extensions']
  /** The chart in the API. */
  readonly path: string
}

/** Every setting with its type, default and words: of the extension's own schema, that of its chart, or one made of its values. */
export function ChartSchema({ extension, path }: Props) {
  const api = useApi()
  const { parameters, sources } = extension.spec
  // A values document decides what the chart gets of the parameters.
  const isMapped = sources.at(-1)?.values !== undefined
  const texts = useQuery({
    queryKey: ['chart', path, 'settings'],
    queryFn: async ({ signal }) => {
      const [values, schema] = await Promise.all([
        api.request<ChartText>(`${path}/values`, { signal }),
        api.request<ChartText>(`${path}/schema`, { signal }),
      ])
      return { values: values.text, schema: schema.text }
    },
    staleTime: Infinity,
  })
  return (
    <Loaded from={texts}>
      {({ values, schema }) => {
        const written = parameters ?? readChartSchema(schema)
        return <Settings schema={written} values={isMapped ? '' : values} />
      }}
    </Loaded>
  )
}

interface SettingsProps {
  /** Undefined for one that is made of the values. */
  readonly schema: FormSchema | undefined
  readonly values: string
}

function Settings({ schema, values }: SettingsProps) {
  const say = useText()
  const [words, setWords] = useState('')
  const rows = useMemo(
    () => schemaRows(schema ?? inferSchema(values), readValuesText(values)),
    [schema, values],
  )
  if (rows.length === 0) return <Notice icon="catalogue" title={say('catalogue.noSettings')} />
  const wanted = words.toLowerCase()
  const shown = rows.filter(({ path, description }) =>
    `${path} ${description}`.toLowerCase().includes(wanted),
  )
  return (
    <section className="card stack-small">
      <FilterBar
        label={say('form.filter')}
        {...{ words, setWords, choices: [], chosen: '', choose: () => {} }}
      >
        <span className="quiet push">
          {say(schema === undefined ? 'schema.inferred' : 'schema.written', { n: rows.length })}
        </span>
      </FilterBar>
      <div className="wide-table" tabIndex={0} role="region" aria-label={say('schema.title')}>
        <table className="layers settings-table">
          <thead>
            <tr>
              <th scope="col">{say('defaults.setting')}</th>
              <th scope="col">{say('schema.type')}</th>
              <th scope="col">{say('schema.default')}</th>
              <th scope="col">{say('schema.words')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.path} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {schema === undefined ? undefined : (
        <details>
          <summary>{say('schema.raw')}</summary>
          <CodeText label={say('schema.raw')} text={JSON.stringify(schema, undefined, 2)} />
        </details>
      )}
    </section>
  )
}

function Row({ row }: { readonly row: SchemaRow }) {
  const say = useText()
  const { path, type, fallback, description, isRequired, choices } = row
  return (
    <tr>
      <td>
        <code className="break">{path}</code>
        {isRequired ? <span className="wait"> {say('catalogue.required')}</span> : undefined}
      </td>
      <td>{choices.length > 0 ? choices.map((one) => writeInline(one)).join(', ') : type}</td>
      <td>
        {fallback === undefined ? (
          <span className="quiet">–</span>
        ) : (
          <code className="break">{writeInline(fallback)}</code>
        )}
      </td>
      <td className="break">{description}</td>
    </tr>
  )
}
