import { cp, mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildLibrary } from '../../tools/build-library.ts'
import { type CommandResult, runCommand } from '../../tools/run-command.ts'

const root = resolve(import.meta.dirname, '..', '..')
const limitSeconds = 300

/** Packs the package with its modules and installs the tarball into an empty folder, which it gives. */
export async function installPacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-package-'))
  const source = join(folder, 'source')
  const empty = join(folder, 'empty')
  await mkdir(join(source, 'docs'), { recursive: true })
  await mkdir(empty)
  await cp(join(root, 'package.json'), join(source, 'package.json'))
  await cp(join(root, 'docs/packages'), join(source, 'docs/packages'), { recursive: true })
  await buildLibrary(root, join(source, 'dist'))
  await must(await npm(['pack', '--silent'], source))
  const tarball = (await readdir(source)).find((name) => name.endsWith('.tgz'))
  await writeFile(join(empty, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const words = ['install', '--no-audit', '--no-fund', '--omit=dev', join(source, tarball ?? '')]
  await must(await npm(words, empty))
  return empty
}

/** Runs a program in the folder. */
export function runThere(
  folder: string,
  words: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const [program, ...args] = words
  return runCommand(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    output: 'capture',
    limitSeconds,
  })
}

function npm(args: readonly string[], cwd: string): Promise<CommandResult> {
  return runThere(cwd, ['npm', ...args])
}

async function must({ ok, output }: CommandResult): Promise<void> {
  if (!ok) throw new Error(output)
}
