import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildLibrary } from './build-library.ts'
import { buildPage } from './build-page.ts'
import { type BundledFile, bundle } from './bundle.ts'
import { collectLicences, collectPackages } from './collect-licences.ts'
import { spdxText } from './image/spdx.ts'

/** Builds everything that we release into a folder that it empties first, and gives the files of the program. */
export async function buildRelease(root: string, dist: string): Promise<readonly BundledFile[]> {
  const { files, inputs } = await bundle(root, dist)
  await buildLibrary(root, dist)
  const all = [...inputs, ...(await buildPage(root, join(dist, 'ui')))]
  await writeFile(join(dist, 'LICENSES.txt'), await collectLicences(all, root))
  await writeFile(join(dist, 'sbom.spdx.json'), await billOfMaterials(all, root))
  // The charts that `outrigger start` offers and the providers of clusters; the program looks for them beside itself.
  await cp(join(root, 'charts'), join(dist, 'charts'), { recursive: true })
  await cp(join(root, 'providers'), join(dist, 'providers'), { recursive: true })
  return files
}

/** Every npm package whose code is in the release. */
async function billOfMaterials(inputs: readonly string[], root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly version: string
  }
  // The bundle leaves it where it is, so that it can be replaced.
  const packages = await collectPackages([...inputs, 'node_modules/openpgp/package.json'], root)
  const parts = packages.map((one) => ({ ...one, type: 'npm' as const }))
  return spdxText({ name: 'outrigger', version, parts })
}
