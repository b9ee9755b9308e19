import { expansionPlace } from '../../../../expansion/carry-out/expansion-place.ts'
import { readStaged } from '../../../../expansion/carry-out/stage-files.ts'
import { readDeclaration } from '../../../../expansion/package/read-declaration.ts'
import { walkTree } from '../../../../expansion/package/tree.ts'
import type { Cluster } from '../../../../kinds/cluster.ts'
import type { ExpansionFile } from '../../../../kinds/expansion-file.ts'
import { SiteError } from '../../../../site/errors.ts'
import { platformExpansion } from '../../../pass/platform-expansion.ts'
import type { MachineContext } from './machine-context.ts'

/** The package of the platform, as a cluster of machines gets it. */
export interface PassedPackage {
  readonly content: ExpansionFile
  /** The folder of its files for machines and providers. */
  readonly staged: string
}

/** The package that a cluster gets; undefined for one that goes without, or a platform that has none. */
export async function passedPackage(
  { spec }: Cluster,
  { expansions, expansionFolder }: MachineContext,
  signal: AbortSignal,
): Promise<PassedPackage | undefined> {
  const expansion = platformExpansion(expansions.values())
  if (expansionFolder === undefined || expansion === undefined) return undefined
  if (spec.features.disablePassThrough || expansion.spec.disablePassThrough) return undefined
  const { name } = expansion.metadata
  const { folder, staged } = expansionPlace(expansionFolder, name)
  const content = await readContent(folder, signal)
  if (content === undefined) throw notHere(name, 'its package has not been pulled')
  if (content.disable_pass_through_to_platform) return undefined
  const there = new Set((await readStaged(staged)).map((file) => file.destination ?? file.path))
  const wanted = [
    ...content.files.map(({ path }) => `/${path}`),
    ...content.provider.map((path) => `provider/${path}`),
  ]
  const missing = wanted.filter((path) => !there.has(path))
  if (missing.length > 0) throw notHere(name, `not staged: ${missing.slice(0, 3).join(', ')}`)
  return { content, staged }
}

async function readContent(
  folder: string,
  signal: AbortSignal,
): Promise<ExpansionFile | undefined> {
  try {
    return (await readDeclaration(await walkTree(folder, signal)))?.content
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

// A machine that is made without the files of the package would have to be made again.
function notHere(expansion: string, why: string): SiteError {
  const todo = 'features.disablePassThrough: true goes without it'
  return new SiteError(
    'not-ready',
    `waits until expansion ${expansion} is carried out (${why}); ${todo}`,
  )
}
