import { join } from 'node:path'
import { pullPackage } from '../../expansion/artifact/pull-package.ts'
import { ExpansionError, problemText } from '../../expansion/errors.ts'
import { type Package, openPackage } from '../../expansion/package/open-package.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import { PlainError } from '../errors.ts'
import type { Ports } from '../verb.ts'
import { openPlace } from './open-registry.ts'
import { openTemporaryFolder } from '../../std/node/temporary-folder.ts'

/** A package that a command works on, and the folder for what it needs meanwhile. */
export interface GivenPackage {
  readonly opened: Package
  readonly workspace: string
}

/** How a package in a registry is reached; without it only files of this machine are opened. */
export interface PackageAccess {
  readonly connection: Connection
  readonly ports: Ports
}

/** Opens the package that somebody named, for as long as the work takes. */
export async function withPackage<T>(
  path: string,
  access: PackageAccess | undefined,
  work: (given: GivenPackage) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return await withWorkspace(async (workspace) => {
    const opened = await openGiven(path, workspace, access, signal)
    return await work({ opened, workspace })
  })
}

/** Opens a folder, an archive or, pulled into the workspace, a package in a registry. */
export async function openGiven(
  path: string,
  workspace: string,
  access: PackageAccess | undefined,
  signal: AbortSignal,
): Promise<Package> {
  const isRemote = access !== undefined && path.startsWith('oci://')
  const place = isRemote ? await pulled(path, workspace, access, signal) : path
  const opened = await openPackage(place, workspace, signal)
  if (opened !== undefined) return opened
  throw new PlainError(`${path} is no expansion: there is no expansion.yaml in it`)
}

async function pulled(
  address: string,
  workspace: string,
  { connection, ports }: PackageAccess,
  signal: AbortSignal,
): Promise<string> {
  const place = await openPlace(address, connection, ports, signal)
  try {
    const folder = join(workspace, 'pulled')
    const { registry, repository, reference = 'latest' } = place
    await pullPackage({ registry, repository, reference }, folder, signal)
    return folder
  } finally {
    await place.close()
  }
}

/** A folder of one command, which is gone afterwards. */
export async function withWorkspace<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { path: folder, remove } = await openTemporaryFolder('expansion')
  try {
    return await work(folder)
  } catch (error) {
    if (error instanceof ExpansionError) throw plain(error)
    throw error
  } finally {
    await remove()
  }
}

function plain(error: ExpansionError): PlainError {
  if (error.problems.length === 0) return new PlainError(error.message, { cause: error })
  const lines = error.problems.map(problemText)
  return new PlainError(lines.join('\n'), { cause: error })
}
