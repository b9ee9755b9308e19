import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The licence texts of every package that a bundle's input files come from. */
export async function collectLicences(inputs: readonly string[], root: string): Promise<string> {
  const packages = new Set(inputs.flatMap((input) => packageFolder(input) ?? []))
  const texts = [...packages].toSorted().map(async (folder) => {
    const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return `${name}\n${'='.repeat(name.length)}\n\n${await readLicence(join(root, folder))}`
  })
  return (await Promise.all(texts)).join('\n')
}

/** The folder of the innermost package that a file belongs to; none for our own files. */
function packageFolder(input: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]
}

async function readLicence(folder: string): Promise<string> {
  const files = await readdir(folder)
  const licence = files.find((file) => /^licen[cs]e(\.\w+)?$/i.test(file))
  // Shipping somebody's code without its licence is worse than a build that fails.
  if (licence === undefined) throw new Error(`${folder} has no licence file to ship with its code`)
  return readFile(join(folder, licence), 'utf8')
}
