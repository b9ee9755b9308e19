import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pushPackage } from '../../../expansion/artifact/push-package.ts'
import {
  namespaceOf,
  packageName,
  packageVersion,
} from '../../../expansion/package/describe-package.ts'
import { imageRepository } from '../../../expansion/images/target-image.ts'
import { type Package, openPackage } from '../../../expansion/package/open-package.ts'
import { operatorOf } from '../../../expansion/package/package-operator.ts'
import { buildPackage } from '../../../expansion/tools/build.ts'
import { readImage } from '../../../images/image-reference.ts'
import type { SiteFile } from '../../../kinds/site-file.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { platformNamespace } from '../../../operator/pass/platform-namespace.ts'
import type { KubeObject } from '../../../objects/kube-object.ts'
import { SiteError } from '../../../site/errors.ts'
import { operatorObjects } from '../../../site/install/operator-objects.ts'
import type { PublishedPackage } from '../../../site/install/site-context.ts'
import type { SitePaths } from '../../../site/install/site-paths.ts'
import { connectSiteRegistry, findSiteRegistry, writeLogin } from './site-registry.ts'

/** Builds a package if need be, and pushes it into the registry of the site. */
export async function publishPackage(
  opened: Package,
  { site, paths, client }: { site: SiteFile; paths: SitePaths; client: KubeClient },
  signal: AbortSignal,
): Promise<PublishedPackage> {
  const { host, folder, login } = await findSiteRegistry(site, paths, signal)
  const { registry, close } = connectSiteRegistry({ host, login })
  try {
    const built = await builtPackage(opened, paths, signal)
    const repository = [folder, 'expansions', packageName(opened)].filter(Boolean).join('/')
    const tag = packageVersion(opened).replaceAll('+', '_')
    await pushPackage(built, { registry, repository, tag }, signal)
    const reference = `oci://${host}/${repository}:${tag}`
    if (login === undefined) return { reference }
    return { reference, secretName: await writeLogin(login, client, signal) }
  } finally {
    await close()
  }
}

/** The objects of a package's operator whose image is in the registry of the site. */
export async function packageOperator(
  opened: Package,
  { site, paths }: { readonly site: SiteFile; readonly paths: SitePaths },
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const operator = operatorOf(opened.declaration.content)
  if (operator?.is !== 'image') throw new SiteError('bad-site', 'the operator is no image')
  const { host, folder } = await findSiteRegistry(site, paths, signal)
  const repository = imageRepository(operator.image, namespaceOf(opened))
  const { tag = 'latest', digest } = readImage(operator.image) ?? {}
  const name = [host, folder, repository].filter(Boolean).join('/')
  return operatorObjects({
    name: packageName(opened),
    namespace: platformNamespace,
    image: digest === undefined ? `${name}:${tag}` : `${name}@${digest}`,
    kubeconfig: await readFile(paths.kubeconfig, 'utf8'),
  })
}

async function builtPackage(
  opened: Package,
  { state }: SitePaths,
  signal: AbortSignal,
): Promise<Package> {
  if (opened.lock !== undefined) return opened
  const workspace = join(state, 'build')
  await rm(workspace, { recursive: true, force: true })
  await mkdir(join(workspace, 'work'), { recursive: true, mode: 0o700 })
  const out = join(workspace, 'built.tar.zst')
  const work = join(workspace, 'work')
  await buildPackage(opened, { workspace: work, out, compression: 'zstd' }, signal)
  const built = await openPackage(out, workspace, signal)
  if (built === undefined) throw new SiteError('bad-site', `${out} is no expansion`)
  return built
}
