import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SiteError } from '../errors.ts'
import { type Provider, readProvider } from './read-provider.ts'

/** Where providers are looked for. */
export interface ProviderPlaces {
  /** A name with a slash is a folder below this one; a plain name may be in its `providers/`. */
  readonly folder: string
  /** Those that came with the program. */
  readonly shipped: string
  /** Staged files of an expansion: `provider/NAME/` in it takes the place of files. */
  readonly staged: string
  /** Brings the one at an `oci://` address here; gives its folder. */
  readonly pull?: (address: string, signal: AbortSignal) => Promise<string>
}

/** Reads the provider that somebody named. */
export async function findProvider(
  name: string,
  { folder, shipped, staged, pull }: ProviderPlaces,
  signal: AbortSignal,
): Promise<Provider> {
  const places = await placesOf(name, { folder, shipped, pull }, signal)
  const found = places.find((place) => existsSync(join(place, 'provider.yaml')))
  if (found === undefined) {
    const where = places.join(' nor in ')
    throw new SiteError(
      'bad-provider',
      `there is no provider ${name}: no provider.yaml in ${where}`,
    )
  }
  const own = await readProvider(found, undefined, signal)
  const overrides = join(staged, 'provider', own.file.name)
  return existsSync(overrides) ? await readProvider(found, overrides, signal) : own
}

async function placesOf(
  name: string,
  {
    folder,
    shipped,
    pull,
  }: Pick<ProviderPlaces, 'folder' | 'shipped'> & {
    readonly pull: ProviderPlaces['pull'] | undefined
  },
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (name.startsWith('oci://')) {
    if (pull !== undefined) return [await pull(name, signal)]
    const todo = 'pull it into a folder of providers/'
    throw new SiteError('bad-provider', `${name}: providers in registries are for sites; ${todo}`)
  }
  if (name.includes('/')) return [resolve(folder, name)]
  return [join(folder, 'providers', name), join(shipped, name)]
}
