import type { UserValues } from '../../chart/values/user-values.ts'
import type { SourceChoice } from '../chart/sources/source-options.ts'

/** How charts are looked into. */
export interface ChartChoice {
  readonly values: UserValues
  readonly namespace: string
  readonly kubeVersion: string | undefined
  readonly apiVersions: readonly string[]
  readonly explore: boolean
  readonly maxRenders: number
  readonly choice: SourceChoice
}
