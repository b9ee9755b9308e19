import { spawn } from 'node:child_process'
import type { Clock } from '../../std/clock.ts'
import { createLock } from '../../std/lock.ts'
import type { Json, JsonObject } from '../../objects/json.ts'
import { textAt } from '../../objects/kube-object.ts'
import type { ClientCertificate, Credential, Credentials } from '../credentials.ts'
import { KubeError } from '../errors.ts'
import { readJson, writeJson } from '../json.ts'
import type { ExecEntry } from './kubeconfig.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ExecPorts {
  readonly environment: Environment
  readonly clock: Clock
  /** Whether the program may talk to a person on this process's terminal. */
  readonly terminal: boolean
}

const group = 'client.authentication.k8s.io'
const versions: ReadonlySet<string> = new Set([`${group}/v1`, `${group}/v1beta1`])
const maxOutput = 1024 * 1024
const quietTimeout = 60_000

interface Held {
  readonly credential: Credential
  /** Milliseconds since 1970; undefined when it does not end by itself. */
  readonly expires: number | undefined
}

/**
 * Credentials that a program gives, kept until they expire or the server refuses them. The cluster is
 * the facts that the program gets when the entry asks for them.
 */
export function execCredentials(
  entry: ExecEntry,
  cluster: JsonObject,
  ports: ExecPorts,
): Credentials {
  const isInteractive = checkEntry(entry, ports.terminal)
  const lock = createLock()
  let held: Held | undefined
  const isFresh = () =>
    held !== undefined && (held.expires === undefined || ports.clock.now() < held.expires)
  return {
    current: (signal) =>
      lock(async () => {
        if (held !== undefined && isFresh()) return held.credential
        held = await runPlugin(entry, { cluster, isInteractive }, ports, signal)
        return held.credential
      }),
    refused: (credential) => {
      if (held?.credential === credential) held = undefined
      return true
    },
  }
}

function checkEntry(entry: ExecEntry, hasTerminal: boolean): boolean {
  const { apiVersion, command, interactiveMode } = entry
  const fail = (what: string) => new KubeError('bad-config', `exec plugin ${command}: ${what}`)
  if (command === '') throw fail('command is missing')
  if (!versions.has(apiVersion)) throw fail(`apiVersion ${JSON.stringify(apiVersion)} is not known`)
  const mode =
    interactiveMode === '' && apiVersion.endsWith('beta1') ? 'IfAvailable' : interactiveMode
  if (mode === 'Never') return false
  if (mode === 'IfAvailable') return hasTerminal
  if (mode !== 'Always') throw fail(`interactiveMode ${JSON.stringify(mode)} is not known`)
  if (!hasTerminal) throw fail('it needs a terminal, and standard input is none')
  return true
}

interface Situation {
  readonly cluster: JsonObject
  readonly isInteractive: boolean
}

async function runPlugin(
  entry: ExecEntry,
  { cluster, isInteractive }: Situation,
  ports: ExecPorts,
  signal: AbortSignal,
): Promise<Held> {
  const wanted = {
    kind: 'ExecCredential',
    apiVersion: entry.apiVersion,
    spec: { interactive: isInteractive, ...(entry.provideClusterInfo ? { cluster } : {}) },
  }
  const own = Object.fromEntries(entry.env.map(({ name, value }) => [name, value]))
  const env = { ...ports.environment, ...own, KUBERNETES_EXEC_INFO: writeJson(wanted) }
  const output = await runProgram(
    entry,
    env,
    { isInteractive, hasTerminal: ports.terminal },
    signal,
  )
  return readCredential(entry, output)
}

interface Terminal {
  readonly isInteractive: boolean
  readonly hasTerminal: boolean
}

function runProgram(
  entry: ExecEntry,
  env: Environment,
  { isInteractive, hasTerminal }: Terminal,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { command, args, installHint } = entry
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...env },
      signal,
      // The messages of the plugin to a person go to that person's terminal.
      stdio: [isInteractive ? 'inherit' : 'ignore', 'pipe', hasTerminal ? 'inherit' : 'ignore'],
      ...(isInteractive ? {} : { timeout: quietTimeout }),
    })
    const chunks: Uint8Array[] = []
    let size = 0
    child.stdout?.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      if (size <= maxOutput) chunks.push(chunk)
    })
    child.on('error', (cause) => {
      if (signal.aborted) return reject(cause)
      const hint = installHint === '' ? '' : `\n${printable(installHint)}`
      reject(new KubeError('bad-config', `cannot run exec plugin ${command}${hint}`, { cause }))
    })
    child.on('close', (code) => {
      if (code === 0 && size <= maxOutput) return resolve(Buffer.concat(chunks))
      const what = code === 0 ? 'wrote too much' : `failed with exit code ${code}`
      reject(new KubeError('unauthorized', `exec plugin ${command} ${what}`))
    })
  })
}

function readCredential(entry: ExecEntry, output: Uint8Array): Held {
  const fail = (what: string) =>
    new KubeError('unauthorized', `exec plugin ${entry.command} ${what}`)
  const answer = parseOutput(output)
  if (answer === undefined) throw fail('did not answer with JSON')
  const apiVersion = textAt(answer, ['apiVersion'])
  if (apiVersion !== entry.apiVersion || textAt(answer, ['kind']) !== 'ExecCredential') {
    throw fail(`answered with ${JSON.stringify(apiVersion)} instead of ${entry.apiVersion}`)
  }
  const at = (field: string) => textAt(answer, ['status', field])
  const [token, cert, key] = [at('token'), at('clientCertificateData'), at('clientKeyData')]
  if (token === '' && cert === '' && key === '') throw fail('gave neither token nor certificate')
  if ((cert === '') !== (key === '')) throw fail('gave only one of certificate and key')
  const certificate: ClientCertificate | undefined = cert === '' ? undefined : { cert, key }
  const expires = Date.parse(at('expirationTimestamp'))
  return {
    credential: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(certificate === undefined ? {} : { certificate }),
    },
    expires: Number.isNaN(expires) ? undefined : expires,
  }
}

function parseOutput(output: Uint8Array): Json | undefined {
  try {
    return readJson(output)
  } catch {
    // The caller says what is missing; the text itself may hold the secret.
    return undefined
  }
}

// A hint is from a file and goes to a terminal: escapes in it are shown, not obeyed.
function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\t\n\v\f\r]/gu, (sign) => {
    const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase()
    return `U+${code.padStart(4, '0')}`
  })
}
