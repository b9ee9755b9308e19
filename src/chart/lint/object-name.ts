import { byteLength } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomain = `${label}(\\.${label})*`
const oldLabel = '[a-z]([-a-z0-9]*[a-z0-9])?'

const isLabel = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const isSubdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const isOldLabel = /^[a-z]([-a-z0-9]*[a-z0-9])?$/

const labelMost = 63
const subdomainMost = 253

/** The problem with the name of an object of this kind, or undefined. */
export function objectNameProblem(kind: string, name: string): string | undefined {
  const faults = [...new Set(faultsOf(kind, name))]
  if (faults.length === 0) return undefined
  const shown = faults.map((fault) => `metadata.name: Invalid value: ${quote(name)}: ${fault}`)
  const list = shown.length === 1 ? shown.join('') : `[${shown.join(', ')}]`
  const what = 'object name does not conform to Kubernetes naming requirements'
  return `${what}: ${quote(name)}: ${list}`
}

function faultsOf(kind: string, name: string): readonly string[] {
  switch (kind.toLowerCase()) {
    case 'service':
      return oldLabelFaults(name)
    case 'namespace':
      return labelFaults(name)
    case 'certificatesigningrequest':
      return []
    case 'role':
    case 'clusterrole':
    case 'rolebinding':
    case 'clusterrolebinding':
      return pathSegmentFaults(name)
    default:
      return subdomainFaults(name)
  }
}

function subdomainFaults(name: string): string[] {
  const rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
  const faults = lengthFaults(name, subdomainMost)
  return isSubdomain.test(name) ? faults : [...faults, explain(rule, ['example.com'], subdomain)]
}

function labelFaults(name: string): string[] {
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"
  const faults = lengthFaults(name, labelMost)
  if (isLabel.test(name)) return faults
  const isDotted = isSubdomain.test(name)
  return [
    ...faults,
    isDotted ? 'must not contain dots' : explain(rule, ['my-name', '123-abc'], label),
  ]
}

function oldLabelFaults(name: string): string[] {
  const rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character"
  const faults = lengthFaults(name, labelMost)
  const examples = ['my-name', 'abc-123']
  return isOldLabel.test(name) ? faults : [...faults, explain(rule, examples, oldLabel)]
}

function pathSegmentFaults(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`]
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`)
}

function lengthFaults(name: string, most: number): string[] {
  return byteLength(name) > most ? [`must be no more than ${most} characters`] : []
}

function explain(rule: string, examples: readonly string[], pattern: string): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ')
  return `${rule} (e.g. ${shown}regex used for validation is '${pattern}')`
}
