import { ParseError, TypeError as CheckError } from '@marcbachmann/cel-js'
import type { SourceLocation } from '@marcbachmann/cel-js'

/** Why an expression cannot be compiled, in the words of the real server where we know them. */
export class CompileFault extends Error {}

const expected =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

/** The complaint with the line it is about, and a mark under the place. */
export function describeFault(source: string, error: unknown): string {
  if (!(error instanceof ParseError) && !(error instanceof CheckError)) return String(error)
  const at = Math.min(placeOf(error, source), source.length)
  const lines = source.slice(0, at).split(/\r?\n/)
  const column = lines.at(-1)?.length ?? 0
  const line = source.split(/\r?\n/)[lines.length - 1] ?? ''
  const isAtEnd = source.slice(at).trim() === ''
  const complaint =
    error instanceof ParseError ? syntaxFault(error.summary, isAtEnd) : typeFault(error)
  return `ERROR: <input>:${lines.length}:${column + 1}: ${complaint}\n | ${line}\n | ${'.'.repeat(column)}^`
}

/** A field that does not exist is marked at the dot before it. */
function placeOf(error: ParseError | CheckError, source: string): number {
  const start = error.range?.start ?? 0
  const { node } = error
  if (!(error instanceof CheckError) || error.code !== 'no_such_key' || node?.op !== '.')
    return start
  const dot = source.indexOf('.', (node.args as readonly [SourceLocation])[0].end)
  return dot === -1 ? start : dot
}

function syntaxFault(summary: string, isAtEnd: boolean): string {
  if (isAtEnd) return `Syntax error: mismatched input '<EOF>' expecting ${expected}`
  return `Syntax error: ${summary}`
}

function typeFault({ code, summary }: CheckError): string {
  const name = summary.slice(summary.indexOf(': ') + 2)
  if (code === 'no_such_key') return `undefined field '${name}'`
  if (code === 'unknown_variable') return `undeclared reference to '${name}' (in container '')`
  return summary
}
