import { readFileSync } from 'node:fs'

// tools/build.ts puts the number here; undeclared when the source runs as it is.
declare const OUTRIGGER_VERSION: string

/** The version of package.json, which a built program carries inside itself. */
export function readPackageVersion(): string {
  if (typeof OUTRIGGER_VERSION === 'string') return OUTRIGGER_VERSION
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
