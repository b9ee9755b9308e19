import { readFile } from 'node:fs/promises'
import { ExpansionError } from '../../expansion/errors.ts'
import { type GivenSite, siteOfText } from '../../expansion/merge/read-site.ts'
import { PlainError } from '../errors.ts'

/** Reads the site that somebody named; its problems are one error. */
export async function readSite(path: string): Promise<GivenSite> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PlainError(`cannot read ${path}`, { cause })
  })
  try {
    return siteOfText(text, path)
  } catch (error) {
    if (error instanceof ExpansionError) throw new PlainError(error.message, { cause: error })
    throw error
  }
}
