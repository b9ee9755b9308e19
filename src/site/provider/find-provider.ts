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
}

/** Reads the provider that somebody named. */
export async function findProvider(
  name: string,
  { folder, shipped, staged }: ProviderPlaces,
  signal: AbortSignal,
): Promise<Provider> {
  const places = name.includes('/')
    ? [resolve(folder, name)]
    : [join(folder, 'providers', name), join(shipped, name)]
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
