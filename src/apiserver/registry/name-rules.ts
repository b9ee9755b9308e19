// Which names Kubernetes allows where, and what it says otherwise. Each rule gives what is wrong.

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const subdomain = `${label}(\\.${label})*`
const labelText =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"
const subdomainText =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'
const label1035Text =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character"
type NameRule = (text: string) => readonly string[]

export const isSubdomain: NameRule = (text) => [
  ...longerThan(text, 253, 'characters'),
  ...unlike(text, subdomain, subdomainText, ['example.com']),
]

export const isLabel: NameRule = (text) => {
  const problems = [...longerThan(text, 63, 'bytes')]
  if (unlike(text, label, labelText, []).length === 0) return problems
  if (unlike(text, subdomain, subdomainText, []).length === 0) {
    return [...problems, 'must not contain dots']
  }
  return [...problems, ...unlike(text, label, labelText, ['my-name', '123-abc'])]
}

export const isLabel1035: NameRule = (text) => [
  ...longerThan(text, 63, 'bytes'),
  ...unlike(text, label1035, label1035Text, ['my-name', 'abc-123']),
]

/** The rule for a text between slashes in a path. */
export const isPathSegment: NameRule = (text) => {
  if (text === '.' || text === '..') return [`may not be '${text}'`]
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`)
}

export const isConfigKey: NameRule = (text) => {
  const problems = [
    ...longerThan(text, 253, 'characters'),
    ...unlike(
      text,
      '[-._a-zA-Z0-9]+',
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
      ['key.name', 'KEY_NAME', 'key-name'],
    ),
  ]
  if (text === '.') problems.push("must not be '.'")
  else if (text === '..') problems.push("must not be '..'")
  else if (text.startsWith('..')) problems.push("must not start with '..'")
  return problems
}

function longerThan(text: string, most: number, unit: string): readonly string[] {
  return Buffer.byteLength(text) > most ? [`must be no more than ${most} ${unit}`] : []
}

function unlike(
  text: string,
  pattern: string,
  message: string,
  examples: readonly string[],
): readonly string[] {
  return new RegExp(`^(?:${pattern})$`).test(text) ? [] : [describe(message, pattern, examples)]
}

function describe(message: string, pattern: string, examples: readonly string[]): string {
  const list = examples.map((example) => `'${example}'`).join(',  or ')
  return `${message} (e.g. ${list}, regex used for validation is '${pattern}')`
}

const longestPortName = 15

/** Names of ports: short, with a letter in them. */
export function isPortName(name: string): readonly string[] {
  const faults: string[] = []
  if (name.length > longestPortName) {
    faults.push(`must be no more than ${longestPortName} characters`)
  }
  if (!/^[-a-z0-9]+$/.test(name)) {
    faults.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
  }
  if (!/[a-z]/.test(name)) faults.push('must contain at least one letter (a-z)')
  if (name.includes('--')) faults.push('must not contain consecutive hyphens')
  if (name.startsWith('-') || name.endsWith('-')) {
    faults.push('must not begin or end with a hyphen')
  }
  return faults
}
