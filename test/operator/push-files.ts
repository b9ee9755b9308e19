import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pushPackage } from '../../src/expansion/artifact/push-package.ts'
import { type TestFiles, writeFiles } from '../../src/expansion/package-for-test.ts'
import { openPackage } from '../../src/expansion/package/open-package.ts'
import { buildPackage } from '../../src/expansion/tools/build.ts'
import type { Registry } from '../../src/oci/client/registry.ts'

export interface PackageFiles {
  /** Where it is built. */
  readonly folder: string
  readonly name: string
  readonly files: TestFiles
}

/** Builds a package of these files and pushes it; its address. */
export async function pushFiles(
  { folder, name, files }: PackageFiles,
  registry: Registry,
  signal: AbortSignal,
): Promise<string> {
  const root = join(folder, name)
  await writeFiles(root, files)
  await mkdir(`${root}.work`)
  const opened = (await openPackage(root, `${root}.work`, signal))!
  const out = `${root}.tar.zst`
  await buildPackage(opened, { workspace: `${root}.work`, out, compression: 'zstd' }, signal)
  await mkdir(`${root}.opened`)
  const target = { registry, repository: `expansions/${name}`, tag: '1.0.0' }
  await pushPackage((await openPackage(out, `${root}.opened`, signal))!, target, signal)
  return `oci://${registry.host}/expansions/${name}:1.0.0`
}
