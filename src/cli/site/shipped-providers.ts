import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The folder of the providers that came with the program: beside it when it was built, else at the top of the sources. */
export function shippedProviders(program: string): string {
  const here = program === '' ? resolve('.') : dirname(realpathSync(program))
  const places = [join(here, 'providers'), resolve(here, '../../providers')]
  return places.find((path) => existsSync(path)) ?? join(here, 'providers')
}
