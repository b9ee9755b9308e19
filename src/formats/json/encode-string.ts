// Strings in JSON as Go's encoding/json writes them.

const keep = 0
const escape = 1
const escapeHtml = 2

// The action for each ASCII character.
const actions = new Uint8Array(0x80)
for (let code = 0; code < 0x20; code++) actions[code] = escape
for (const char of '"\\') actions[char.charCodeAt(0)] = escape
for (const char of '<>&') actions[char.charCodeAt(0)] = escapeHtml

const shortForms: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

// From here on the engine's own writer is faster, although what Go writes otherwise is put in afterwards.
const longText = 256
const goEscapes = /[<>&\u2028\u2029]/g
const separators = /[\u2028\u2029]/g

/** A quoted JSON string; a byte that is not valid UTF-8 becomes the escape of U+FFFD. */
export function writeJsonString(text: string, html: boolean): string {
  if (text.length >= longText && text.isWellFormed()) {
    return JSON.stringify(text).replace(html ? goEscapes : separators, (char) =>
      escapeOf(char.charCodeAt(0), char),
    )
  }
  let out = '"'
  let done = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x80) {
      const action = actions[code]
      if (action === keep || (action === escapeHtml && !html)) continue
    } else if (code < 0xd800) {
      if (code !== 0x2028 && code !== 0x2029) continue
    } else if (code > 0xdfff) continue
    else if (isPairAt(text, i)) {
      i++
      continue
    }
    out += text.slice(done, i) + escapeOf(code, text.charAt(i))
    done = i + 1
  }
  return out + (done === 0 ? text : text.slice(done)) + '"'
}

function escapeOf(code: number, char: string): string {
  if (code >= 0xd800) return '\\ufffd'
  return shortForms[char] ?? `\\u${code.toString(16).padStart(4, '0')}`
}

function isPairAt(text: string, at: number): boolean {
  if (text.charCodeAt(at) > 0xdbff) return false
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff
}
