import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '../../api/api-client.ts'
import { useApi } from '../../api/api-context.ts'
import type { Nouns } from '../../api/shown-kinds.ts'
import type { FormSchema } from '../../components/schema-form/form-schema.ts'
import { inferSchema } from '../../components/schema-form/infer-schema.ts'
import { readValuesText } from '../../components/values-text/edit-values-text.ts'
import type { PlainValue } from '../../components/values-text/write-value.ts'

interface ChartText {
  readonly text: string
}

export interface Form {
  readonly schema: FormSchema
  /** The default values of the chart, where the settings are its values. */
  readonly defaults: PlainValue | undefined
}

/** The schema of the settings of an extension: its own, that of its chart, or one made of the chart's values. Undefined while it is on its way. */
export function useFormSchema(extension: Nouns['extensions']): Form | undefined {
  const api = useApi()
  const { parameters, sources } = extension.spec
  const source = sources.at(-1)
  // Only charts of a Repository of the platform can be asked for; others are edited as text.
  const chart =
    source === undefined || source.values !== undefined || /[:/]/.test(source.repo)
      ? ''
      : `/charts/outrigger-system/${source.repo}/${encodeURIComponent(source.name ?? extension.metadata.name)}`
  const found = useQuery({
    queryKey: ['form', chart],
    enabled: chart !== '',
    queryFn: ({ signal }) => readForm(api, chart, signal),
    staleTime: Infinity,
    retry: false,
  })
  if (chart === '' || found.isError) return { schema: parameters ?? {}, defaults: undefined }
  if (found.data === undefined) return undefined
  return { ...found.data, ...(parameters === undefined ? {} : { schema: parameters }) }
}

async function readForm(api: ApiClient, chart: string, signal: AbortSignal): Promise<Form> {
  const [{ text: schema }, { text: values }] = await Promise.all([
    api.request<ChartText>(`${chart}/schema`, { signal }),
    api.request<ChartText>(`${chart}/values`, { signal }),
  ])
  const isWritten = schema.trim() !== ''
  return {
    schema: isWritten ? (JSON.parse(schema) as FormSchema) : inferSchema(values),
    defaults: readValuesText(values),
  }
}
