import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SitePaths } from '../../site/install/site-paths.ts'
import { pullProvider } from '../../site/provider/provider-artifact.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import { openPlace } from '../expansion/open-registry.ts'
import type { Ports } from '../verb.ts'

interface PullerInput {
  readonly paths: SitePaths
  readonly connection: Connection
  readonly ports: Ports
  /** Whether a tag is looked up again. */
  readonly provider: 'recorded' | 'renewed'
}

/**
 * Brings providers of a site from registries. The digest of a tag is recorded: every run has the same provider, also without
 * the registry, until `site upgrade` looks again.
 */
export function sitePuller({ paths, connection, ports, provider }: PullerInput) {
  const root = join(paths.state, 'providers')
  const folderOf = (digest: string) => join(root, digest.replace(':', '-'))
  let isRenewed = false
  return async (address: string, signal: AbortSignal): Promise<string> => {
    const known = await readRecorded(paths)
    const before = known[address]
    const isFixed = before !== undefined && (provider === 'recorded' || isRenewed)
    if (isFixed && existsSync(folderOf(before))) return folderOf(before)
    await mkdir(root, { recursive: true, mode: 0o700 })
    const place = await openPlace(address, connection, ports, signal)
    try {
      const { registry, repository } = place
      const reference = isFixed ? before : (place.reference ?? 'latest')
      const pulled = await pullProvider({ registry, repository, reference }, folderOf, signal)
      const text = `${JSON.stringify({ ...known, [address]: pulled.digest }, undefined, 2)}\n`
      await writeFileAtomically(recordOf(paths), text, signal, { mode: 0o600 })
      isRenewed = true
      return pulled.folder
    } finally {
      await place.close()
    }
  }
}

async function readRecorded(paths: SitePaths): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(recordOf(paths), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Readonly<Record<string, string>>
}

function recordOf({ state }: SitePaths): string {
  return join(state, 'providers.json')
}
