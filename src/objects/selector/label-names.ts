import { byteLength } from '../../formats/go-string.ts'

// The rules for keys and values of labels, with the words of Kubernetes where one is broken.

/** The problems of a label's key; empty when there are none. */
export function labelKeyProblems(key: string): readonly string[] {
  const parts = key.split('/')
  if (parts.length > 2)
    return [
      `a valid label key ${nameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  const name = parts.at(-1) ?? ''
  const prefix = parts.length === 2 ? parts[0] : undefined
  return [
    ...(prefix === undefined ? [] : prefixProblems(prefix)),
    ...(name === '' ? ['name part must be non-empty'] : []),
    ...(byteLength(name) > maxName ? [`name part ${tooLong(maxName)}`] : []),
    ...(namePattern.test(name) ? [] : [`name part ${nameRule}`]),
  ]
}

/** The problems of a label's value; empty when there are none. */
export function labelValueProblems(value: string): readonly string[] {
  return [
    ...(byteLength(value) > maxName ? [tooLong(maxName)] : []),
    ...(value === '' || namePattern.test(value) ? [] : [valueRule]),
  ]
}

function prefixProblems(prefix: string): readonly string[] {
  if (prefix === '') return ['prefix part must be non-empty']
  return [
    ...(byteLength(prefix) > maxSubdomain ? [`prefix part ${tooLong(maxSubdomain)}`] : []),
    ...(subdomainPattern.test(prefix) ? [] : [`prefix part ${subdomainRule}`]),
  ]
}

function tooLong(most: number): string {
  return `must be no more than ${most} bytes`
}

const maxName = 63
const maxSubdomain = 253
const namePattern = /^(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const subdomainPattern = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/

const nameRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

const valueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
