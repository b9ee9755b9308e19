// Keys and basic strings as BurntSushi's encoder writes them.

const bareKey = /^[A-Za-z0-9_-]+$/
// oxlint-disable-next-line no-control-regex
const escaped = /["\\\u0000-\u001f\u007f]/g

const shortForms: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
}

/** One part of a key, in quotes where it needs them. */
export function writeKey(key: string): string {
  return bareKey.test(key) ? key : quoteToml(key)
}

/** A dotted key. */
export function writeDottedKey(path: readonly string[]): string {
  return path.map(writeKey).join('.')
}

/** A basic string. */
export function quoteToml(text: string): string {
  return `"${text.replace(escaped, escapeOf)}"`
}

function escapeOf(char: string): string {
  return shortForms[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
}
