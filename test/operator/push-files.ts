import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pushPackage } from '../../src/expansion/artifact/push-package.ts'
import { type TestFiles, writeFiles } from '../../src/expansion/package-for-test.ts'
import { type Package, openPackage } from '../../src/expansion/package/open-package.ts'
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
  const opened = await openedAt(root, `${root}.work`, signal)
  const out = `${root}.tar.zst`
  await buildPackage(opened, { workspace: `${root}.work`, out, compression: 'zstd' }, signal)
  const target = { registry, repository: `expansions/${name}`, tag: '1.0.0' }
  await pushPackage(await openedAt(out, `${root}.opened`, signal), target, signal)
  return `oci://${registry.host}/expansions/${name}:1.0.0`
}

async function openedAt(path: string, workspace: string, signal: AbortSignal): Promise<Package> {
  await mkdir(workspace)
  const opened = await openPackage(path, workspace, signal)
  if (opened === undefined) throw new Error(`${path} is no package`)
  return opened
}
