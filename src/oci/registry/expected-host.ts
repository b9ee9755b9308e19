import { isIP } from 'node:net'

/**
 * Whether a request to a registry on this machine alone names it as this machine does. A web page can
 * make its own name lead here and then speak with us as its own server; the name gives it away.
 */
export function isExpectedHost(header: string | undefined, names: readonly string[]): boolean {
  const name = (header ?? '').replace(/:\d+$/, '').toLowerCase()
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true
  return name === 'localhost' || name.endsWith('.localhost') || names.includes(name)
}
