import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { dropUnlocked } from '../../expansion/artifact/drop-unlocked.ts'
import { pullPackage } from '../../expansion/artifact/pull-package.ts'
import { type Package, openPackage } from '../../expansion/package/open-package.ts'
import type { SitePaths } from '../../site/install/site-paths.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import { PlainError } from '../errors.ts'
import { openPlace } from '../expansion/open-registry.ts'
import type { Ports } from '../verb.ts'

/** Where an expansion comes from, as the command line says it. */
export interface ExpansionChoice {
  /** A path or an `oci://` address; the one beside the site's file when undefined. */
  readonly named: string | undefined
  readonly connection: Connection
}

/** Opens the expansion of a site: the named one, `expansion/` beside its file, or the folder that the file names. */
export async function openExpansion(
  { named, connection }: ExpansionChoice,
  { expansion }: SiteFile,
  { paths, ports }: { readonly paths: SitePaths; readonly ports: Ports },
  signal: AbortSignal,
): Promise<Package | undefined> {
  const workspace = join(paths.state, 'work')
  await rm(workspace, { recursive: true, force: true })
  await mkdir(workspace, { recursive: true, mode: 0o700 })
  if (named === undefined) {
    if (!expansion.enabled) return undefined
    const places = [join(paths.folder, 'expansion'), resolve(paths.folder, expansion.folder)]
    const found = places.find((place) => existsSync(join(place, 'expansion.yaml')))
    return found === undefined ? undefined : await openPackage(found, workspace, signal)
  }
  const path = named.startsWith('oci://')
    ? await pull(named, connection, { paths, ports }, signal)
    : named
  const opened = await openPackage(resolve(path), workspace, signal)
  if (opened === undefined) throw new PlainError(`${named} is no expansion`)
  return opened
}

async function pull(
  address: string,
  connection: Connection,
  { paths, ports }: { readonly paths: SitePaths; readonly ports: Ports },
  signal: AbortSignal,
): Promise<string> {
  const folder = join(paths.state, 'package')
  const place = await openPlace(address, connection, ports, signal)
  try {
    const { registry, repository, reference = 'latest' } = place
    await pullPackage({ registry, repository, reference }, folder, signal)
    await dropUnlocked(folder, signal)
    return folder
  } finally {
    await place.close()
  }
}
