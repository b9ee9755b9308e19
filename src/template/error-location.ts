import type { TemplateLocation } from './errors.ts'
import { ExecError } from './run/exec-error.ts'
import { nodeText } from './parse/node-text.ts'

/** Where an execution failed: the innermost template that was being executed. */
export function executionLocation(error: unknown): TemplateLocation | undefined {
  let innermost: ExecError | undefined
  for (let link: unknown = error; link instanceof Error; link = link.cause) {
    if (link instanceof ExecError) innermost = link
  }
  if (innermost === undefined) return undefined
  const { tree, node } = innermost
  const { name, text } = tree.source
  const line = text.slice(0, node.pos).split('\n').length
  const lineStart = text.lastIndexOf('\n', node.pos - 1) + 1
  const lineText = text.split('\n')[line - 1] ?? ''
  return { template: name, line, column: node.pos - lineStart, lineText, node: nodeText(node) }
}

/** Where a text could not be parsed, as the message says: `template: NAME:LINE: …`. */
export function parseLocation(
  name: string,
  text: string,
  message: string,
): TemplateLocation | undefined {
  const prefix = `template: ${name}:`
  if (!message.startsWith(prefix)) return undefined
  const line = Number.parseInt(message.slice(prefix.length), 10)
  const lineText = text.split('\n')[line - 1]
  if (lineText === undefined) return undefined
  return { template: name, line, column: undefined, lineText, node: undefined }
}
