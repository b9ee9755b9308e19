/**
 * Expressions that change objects write them as `Object{spec: Object.spec{replicas: 1}}` and
 * `JSONPatch{op: "add"}`. Our reader of the language knows maps only, so that is what they become:
 * `{"spec": {"replicas": 1}}`.
 */
export function rewriteObjects(source: string): string {
  const tokens = source.match(token) ?? []
  /** For each open bracket, whether it is that of an object. */
  const open: boolean[] = []
  let isName = false
  return tokens
    .map((text) => {
      const wasName = isName
      isName = false
      if (objectStart.test(text)) {
        open.push(true)
        isName = true
        return '{'
      }
      if (text === 'jsonpatch.escapeKey') return 'escapePatchKey'
      if (/^[{[(]$/.test(text)) open.push(false)
      else if (/^[}\])]$/.test(text)) open.pop()
      else if (text === ',') isName = open.at(-1) === true
      else if (/^(?:\s|\/\/)/.test(text) || text === '?') isName = wasName
      else if (wasName && name.test(text)) return JSON.stringify(text)
      return text
    })
    .join('')
}

const objectStart = /^(?:Object|JSONPatch)(?:\s*\.\s*\w+)*\s*\{$/
const name = /^[A-Za-z_]\w*$/
const token =
  /\/\/[^\n]*|[rbRB]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?:Object|JSONPatch)(?:\s*\.\s*\w+)*\s*\{|jsonpatch\.escapeKey|[A-Za-z_]\w*|\s+|[^]/g
