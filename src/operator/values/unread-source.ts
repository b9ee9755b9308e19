import { ChartError } from '../../chart/errors.ts'
import { type ValuesSource, mergeValues } from './merge-values.ts'

/** Why an object with values cannot be taken. */
export interface UnreadSource {
  readonly reason: 'ValuesNotFound' | 'InvalidValues'
  readonly message: string
}

/** Which object with values is not there, or does not read, and why; of a Secret, nothing of what is in it. */
export function unreadSource(
  sources: readonly ValuesSource[],
  namespace: string,
): UnreadSource | undefined {
  for (const source of sources) {
    const { kind, name, key = '', optional } = source.from
    const what = `${kind} ${namespace}/${name}`
    if (!optional && source.data === undefined)
      return { reason: 'ValuesNotFound', message: `${what}, which holds values, does not exist` }
    if (!optional && key !== '' && source.data?.[key] === undefined)
      return { reason: 'ValuesNotFound', message: `${what}, which holds values, has no key ${key}` }
    try {
      mergeValues({}, [source])
    } catch (error) {
      if (!(error instanceof ChartError)) throw error
      const line = /line \d+/.exec(error.message)?.[0]
      const told = kind === 'Secret' ? (line ?? 'it is no YAML object') : error.message
      return { reason: 'InvalidValues', message: `${key} of ${what} does not read: ${told}` }
    }
  }
  return undefined
}
