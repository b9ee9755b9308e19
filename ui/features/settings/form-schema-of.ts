import type { Nouns } from '../../api/shown-kinds.ts'
import type { ChartFacts } from '../../components/engine/answers.ts'
import { readChartSchema } from '../../components/schema-form/chart-schema-text.ts'
import type { FormSchema } from '../../components/schema-form/form-schema.ts'
import { inferSchema } from '../../components/schema-form/infer-schema.ts'
import { readValuesText } from '../../components/values-text/edit-values-text.ts'
import type { PlainValue } from '../../components/values-text/plain-value.ts'

export interface Form {
  readonly schema: FormSchema
  /** The default values of the chart, where the settings are its values. */
  readonly defaults: PlainValue | undefined
  /** Rancher's questions, where the settings are the values of the chart. */
  readonly questions: string
}

/** The form of the settings of an extension: of its own schema, that of its chart, or one made of the chart's values and their comments. */
export function formOf(
  extension: Nouns['extensions'],
  chart: ChartFacts | undefined,
  isMapped: boolean,
): Form {
  const { parameters } = extension.spec
  // A values document decides what the chart gets of the parameters.
  if (chart === undefined || isMapped) {
    return { schema: parameters ?? {}, defaults: undefined, questions: '' }
  }
  const written = parameters ?? readChartSchema(chart.schema)
  return {
    schema: written ?? inferSchema(chart.values),
    defaults: readValuesText(chart.values),
    questions: chart.questions,
  }
}
