import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The licence texts of every package that a bundle's input files come from. */
export async function collectLicences(inputs: readonly string[], root: string): Promise<string> {
  const texts = packageFolders(inputs).map(async (folder) => {
    const name = packageName(folder)
    return `${name}\n${'='.repeat(name.length)}\n\n${await readLicence(join(root, folder), root)}`
  })
  return (await Promise.all(texts)).join('\n')
}

/** A package of npm whose code is in what we ship. */
export interface NpmPackage {
  readonly name: string
  readonly version: string
  readonly licence: string | undefined
}

/** The packages that a bundle's input files come from, by name. */
export function collectPackages(
  inputs: readonly string[],
  root: string,
): Promise<readonly NpmPackage[]> {
  return Promise.all(
    packageFolders(inputs).map(async (folder) => {
      const { version, license } = await readManifest(join(root, folder))
      return { name: packageName(folder), version, licence: license }
    }),
  )
}

function packageFolders(inputs: readonly string[]): readonly string[] {
  return [...new Set(inputs.flatMap((input) => packageFolder(input) ?? []))].toSorted()
}

function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** The folder of the innermost package that a file belongs to; none for our own files. */
function packageFolder(input: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]
}

async function readLicence(folder: string, root: string): Promise<string> {
  const files = await readdir(folder)
  const licence = files.find((file) => /^licen[cs]e([.-]\w+)*$/i.test(file))
  if (licence !== undefined) return readFile(join(folder, licence), 'utf8')
  // The text of this one names nobody, so that ours is as good as theirs.
  const { license, author } = await readManifest(folder)
  if (license === 'Apache-2.0') return readFile(join(root, 'LICENSE'), 'utf8')
  const remarks = await Promise.all(files.map((file) => licenceRemark(join(folder, file))))
  const isSilent = remarks.join('') === ''
  // The package has no text of its own, but says whose it is and under which licence.
  if (isSilent && license === 'MIT' && author !== undefined) {
    const text = await readFile(join(root, 'tools/mit-licence.txt'), 'utf8')
    return `The MIT License\n\nCopyright (c) ${author}\n\n${text}`
  }
  // Shipping somebody's code without its licence is worse than a build that fails.
  if (isSilent) throw new Error(`${folder} has no licence to ship with its code`)
  return remarks.join('')
}

interface Manifest {
  readonly version: string
  readonly license?: string
  readonly author?: string
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  const { version, license, author } = JSON.parse(text) as {
    readonly version: string
    readonly license?: string
    readonly author?: string | { readonly name: string }
  }
  const name = typeof author === 'object' ? author.name : author
  return {
    version,
    ...(license === undefined ? {} : { license }),
    ...(name === undefined ? {} : { author: name }),
  }
}

/** The remark at the beginning of a source file, when it gives the permission of the MIT licence. */
async function licenceRemark(path: string): Promise<string> {
  if (!path.endsWith('.js')) return ''
  const [remark = ''] = /^(?:\/\/.*\n|\/\*[^]*?\*\/\s*)*/.exec(await readFile(path, 'utf8')) ?? []
  return remark.includes('Permission is hereby granted') ? remark : ''
}
