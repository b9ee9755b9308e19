import { readFile } from 'node:fs/promises'
import { siteOfText } from '../../expansion/merge/read-site.ts'
import { siteWith } from '../../expansion/merge/merge-site.ts'
import type { Package } from '../../expansion/package/open-package.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import { installerSteps } from '../../kinds/vocabulary/installer-steps.ts'
import { providerConditions } from '../../kinds/vocabulary/provider-conditions.ts'
import {
  type Vocabulary,
  allNames,
  currentNames,
  meaningOf,
} from '../../kinds/vocabulary/vocabulary.ts'
import { findNearest } from '../../std/find-nearest.ts'
import { SiteError } from '../errors.ts'

/** A site with its expansion in it. */
export interface ReadSite {
  readonly site: SiteFile
  /** Lines about what was left behind or decided otherwise. */
  readonly notes: readonly string[]
}

/** Reads the file of a site and merges the package; names that nobody knows are refused with the nearest. */
export async function readSiteFile(path: string, opened: Package | undefined): Promise<ReadSite> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const todo = 'outrigger site init writes an example'
    throw new SiteError('bad-site', `cannot read ${path}; ${todo}`, { cause })
  })
  const given = siteOfText(text, path)
  refuseUnknownSteps(given.site.skipSteps, path)
  const merging = opened && { content: opened.declaration.content, values: opened.values }
  const { site, overruled } = siteWith(given.site, merging)
  const { features } = site.cluster
  const own = given.site.cluster.features
  return {
    site: {
      ...site,
      skipSteps: currentNames(installerSteps, site.skipSteps),
      cluster: {
        ...site.cluster,
        features: {
          ...features,
          skipConditions: withOwn(features.skipConditions, own.skipConditions),
          delegateConditions: withOwn(features.delegateConditions, own.delegateConditions),
        },
      },
    },
    notes: [...given.notes, ...overruled],
  }
}

function refuseUnknownSteps(names: readonly string[], path: string): void {
  const problems = names
    .filter((name) => meaningOf(installerSteps, name).is === 'unknown')
    .map((name) => `${path}: skipSteps: ${unknown(name, installerSteps)}`)
  if (problems.length > 0) throw new SiteError('bad-site', problems.join('\n'))
}

function unknown(name: string, vocabulary: Vocabulary): string {
  const nearest = findNearest(name, allNames(vocabulary))
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return `${name} is not ${vocabulary.noun}${hint}`
}

// The vocabulary is that of the original; a provider of somebody else has conditions of its own, which it checks itself.
function withOwn(merged: readonly string[], own: readonly string[]): readonly string[] {
  const others = own.filter((name) => meaningOf(providerConditions, name).is === 'unknown')
  return [...new Set([...merged, ...others])]
}
