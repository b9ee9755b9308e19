import type { Chart } from '../../../chart/chart.ts'
import { ChartError } from '../../../chart/errors.ts'
import { explainFailure } from '../../../chart/explain/explain-failure.ts'
import type { RenderRequest } from '../../../chart/render/render.ts'
import type { ReadFile, UserValues } from '../../../chart/values/user-values.ts'
import { withDefaultSignals } from '../../../std/node/with-default-signals.ts'
import { RenderError } from '../../../template/errors.ts'
import { PlainError } from '../../errors.ts'
import { failureText } from './failure-text.ts'

/** The render that failed. */
export interface FailedRender {
  readonly chart: Chart
  readonly request: RenderRequest
  readonly given: UserValues
  readonly readFile: ReadFile
}

/** The error to print for a failed render: Helm's text, then what we know beyond it. */
export function reportFailure(error: unknown, render: FailedRender): unknown {
  if (error instanceof ChartError) return new PlainError(error.message, { cause: error })
  if (!(error instanceof RenderError)) return error
  const { chart, request, given, readFile } = render
  const explained = withDefaultSignals(() =>
    explainFailure(chart, request, { given, readFile }, error),
  )
  const more = explained === undefined ? '' : `\n\n${failureText(explained)}`
  return new PlainError(error.message + more, { cause: error })
}
