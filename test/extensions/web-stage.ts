import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage } from './extension-stage.ts'

const settings = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-settings}
data:
  chart: {{ .Chart.Version | quote }}
  colour: {{ .Values.colour | quote }}
  note: {{ .Values.note | quote }}
`
const values = 'colour: grey\nnote: none\n'
const files = { 'values.yaml': values, 'templates/settings.yaml': settings }

/** A stage, and a chart that shows in the ConfigMap `NAME-settings` what it was given. */
export interface WebStage {
  readonly stage: ExtensionStage
  /** Where the chart is. */
  readonly url: string
  /** A source of an Extension: one version of the chart. */
  readonly source: (chartVersion: string, more?: JsonRecord) => JsonRecord
  readonly close: () => Promise<void>
}

/** A stage of Kubernetes 1.34 with the chart in some versions. */
export async function openWebStage(versions: readonly string[]): Promise<WebStage> {
  const charts = await ChartRepository.start(
    versions.map((version) => ({ name: 'web', version, files })),
  )
  const stage = await ExtensionStage.open(34)
  return {
    stage,
    url: charts.url,
    source: (chartVersion, more = {}) => ({ repo: charts.url, name: 'web', chartVersion, ...more }),
    close: async () => {
      await stage.close()
      await charts.stop()
    },
  }
}
