import { UsageError } from './errors.ts'

/** The minor version in `1.36`, `v1.36` or `v1.36.3-gke.1`. */
export function readKubernetesMinor(text: string): number | UsageError {
  const [, digits] = /^v?1\.(\d{1,3})(?:\D|$)/.exec(text) ?? []
  if (digits !== undefined) return Number(digits)
  const message = `"${text}" is no version of Kubernetes: give one such as 1.36`
  return new UsageError('bad-value', message)
}
