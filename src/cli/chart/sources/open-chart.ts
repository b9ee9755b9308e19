import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Chart } from '../../../chart/chart.ts'
import { loadChart } from '../../../chart/node/load-chart.ts'
import type { Io } from '../../io.ts'
import type { Ports } from '../../verb.ts'
import type { SourceChoice } from './source-options.ts'

/**
 * The chart that a user names, wherever it is: a folder or an archive of this machine first, as in Helm,
 * else from a repository, a registry or an address.
 */
export async function openChart(
  name: string,
  choice: SourceChoice,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<Chart> {
  const isHere = choice.repo === undefined && (existsSync(name) || isPath(name))
  if (isHere && !choice.verify) return loadChart(name)
  // The code that fetches is loaded only for charts that are elsewhere.
  const { fetchForUse } = await import('./fetch-for-use.ts')
  return await fetchForUse(name, { choice, where: isHere ? 'here' : 'elsewhere' }, context, signal)
}

function isPath(name: string): boolean {
  return isAbsolute(name) || name.startsWith('.')
}
