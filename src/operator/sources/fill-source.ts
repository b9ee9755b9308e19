import type { Chart, Table } from '../../chart/chart.ts'
import { KustomizeError } from '../../kustomize/errors.ts'
import type { BuiltDocument } from '../../kustomize/node/build-job.ts'
import { substitutionBudget } from '../../kustomize/substitute/evaluate.ts'
import { substituteVariables } from '../../kustomize/substitute/substitute-variables.ts'
import { chartOfDocuments } from './chart-of-files.ts'
import type { LoadedSource } from './source-cache.ts'
import { variablesOf } from '../values/variables.ts'

/** The chart that is rendered for a source and values: of a kustomization, its objects with the variables filled in. */
export function fillSource({ chart, built }: LoadedSource, values: Table): Chart {
  if (built === undefined) return chart
  const variables = variablesOf(values)
  if (variables.size === 0) return chart
  const budget = substitutionBudget()
  const documents = built.map((document): BuiltDocument => {
    if (document.isLeftOut) return document
    try {
      return { ...document, text: substituteVariables(document.text, variables, budget) }
    } catch (error) {
      if (!(error instanceof KustomizeError)) throw error
      const what = `${document.kind} ${document.name}: ${error.message}`
      throw new KustomizeError(error.code, what, { cause: error })
    }
  })
  return chartOfDocuments(documents, chart.metadata.name)
}
