import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../run-command.ts'
import type { ShippedPart } from './spdx.ts'

/** Node needs the first four. The rest is ssh, by which the operator reaches machines, and its libraries. */
const names = [
  'libatomic1',
  'libc6',
  'libgcc-s1',
  'libstdc++6',
  'openssh-client',
  'libcbor0.8',
  'libcom-err2',
  'libedit2',
  'libbsd0',
  'libmd0',
  'libfido2-1',
  'libgssapi-krb5-2',
  'libk5crypto3',
  'libkeyutils1',
  'libkrb5-3',
  'libkrb5support0',
  'libpcre2-8-0',
  'libselinux1',
  'libssl3',
  'libtinfo6',
  'libudev1',
  'zlib1g',
] as const

/** A package of Debian, and the digest of its file. */
export interface DebianPackage extends ShippedPart {
  readonly type: 'deb'
  readonly digest: string
}

/**
 * Downloads the packages that the image needs with apt-get into `cache` and unpacks them into `target`. The machine has to be Debian's
 * release that `FROM` in deploy/Containerfile names.
 */
export async function unpackDebianPackages(
  cache: string,
  target: string,
): Promise<readonly DebianPackage[]> {
  await mkdir(cache, { recursive: true })
  await must('apt-get', ['download', ...names], cache)
  const files = (await readdir(cache)).filter((file) => file.endsWith('.deb')).toSorted()
  const found: DebianPackage[] = []
  for (const file of files) {
    const path = join(cache, file)
    const fields = await must('dpkg-deb', ['-f', path, 'Package', 'Version'], cache)
    const field = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(fields)?.[1] ?? ''
    const digest = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    await must('dpkg-deb', ['-x', path, target], cache)
    found.push({ type: 'deb', name: field('Package'), version: field('Version'), digest })
  }
  return found
}

/** Runs a program, and gives its output; its failure is ours. */
export async function must(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { ok, output } = await runCommand(program, args, { cwd, output: 'capture' })
  if (!ok) throw new Error(`${program} ${args.join(' ')} failed:\n${output.trimEnd()}`)
  return output
}
