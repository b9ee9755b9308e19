import { ExpansionError, problemText } from '../../expansion/errors.ts'
import { type Package, openPackage } from '../../expansion/package/open-package.ts'
import { PlainError } from '../errors.ts'
import { openTemporaryFolder } from '../../std/node/temporary-folder.ts'

/** A package that a command works on, and the folder for what it needs meanwhile. */
export interface GivenPackage {
  readonly opened: Package
  readonly workspace: string
}

/** Opens the package that somebody named, for as long as the work takes. */
export async function withPackage<T>(
  path: string,
  work: (given: GivenPackage) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  return await withWorkspace(async (workspace) => {
    const opened = await openPackage(path, workspace, signal)
    if (opened === undefined) {
      throw new PlainError(`${path} is no expansion: there is no expansion.yaml in it`)
    }
    return await work({ opened, workspace })
  })
}

/** A folder of one command, which is gone afterwards. */
export async function withWorkspace<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { path: folder, remove } = await openTemporaryFolder('expansion')
  try {
    return await work(folder)
  } catch (error) {
    if (error instanceof ExpansionError) throw plain(error)
    throw error
  } finally {
    await remove()
  }
}

function plain(error: ExpansionError): PlainError {
  if (error.problems.length === 0) return new PlainError(error.message, { cause: error })
  const lines = error.problems.map(problemText)
  return new PlainError(lines.join('\n'), { cause: error })
}
