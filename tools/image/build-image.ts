import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layOutNode, layOutProgram, layOutSystem, packFolder } from './lay-out-files.ts'
import { type ShippedPart, spdxText } from './spdx.ts'
import { writeImage } from './write-image.ts'

export interface ImagePlace {
  /** The top of the sources. */
  readonly root: string
  /** The folder that was built from them. */
  readonly dist: string
  /** The layout that gets the image. */
  readonly folder: string
  readonly tag: string
}

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/** Assembles the image of the operator and the server, and gives its digest. The same packages and sources give the same digest. */
export async function buildImage(
  { root, dist, folder, tag }: ImagePlace,
  signal: AbortSignal,
): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'outrigger-image-'))
  try {
    const { parts, version, bill } = await layOutImage({ root, dist }, work)
    const layers = await Promise.all(
      parts.map(async ({ from, about }) => {
        const file = `${from}.tar`
        await packFolder(from, file)
        return { file, about }
      }),
    )
    await mkdir(folder, { recursive: true })
    const architecture = architectures[process.arch] ?? process.arch
    const content = { version, architecture, layers, bill }
    return await writeImage(content, { folder, tag }, signal)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Lays the files of the image out in one folder, for tools that make images from folders. */
export async function buildFiles({ root, dist, folder }: Omit<ImagePlace, 'tag'>): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'outrigger-image-'))
  try {
    const { parts } = await layOutImage({ root, dist }, work)
    for (const { from } of parts)
      await cp(from, folder, { recursive: true, verbatimSymlinks: true })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

interface LaidOut {
  /** The folder of each layer, the lowest first. */
  readonly parts: readonly { readonly from: string; readonly about: string }[]
  readonly version: string
  readonly bill: string
}

async function layOutImage(
  { root, dist }: Pick<ImagePlace, 'root' | 'dist'>,
  work: string,
): Promise<LaidOut> {
  const system = join(work, 'system')
  const node = join(work, 'node')
  const program = join(work, 'program')
  const packages = await layOutSystem(system, join(work, 'packages'))
  await layOutNode(node, process.execPath)
  const version = await readVersion(root)
  const bill = await billOf(dist, version, packages)
  await layOutProgram(program, { root, dist, bill })
  const parts = [
    { from: system, about: `Debian: ${packages.length} packages` },
    { from: node, about: `Node ${process.version}` },
    { from: program, about: `outrigger ${version}` },
  ]
  return { parts, version, bill }
}

/** Everything in the image: the packages of Debian, Node, and the npm packages that the build listed. */
async function billOf(
  dist: string,
  version: string,
  packages: readonly ShippedPart[],
): Promise<string> {
  const built = JSON.parse(await readFile(join(dist, 'sbom.spdx.json'), 'utf8')) as {
    readonly packages: readonly {
      readonly SPDXID: string
      readonly name: string
      readonly versionInfo: string
      readonly licenseDeclared: string
    }[]
  }
  const npm = built.packages
    .filter(({ SPDXID }) => SPDXID !== 'SPDXRef-subject')
    .map(({ name, versionInfo, licenseDeclared }) => {
      return { type: 'npm' as const, name, version: versionInfo, licence: licenseDeclared }
    })
  const node = {
    type: 'npm',
    name: 'node',
    version: process.versions.node,
    licence: 'MIT',
  } as const
  const parts = [
    ...packages.map(({ type, name, version }) => ({ type, name, version })),
    node,
    ...npm,
  ]
  return spdxText({ name: 'outrigger-image', version, parts })
}

async function readVersion(root: string): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
