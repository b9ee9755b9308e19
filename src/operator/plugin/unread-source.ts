import { ChartError } from '../../chart/errors.ts'
import { type ValuesSource, mergeValues } from './merge-values.ts'

/** Which object with values does not read, and why; of a Secret, nothing of what is in it. */
export function unreadSource(
  sources: readonly ValuesSource[],
  namespace: string,
): string | undefined {
  for (const source of sources) {
    const { kind, name, key = '' } = source.from
    try {
      mergeValues({}, [source])
    } catch (error) {
      if (!(error instanceof ChartError)) throw error
      const line = /line \d+/.exec(error.message)?.[0]
      const told = kind === 'Secret' ? (line ?? 'it is no YAML object') : error.message
      return `${key} of ${kind} ${namespace}/${name} does not read: ${told}`
    }
  }
  return undefined
}
