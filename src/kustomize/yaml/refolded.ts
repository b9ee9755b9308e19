import { composeDocument } from '../../formats/yaml/compose.ts'
import { isBreak, notLiteral, shapeOf } from '../../formats/yaml/write/emit-scalar.ts'

const rules = { tabsInLiterals: true }

/**
 * A folded text after go-yaml v3 has written it and read it again, as kustomize does on the way to
 * its output: before lines that are indented further a line break is added.
 */
export function refolded(text: string): string {
  if ((shapeOf(text, rules) & notLiteral) !== 0) return text
  const root = composeDocument(`>${headerOf(text)}\n${bodyOf(text)}`)
  return root?.kind === 'scalar' ? root.value : text
}

function headerOf(text: string): string {
  const first = text.charCodeAt(0)
  const hint = first === 0x20 || isBreak(first) ? '2' : ''
  if (!text.endsWith('\n')) return `${hint}-`
  return text.length === 1 || text.endsWith('\n\n') ? `${hint}+` : hint
}

function bodyOf(text: string): string {
  // The writer looks at the first line where it means the next one.
  const startsPlain = /^\n*[^\n \t]/.test(text)
  let body = ''
  let afterBreak = true
  let isIndented = true
  for (const char of text) {
    if (char === '\n') {
      if (!afterBreak && !isIndented && startsPlain) body += '\n'
      body += '\n'
      afterBreak = true
      continue
    }
    if (afterBreak) {
      body += '  '
      isIndented = char === ' ' || char === '\t'
    }
    body += char
    afterBreak = false
  }
  return body
}
