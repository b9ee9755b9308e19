import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkSecretFile, makeOwnFolder } from '../../std/node/own-folder.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { SiteError } from '../errors.ts'
import type { Runner } from '../runner/runner.ts'
import { type SshLogin, askPassText, sshRunner } from '../runner/ssh-runner.ts'
import type { Machine } from './cluster-plan.ts'

/** The login of a machine as a Secret has it: keys such as `password` and `privateKey`. */
export type SecretReader = (
  secretName: string,
  signal: AbortSignal,
) => Promise<Readonly<Record<string, string>>>

export interface MachineAccess {
  /** A private folder: keys of machines, and what ssh needs. */
  readonly folder: string
  readonly readSecret: SecretReader
  readonly env: Readonly<Record<string, string | undefined>>
}

const knownHosts = 'known_hosts'

/** A runner on a machine, with the login of its Secret. */
export async function openMachine(
  machine: Machine,
  { folder, readSecret, env }: MachineAccess,
  signal: AbortSignal,
): Promise<Runner> {
  const { ip, port, hostKey, secretName } = machine
  if (secretName === undefined) {
    throw new SiteError('credentials', `machine ${ip} names no Secret with its login (secretName)`)
  }
  const secret = await readSecret(secretName, signal)
  const own = join(folder, 'machines', ip.replaceAll(':', '-'))
  await makeOwnFolder(join(folder, 'machines'))
  await makeOwnFolder(own)
  const askPass = join(own, 'ask-pass')
  await writeFile(askPass, askPassText, { mode: 0o700 })
  await chmod(askPass, 0o700)
  if (hostKey !== undefined) {
    const line = `${port === 22 ? ip : `[${ip}]:${port}`} ${hostKey}\n`
    await writeFileAtomically(join(own, knownHosts), line, signal, { mode: 0o600 })
  }
  return sshRunner(await loginOf(machine, secret, own), {
    // A key that was given counts for its machine alone; those that were noted stand in one list.
    knownHosts: hostKey === undefined ? join(folder, knownHosts) : join(own, knownHosts),
    isStrict: hostKey !== undefined,
    askPass,
    env,
  })
}

async function loginOf(
  { ip, port, username, secretName = '' }: Machine,
  secret: Readonly<Record<string, string>>,
  folder: string,
): Promise<SshLogin> {
  const { password, passPhrase } = secret
  // The second is the key's name in a Secret of type kubernetes.io/ssh-auth.
  const privateKey = secret['privateKey'] ?? secret['ssh-privatekey']
  if (password === undefined && privateKey === undefined) {
    const wanted = 'wanted password or privateKey'
    throw new SiteError('credentials', `Secret ${secretName} of ${ip} has no login; ${wanted}`)
  }
  const login = { address: ip, port, username: secret['username'] ?? username }
  const keyFile = join(folder, 'key')
  if (privateKey !== undefined) {
    await writeFile(keyFile, `${privateKey.trimEnd()}\n`, { mode: 0o600 })
    await chmod(keyFile, 0o600)
  }
  return {
    ...login,
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { keyFile }),
    ...(passPhrase === undefined ? {} : { passPhrase }),
  }
}

const secretKeys = ['username', 'password', 'privateKey', 'ssh-privatekey', 'passPhrase'] as const

/** Reads Secrets from a folder, one folder each with a file for every key, as Kubernetes mounts them. */
export function secretsInFolder(folder: string): SecretReader {
  return async (secretName) => {
    if (!/^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/.test(secretName)) {
      throw new SiteError('credentials', `${secretName} is not the name of a Secret`)
    }
    const own = join(folder, secretName)
    const found: Record<string, string> = {}
    for (const key of secretKeys) {
      const path = join(own, key)
      if ((await check(path)) === 'there') found[key] = (await readFile(path, 'utf8')).trimEnd()
    }
    if (Object.keys(found).length > 0) return found
    const wanted = `wanted files such as ${join(own, 'password')} or ${join(own, 'privateKey')}`
    throw new SiteError('credentials', `there is no Secret ${secretName}; ${wanted}`)
  }
}

async function check(path: string): Promise<'there' | 'missing'> {
  try {
    return await checkSecretFile(path)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SiteError('credentials', why, { cause })
  }
}
