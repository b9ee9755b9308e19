import { checkedMinor } from '../../apiserver/kubernetes-version.ts'
import { UsageError } from '../errors.ts'

/** The minor version in `1.34`, `v1.34` or `1.34.2`. */
export function readMinor(text: string): number | UsageError {
  const [, digits] = /^v?1\.(\d{1,3})(?:\.\d+)?$/.exec(text) ?? []
  try {
    return checkedMinor(Number(digits ?? Number.NaN))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const range = digits === undefined ? 'give one such as 1.36' : error.message
    return new UsageError('bad-value', `--kubernetes ${text} is not a version here: ${range}`)
  }
}
