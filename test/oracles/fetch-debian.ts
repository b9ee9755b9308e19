import { runCommand } from '../../tools/run-command.ts'
import { OracleError } from './errors.ts'
import { findOnPath } from './find.ts'

const installLimitSeconds = 900
/** Another apt at work is waited for rather than failed on. */
const waitForLock = ['-o', 'DPkg::Lock::Timeout=300']

/** Installs Debian packages where apt-get is there and we may use it; says what to do where not. */
export async function installDebianPackages(packages: readonly string[]): Promise<void> {
  const list = packages.join(' ')
  if (findOnPath('apt-get', process.env) === undefined) {
    throw new OracleError('not-fetched', `apt-get is not on this machine; install ${list} yourself`)
  }
  if (process.getuid?.() !== 0) {
    const command = `sudo apt-get install --no-install-recommends ${list}`
    throw new OracleError('not-fetched', `only root can use apt-get; run "${command}"`)
  }
  await aptGet(['update'])
  await aptGet(['install', '-y', '--no-install-recommends', ...packages])
}

async function aptGet(args: readonly string[]): Promise<void> {
  const { ok, output } = await runCommand('apt-get', [...waitForLock, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    output: 'capture',
    limitSeconds: installLimitSeconds,
  })
  if (ok) return
  throw new OracleError('not-fetched', `"apt-get ${args.join(' ')}" failed: ${output.trim()}`)
}
