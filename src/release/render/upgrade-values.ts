import type { Chart, Table } from '../../chart/chart.ts'
import { coalesceValues, completeTable } from '../../chart/values/coalesce.ts'
import { copyTable } from '../../chart/values/table.ts'
import { tableOfJson } from '../record/values-json.ts'
import type { ReleaseRecord } from '../release.ts'

/**
 * The use of the values of the revision before: `default` takes them when there are no new ones,
 * `reuse` puts new ones over them and keeps the old chart's defaults, `reset-then-reuse` takes the
 * new chart's, `reset` forgets them.
 */
export type ReuseRule = 'default' | 'reset' | 'reuse' | 'reset-then-reuse'

export interface UpgradeValues {
  readonly values: Table
  /** With the defaults that it renders with. */
  readonly chart: Chart
}

/** The values and defaults of an upgrade. */
export function upgradeValues(
  given: UpgradeValues,
  before: ReleaseRecord,
  rule: ReuseRule,
  warn: (message: string) => void,
): UpgradeValues {
  const config = tableOfJson(before.config ?? {})
  const { chart, values } = given
  if (rule === 'reset') return given
  if (rule === 'default') {
    return values.size === 0 && config.size > 0 ? { chart, values: config } : given
  }
  const merged = completeTable(copyTable(values), copyTable(config), 'coalesce', warn)
  if (rule === 'reset-then-reuse') return { chart, values: merged }
  return { chart: { ...chart, values: oldDefaults(chart, before, config, warn) }, values: merged }
}

// The stored values of a chart hold those of its subcharts, too.
function oldDefaults(
  chart: Chart,
  before: ReleaseRecord,
  config: Table,
  warn: (message: string) => void,
): Table {
  const values = tableOfJson(before.chart.values ?? {})
  return coalesceValues({ ...chart, values, dependencies: [] }, config, 'coalesce', warn)
}
