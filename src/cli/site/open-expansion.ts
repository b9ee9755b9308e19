import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { dropUnlocked } from '../../expansion/artifact/drop-unlocked.ts'
import { pullPackage } from '../../expansion/artifact/pull-package.ts'
import { type Package, openPackage } from '../../expansion/package/open-package.ts'
import type { SitePaths } from '../../site/install/site-paths.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
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

/** Opens the expansion of a site: the named one, the one that was named in an earlier run, `expansion/` beside its file, or the folder that the file names. */
export async function openExpansion(
  { named: given, connection }: ExpansionChoice,
  { expansion }: SiteFile,
  { paths, ports }: { readonly paths: SitePaths; readonly ports: Ports },
  signal: AbortSignal,
): Promise<Package | undefined> {
  const workspace = join(paths.state, 'work')
  await rm(workspace, { recursive: true, force: true })
  await mkdir(workspace, { recursive: true, mode: 0o700 })
  const named = given ?? (expansion.enabled ? await rememberedExpansion(paths) : undefined)
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

/** Notes the expansion that a run was given, for runs that are given none: a resume must not go on without it. */
export async function rememberExpansion(
  paths: SitePaths,
  named: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (named === undefined) return
  const address = named.startsWith('oci://') ? named : resolve(named)
  await writeFileAtomically(recordOf(paths), JSON.stringify(address), signal, { mode: 0o600 })
}

async function rememberedExpansion(paths: SitePaths): Promise<string | undefined> {
  const text = await readFile(recordOf(paths), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as string)
}

function recordOf({ state }: SitePaths): string {
  return join(state, 'expansion.json')
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
