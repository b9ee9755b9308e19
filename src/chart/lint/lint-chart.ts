import type { KubeVersion } from '../../template/objects/capabilities.ts'
import type { Entropy } from '../../template/func.ts'
import type { Table } from '../chart.ts'
import type { Warn } from '../values/coalesce.ts'
import { lintChartFile } from './chart-file.ts'
import { lintCrds } from './crds.ts'
import { lintDependencies } from './dependencies.ts'
import type { LintMessage } from './message.ts'
import type { LintSubject } from './subject.ts'
import { lintTemplates } from './templates.ts'
import { lintValues } from './values-file.ts'

export interface LintOptions {
  /** The values of the user, all layers merged. */
  readonly values: Table
  readonly namespace: string
  readonly kubeVersion?: KubeVersion
  readonly skipSchema: boolean
  readonly entropy: Entropy
  /** Receives what Helm would log. */
  readonly warn: Warn
}

/** The messages of Helm 4.2.3's linter about a chart, in its order. */
export function lintChart(subject: LintSubject, options: LintOptions): readonly LintMessage[] {
  return [
    ...lintChartFile(subject),
    ...lintValues(subject, options),
    ...lintTemplates(subject, options),
    ...lintDependencies(subject),
    ...lintCrds(subject),
  ]
}
