import { existsSync, readdirSync } from 'node:fs'
import type { LintRow } from '../lint-row.ts'

const charts = new URL('../../../charts/charts/', import.meta.url)

/** Every chart of our own, and the archives inside them. */
export const rows: readonly LintRow[] = readdirSync(charts)
  .toSorted()
  .filter((name) => existsSync(new URL(`${name}/Chart.yaml`, charts)))
  .map((name) => ({ name, args: [name, '--with-subcharts'] }))
