import { parseRegistryReference } from '../../oci/reference.ts'
import { UsageError } from '../errors.ts'

/** The host of a registry as a user gives it: no scheme, no repository. */
export function checkRegistryHost(text: string): string {
  const bare = text.replace(/^(?:oci|https?):\/\//, '')
  const [host = ''] = bare.split('/')
  if (host !== text) {
    const message = `wanted the host of a registry, found ${JSON.stringify(text)}`
    throw new UsageError('bad-value', message, host === '' ? undefined : host)
  }
  // The rules of references are the rules of hosts.
  return parseRegistryReference(`${host}/repository`).host
}
