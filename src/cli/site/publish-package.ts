import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pushPackage } from '../../expansion/artifact/push-package.ts'
import {
  namespaceOf,
  packageName,
  packageVersion,
} from '../../expansion/package/describe-package.ts'
import { imageRepository } from '../../expansion/images/target-image.ts'
import { type Package, openPackage } from '../../expansion/package/open-package.ts'
import { operatorOf } from '../../expansion/package/package-operator.ts'
import { buildPackage } from '../../expansion/tools/build.ts'
import { readImage } from '../../images/image-reference.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import type { KubeClient } from '../../kube/client.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { credentialsForHost } from '../../oci/auth/find-credentials.ts'
import { connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { SiteError } from '../../site/errors.ts'
import { operatorObjects } from '../../site/install/operator-objects.ts'
import { secretsInFolder } from '../../site/cluster/machine-access.ts'
import type { PublishedPackage } from '../../site/install/site-context.ts'
import type { SitePaths } from '../../site/install/site-paths.ts'
import { readPlatformProcess } from './platform-process.ts'

const secrets = {
  group: '',
  version: 'v1',
  resource: 'secrets',
  kind: 'Secret',
  namespaced: true,
} as const
const secretName = 'outrigger-site-registry'

interface Login {
  readonly username: string
  readonly password: string
}

/** Builds a package if need be, and pushes it into the registry of the site. */
export async function publishPackage(
  opened: Package,
  { site, paths, client }: { site: SiteFile; paths: SitePaths; client: KubeClient },
  signal: AbortSignal,
): Promise<PublishedPackage> {
  const { host, folder, login } = await registryOf(site, paths, signal)
  const transport = createTransport()
  try {
    const findCredentials =
      login === undefined ? undefined : credentialsForHost(host, { kind: 'password', ...login })
    const registry = connectRegistry(host, {
      transport,
      ...(findCredentials === undefined ? {} : { findCredentials }),
    })
    const built = await builtPackage(opened, paths, signal)
    const repository = [folder, 'expansions', packageName(opened)].filter(Boolean).join('/')
    const tag = packageVersion(opened).replaceAll('+', '_')
    await pushPackage(built, { registry, repository, tag }, signal)
    if (login !== undefined) await writeLogin(login, client, signal)
    const reference = `oci://${host}/${repository}:${tag}`
    return login === undefined ? { reference } : { reference, secretName }
  } finally {
    await transport.close()
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
  const { host, folder } = await registryOf(site, paths, signal)
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

async function registryOf({ registry }: SiteFile, paths: SitePaths, signal: AbortSignal) {
  if (registry?.kind === 'existing' && registry.address !== undefined) {
    const [host = '', ...folder] = registry.address.split('/')
    const read = secretsInFolder(paths.secrets)
    const found = registry.secretName && (await read(registry.secretName, signal))
    const login =
      typeof found === 'object'
        ? { username: found['username'] ?? '', password: found['password'] ?? '' }
        : undefined
    return { host, folder: folder.join('/'), login }
  }
  const platform = await readPlatformProcess(paths)
  if (platform?.registry === undefined || platform.registryTokenFile === undefined) {
    const todo = 'name an existing one in registry.address'
    throw new SiteError('bad-site', `the platform has no registry here: ${todo}`)
  }
  const password = (await readFile(platform.registryTokenFile, 'utf8')).trim()
  return { host: platform.registry, folder: '', login: { username: 'outrigger', password } }
}

async function writeLogin(login: Login, client: KubeClient, signal: AbortSignal): Promise<void> {
  const body = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: secretName, namespace: platformNamespace },
    stringData: { ...login },
  }
  await applyObject(client, secrets, body, { force: true }, signal)
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
