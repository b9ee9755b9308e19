import { textOrJsonOption } from '../output/format.ts'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type SitePaths, sitePaths } from '../../site/install/site-paths.ts'
import type { ArgumentSpec, OptionSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { readArguments } from '../read-arguments.ts'

/** The argument of every verb of a site. */
export const siteArgument = {
  site: {
    count: 'at-most-one',
    summary: 'the file of the site, or its folder; this folder unless given',
  },
} as const satisfies Record<string, ArgumentSpec>

export const outputOption = {
  output: textOrJsonOption('lines, or an object for programs'),
} as const satisfies Record<string, OptionSpec>

export const expansionOption = {
  expansion: {
    kind: 'text',
    value: 'PATH',
    summary:
      'a folder, an archive or oci://…; expansion/ beside the file unless given, if it is there',
  },
} as const satisfies Record<string, OptionSpec>

/** A site, and the form in which to tell of it. */
export interface SiteLook {
  readonly site: string | undefined
  readonly output: 'text' | 'json'
}

const lookShape = { arguments: siteArgument, options: outputOption, examples: [] } as const

/** The `parse` of verbs that take a site and a form and nothing else. */
export function parseSiteLook(argv: readonly string[]): SiteLook | UsageError {
  const given = readArguments(lookShape, argv)
  if (given instanceof UsageError) return given
  return { site: given.arguments.site, output: given.options.output }
}

/** The files that make a folder a site. */
export const siteFiles = ['site.yaml', 'tke.json'] as const

/** Finds the file of a site: site.yaml, or the tke.json of a TKEStack installer. */
export function findSite(given: string | undefined): SitePaths {
  const path = resolve(given ?? '.')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() === true) return sitePaths(path)
  const file = siteFiles.map((name) => join(path, name)).find((one) => existsSync(one))
  if (file !== undefined) return sitePaths(file)
  throw new PlainError(
    `there is no site.yaml and no tke.json in ${path}; outrigger site init writes one`,
  )
}
