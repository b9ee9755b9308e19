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
const keyName = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const keyText =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const keyExamples = ['MyName', 'my.name', '123-abc']

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

/** What may stand between slashes in a path. */
export const isPathSegment: NameRule = (text) => {
  if (text === '.' || text === '..') return [`may not be '${text}'`]
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`)
}

/** A key of a label or annotation, or the name of a finalizer: an optional domain, a slash, a name. */
export const isQualifiedName: NameRule = (text) => {
  const parts = text.split('/')
  if (parts.length > 2) {
    const name = describe(keyText, keyName, keyExamples)
    return [
      `a valid label key ${name} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const name = parts.at(-1) ?? ''
  const prefix = parts.length === 2 ? parts[0] : undefined
  const problems: string[] = []
  if (prefix === '') problems.push('prefix part must be non-empty')
  else if (prefix !== undefined)
    problems.push(...isSubdomain(prefix).map((fault) => `prefix part ${fault}`))
  if (name === '') problems.push('name part must be non-empty')
  problems.push(...longerThan(name, 63, 'bytes').map((fault) => `name part ${fault}`))
  problems.push(...unlike(name, keyName, keyText, keyExamples).map((fault) => `name part ${fault}`))
  return problems
}

export const isLabelValue: NameRule = (text) => [
  ...longerThan(text, 63, 'bytes'),
  ...unlike(
    text,
    `(${keyName})?`,
    `a valid label must be an empty string or ${keyText.replace('must consist', 'consist')}`,
    ['MyValue', 'my_value', '12345'],
  ),
]

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
