import { SiteError } from '../errors.ts'
import type { Runner } from './runner.ts'
import { shellRunner } from './shell-runner.ts'
import { quoted } from './shell-text.ts'

/** A login by ssh; files are private to this user. */
export interface SshLogin {
  readonly address: string
  readonly port: number
  readonly username: string
  readonly password?: string
  /** The file of a private key, and the words that open it. */
  readonly keyFile?: string
  readonly passPhrase?: string
}

/** The files that ssh needs on this machine. */
export interface SshFiles {
  /** Keys of machines. A machine that is not in it is noted at the first connection, unless `isStrict`. */
  readonly knownHosts: string
  /** Whether a machine has to be in `knownHosts` before the first connection. */
  readonly isStrict: boolean
  /** A program that prints the password or the words for the key, from its environment. */
  readonly askPass: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The text of the program that gives ssh what it asks for. Nothing secret stands in it. */
export const askPassText = `#!/bin/sh
case "$1" in
*assphrase*) printf '%s\\n' "$OUTRIGGER_SSH_PASS_PHRASE" ;;
*) printf '%s\\n' "$OUTRIGGER_SSH_PASSWORD" ;;
esac
`

const connectSeconds = 10
const aliveSeconds = 15
const aliveTimes = 4
/** The code of ssh itself; a script that ends with it is reported with the code before it. */
const sshFailed = 255

// A script of an installer that was killed may still be at work: the next one waits for it. Programs that a script leaves
// behind do not hold the lock.
const lockSeconds = 600
const lockFile = '/run/outrigger.lock'
const remoteShell = [
  // A shell ends when exec cannot open a file, hence the look before.
  `if command -v flock >/dev/null && : 2>/dev/null >>${lockFile}; then exec 9>>${lockFile}; flock -w ${lockSeconds} 9; fi`,
  'sh -s 9>&-',
  'code=$?',
  `[ "$code" -eq ${sshFailed} ] && code=${sshFailed - 1}`,
  'exit "$code"',
].join('; ')

/** Runs scripts on a machine by the ssh program of this one. */
export function sshRunner(login: SshLogin, files: SshFiles): Runner {
  const { address, username, password, passPhrase } = login
  const args = sshArguments(login, files)
  const env = {
    ...files.env,
    SSH_ASKPASS: files.askPass,
    SSH_ASKPASS_REQUIRE: 'force',
    OUTRIGGER_SSH_PASSWORD: password ?? '',
    OUTRIGGER_SSH_PASS_PHRASE: passPhrase ?? '',
  }
  const start = (command: string) => {
    const asRoot = username === 'root' ? '' : 'sudo -n '
    return { command: 'ssh', args: [...args, `${asRoot}sh -c ${quoted(command)}`], env }
  }
  return shellRunner({
    machine: address,
    forScript: () => start(remoteShell),
    forCommand: start,
    secrets: [password, passPhrase].filter((one) => one !== undefined),
    failureOf: (code, tail) => (code === sshFailed ? failureOf(login, tail) : undefined),
  })
}

function sshArguments(login: SshLogin, { knownHosts, isStrict }: SshFiles): readonly string[] {
  const { address, port, username, password, keyFile } = login
  const methods = [
    ...(keyFile === undefined ? [] : ['publickey']),
    ...(password === undefined ? [] : ['password', 'keyboard-interactive']),
  ]
  const options = {
    UserKnownHostsFile: knownHosts,
    GlobalKnownHostsFile: '/dev/null',
    StrictHostKeyChecking: isStrict ? 'yes' : 'accept-new',
    HashKnownHosts: 'no',
    UpdateHostKeys: 'no',
    PreferredAuthentications: methods.join(','),
    IdentitiesOnly: 'yes',
    NumberOfPasswordPrompts: '1',
    ConnectTimeout: String(connectSeconds),
    ServerAliveInterval: String(aliveSeconds),
    ServerAliveCountMax: String(aliveTimes),
    LogLevel: 'ERROR',
  }
  return [
    // Without the user's own ssh configuration: a site is the same for everybody.
    '-F',
    'none',
    '-T',
    '-p',
    String(port),
    '-l',
    username,
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...(keyFile === undefined ? [] : ['-i', keyFile]),
    '--',
    address,
  ]
}

function failureOf({ address, port, username }: SshLogin, tail: string): SiteError {
  const where = `${address}:${port}`
  if (/IDENTIFICATION HAS CHANGED|host key.* has changed/i.test(tail)) {
    const what = `${where} has another host key than before`
    const todo =
      'if the machine was made anew, take its line out of known_hosts or give its hostKey'
    return new SiteError('host-key', `${what}: somebody may stand in between; ${todo}`)
  }
  if (/host key verification failed|No \S+ host key is known/i.test(tail)) {
    return new SiteError('host-key', `the host key of ${where} is not the one that was given`)
  }
  if (/permission denied|too many authentication failures/i.test(tail)) {
    const todo = 'look at its Secret: username, password, privateKey'
    return new SiteError('login-refused', `${where} refuses the login of ${username}; ${todo}`)
  }
  const why = tail === '' ? 'ssh was cut off' : tail
  return new SiteError('unreachable', `cannot reach ${where} by ssh: ${why}`)
}
