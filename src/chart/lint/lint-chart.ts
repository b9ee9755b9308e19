import type { KubeVersion } from '../../template/objects/capabilities.ts'
import type { Draws } from '../../template/func.ts'
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
  /** What the user set, all layers merged. */
  readonly values: Table
  readonly namespace: string
  readonly kubeVersion?: KubeVersion
  readonly skipSchema: boolean
  readonly draws: Draws
  /** Receives what Helm would log. */
  readonly warn: Warn
}

/** What Helm 4.2.3's linter says of a chart, in its order. */
export function lintChart(subject: LintSubject, options: LintOptions): readonly LintMessage[] {
  return [
    ...lintChartFile(subject),
    ...lintValues(subject, options),
    ...lintTemplates(subject, options),
    ...lintDependencies(subject),
    ...lintCrds(subject),
  ]
}
