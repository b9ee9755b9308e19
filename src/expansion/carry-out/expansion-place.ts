import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The places of an Expansion on this machine. */
export interface ExpansionPlace {
  readonly own: string
  readonly workspace: string
  /** Its package, unpacked. */
  readonly folder: string
  /** Its files for machines, and for providers. */
  readonly staged: string
}

/** Where everything of an Expansion is, below the folder of all of them. */
export function expansionPlace(root: string, name: string): ExpansionPlace {
  const own = join(root, hashOf(name))
  return {
    own,
    workspace: join(own, 'work'),
    folder: join(own, 'package'),
    staged: join(own, 'staged'),
  }
}

// A name may have any characters; a folder should not.
function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 16)
}
