import { siteSequence } from '../../site/install/run-site.ts'
import { PlainError } from '../errors.ts'
import type { OpenSite } from './open-site.ts'

/** Refuses to go on with an installation that nobody began. */
export async function refuseUnbegun({ context }: OpenSite): Promise<void> {
  const marks = await context.journal.marks(siteSequence)
  if (marks.length > 0) return
  const todo = 'outrigger site install begins'
  throw new PlainError(`nothing was begun in ${context.paths.folder}; ${todo}`)
}
