import { SiteError } from '../errors.ts'
import { MaskedLines } from './masked-lines.ts'
import { type Program, runProgram } from './run-program.ts'
import type { FileToPut, Runner, Script, ScriptEnd } from './runner.ts'
import { putCommand, scriptText } from './shell-text.ts'

/** How a shell on some machine is started from here. */
export interface Shell {
  /** For messages: the address of the machine. */
  readonly machine: string
  /** The program that ends up in a shell which reads its script from its input. */
  readonly forScript: () => Pick<Program, 'command' | 'args' | 'env'>
  /** The program that runs one command. */
  readonly forCommand: (command: string) => Pick<Program, 'command' | 'args' | 'env'>
  /** Secrets of the connection itself. */
  readonly secrets: readonly string[]
  /** The error that a code and the last lines mean when the machine was not reached. */
  readonly failureOf: (code: number, tail: string) => SiteError | undefined
}

const mostOutputBytes = 1024 * 1024

/** Runs scripts by a shell, here or at the end of a connection. */
export function shellRunner(shell: Shell): Runner {
  return {
    run: (script, signal) => runScript(shell, script, signal),
    put: (file, signal) => putFile(shell, file, signal),
  }
}

async function runScript(shell: Shell, script: Script, signal: AbortSignal): Promise<ScriptEnd> {
  const { name, secrets, keepsOutput, onLine } = script
  const all = [...secrets, ...shell.secrets]
  const [out, errors] = [new MaskedLines(all, onLine), new MaskedLines(all, onLine)]
  const kept: Uint8Array[] = []
  let bytes = 0
  const keep = (chunk: Uint8Array) => {
    bytes += chunk.length
    if (bytes <= mostOutputBytes) kept.push(chunk)
  }
  const code = await runProgram(
    {
      ...shell.forScript(),
      input: scriptText(script),
      onOutput: keepsOutput ? keep : (chunk) => out.add(chunk),
      onErrors: (chunk) => errors.add(chunk),
    },
    signal,
  )
  out.end()
  errors.end()
  const tail = [errors.tail, out.tail].filter((text) => text !== '').join('\n')
  const failure = shell.failureOf(code, errors.tail)
  if (failure !== undefined) throw failure
  if (bytes > mostOutputBytes) {
    const limit = `${name} on ${shell.machine} printed more than ${mostOutputBytes} bytes`
    throw new SiteError('machine', `${limit}, and its output was to be kept`)
  }
  return { code, tail, output: Buffer.concat(kept).toString('utf8') }
}

async function putFile(shell: Shell, file: FileToPut, signal: AbortSignal): Promise<void> {
  const lines = new MaskedLines(shell.secrets, () => undefined)
  const code = await runProgram(
    {
      ...shell.forCommand(putCommand(file)),
      input: file.content,
      onOutput: () => undefined,
      onErrors: (chunk) => lines.add(chunk),
    },
    signal,
  )
  lines.end()
  const failure = shell.failureOf(code, lines.tail)
  if (failure !== undefined) throw failure
  if (code === 0) return
  const why = lines.tail === '' ? `the shell ended with ${code}` : lines.tail
  throw new SiteError('machine', `cannot write ${file.path} on ${shell.machine}: ${why}`)
}
