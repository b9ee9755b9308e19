// Helm 4's own wording of what text/template reports.
import { errorText, ExecError, failEnd, failStart } from './run/exec-error.ts'
import type { FuncError } from './func.ts'

/** `parse error at (PLACE): MESSAGE`, of which the message is what follows the last `: `. */
export function parseErrorText(file: string, message: string): string {
  const pieces = message.split(': ')
  if (pieces.length === 1) return `parse error in (${file}): ${message}`
  return `parse error at (${pieces[1]}): ${pieces.at(-1)}`
}

/**
 * Helm's text for an execution error: the text of `required` or `fail` alone; a block for each
 * template on the way where text/template found the fault; else text/template's single line.
 */
export function execErrorText(file: string, error: ExecError): string {
  const { message } = error
  const [, place, ...rest] = message.split(': ')
  if (place === undefined || rest.length === 0) return `execution error in (${file}): ${message}`
  const failed = failText(rest.join(': '))
  if (failed !== undefined) return `execution error at (${place}): ${failed}`
  const links = linksOf(error)
  // Each text holds the texts of all links below it. A chain can be a thousand long, so the last link,
  // which alone may be a function's own error, is read before the others.
  const last = links.at(-1)
  if (last === undefined || readBlock(errorText(last)) === undefined) return message
  const blocks: Block[] = []
  for (const link of links) {
    const block = readBlock(errorText(link))
    if (block === undefined) return message
    const before = blocks.at(-1)
    if (before === undefined || !isSameBlock(before, block)) blocks.push(block)
  }
  return trimSpace(blocks.map(writeBlock).join(''))
}

/** The error and its causes, the innermost last. */
function linksOf(error: ExecError): (ExecError | FuncError)[] {
  const links: (ExecError | FuncError)[] = []
  let link: ExecError | FuncError | undefined = error
  while (link !== undefined) {
    links.push(link)
    link = link instanceof ExecError ? link.cause : undefined
  }
  return links
}

function failText(text: string): string | undefined {
  const start = text.indexOf(failStart)
  const end = text.lastIndexOf(failEnd)
  const from = start + failStart.length
  return start < 0 || end < from ? undefined : text.slice(from, end)
}

interface Block {
  readonly place: string
  readonly executed: string
  readonly message: string
}

const prefix = 'template: '

function readBlock(text: string): Block | undefined {
  if (!text.startsWith(prefix)) return undefined
  const rest = text.slice(prefix.length)
  if (rest.startsWith('no template ')) return { place: '', executed: '', message: text }
  return readExecuting(rest) ?? readSimple(rest)
}

/** `PLACE: executing "NAME" at <NODE>: MESSAGE`. */
function readExecuting(text: string): Block | undefined {
  const [place, after] = cut(text, ': executing ')
  if (after === undefined || !after.startsWith('"')) return undefined
  const endQuote = after.indexOf('"', 1)
  if (endQuote < 0 || !after.startsWith(' at <', endQuote + 1)) return undefined
  const [node, message] = cut(after.slice(endQuote + ' at <'.length + 1), '>: ')
  if (message === undefined) return undefined
  const executed = `executing "${after.slice(1, endQuote)}" at <${node}>:`
  return { place, executed, message: beforeNextTemplate(message) }
}

function readSimple(text: string): Block | undefined {
  const at = text.lastIndexOf(': ')
  if (at < 0) return undefined
  return { place: text.slice(0, at), executed: '', message: beforeNextTemplate(text.slice(at + 2)) }
}

function beforeNextTemplate(message: string): string {
  return cut(message, ' template:')[0]
}

function cut(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}

function isSameBlock(a: Block, b: Block): boolean {
  return a.place === b.place && a.executed === b.executed && a.message === b.message
}

function writeBlock({ place, executed, message }: Block): string {
  const placeLine = place === '' ? '' : `${place}\n  `
  const executedLine = executed === '' ? '' : `${executed}\n    `
  return placeLine + executedLine + (message === '' ? '' : `${message}\n`)
}

function trimSpace(text: string): string {
  const space = /[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/
  let start = 0
  let end = text.length
  while (start < end && space.test(text.charAt(start))) start++
  while (end > start && space.test(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
