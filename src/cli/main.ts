#!/usr/bin/env node
// The only main, and the only reader of arguments and environment: it turns the process into
// values (Ports, Io, an AbortSignal) and a number back into an exit code.
import { basename } from 'node:path'
import { isatty } from 'node:tty'
import { wantsColour } from './colour.ts'
import { commands } from './commands.ts'
import { Interruption } from './errors.ts'
import { connectInput } from './input.ts'
import type { Input, Io, Sink } from './io.ts'
import { readPackageVersion } from './package-version.ts'
import { runCommandLine } from './run-command-line.ts'
import type { Ports } from './verb.ts'

/** Within so many milliseconds a second signal is the first one again. */
const sameMilliseconds = 500

await main()

async function main(): Promise<void> {
  const controller = new AbortController()
  const interrupt = (interruption: Interruption) => {
    process.exitCode = interruption.exitCode
    controller.abort(interruption)
  }
  let began: number | undefined
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      // One Ctrl-C may arrive twice: from the terminal, and passed on by what started this.
      const isSame = began === undefined || performance.now() - began < sameMilliseconds
      began ??= performance.now()
      if (isSame) return interrupt(new Interruption(name))
      // A second one ends a command that does not listen.
      process.removeAllListeners(name)
      process.kill(process.pid, name)
    })
  }
  const stdin = connectInput(
    () => process.stdin,
    () => interrupt(new Interruption('SIGINT')),
  )
  const io = connectIo(stdin, (error) => {
    // A reader that has seen enough (`| head`) is no error; a full disk is.
    if (error.code === 'EPIPE') return interrupt(new Interruption('EPIPE'))
    process.stderr.write(`error: cannot write the result: ${error.message}\n`)
    return interrupt(new Interruption('write-failed'))
  })
  const words = process.argv.slice(2)
  const exitCode = await runCommandLine(words, connectPorts(), io, controller.signal)
  // Not process.exit: what is still being written must arrive.
  process.exitCode ??= exitCode
}

function connectPorts(): Ports {
  // kubectl finds plugins by this file name and calls them without saying so.
  const asPlugin = /^kubectl-outrigger(\.js)?$/.test(basename(process.argv[1] ?? ''))
  return {
    commands,
    program: {
      name: asPlugin ? 'kubectl outrigger' : 'outrigger',
      version: readPackageVersion(),
      file: process.argv[1] ?? '',
    },
    environment: process.env,
    runtime: {
      node: process.versions.node,
      v8: process.versions.v8,
      platform: `${process.platform}/${process.arch}`,
    },
  }
}

type OnBroken = (error: NodeJS.ErrnoException) => void

function connectIo(stdin: Input, onBroken: OnBroken): Io {
  return {
    stdin,
    stdout: connectSink(1, () => process.stdout, onBroken),
    stderr: connectSink(2, () => process.stderr, onBroken),
  }
}

/** The stream is opened at the first write, because opening it costs a quick command time. */
function connectSink(fd: number, open: () => NodeJS.WriteStream, onBroken: OnBroken): Sink {
  const isTerminal = isatty(fd)
  let stream: NodeJS.WriteStream | undefined
  return {
    isTerminal,
    colour: wantsColour(isTerminal, process.env),
    get columns() {
      return isTerminal ? open().columns : undefined
    },
    write(text) {
      stream ??= open().on('error', onBroken)
      stream.write(text)
    },
  }
}
