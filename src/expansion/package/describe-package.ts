import { listedItems, listedPath } from '../check/check-lists.ts'
import type { Package } from './open-package.ts'

/** One part of a package. */
export interface PackagePart {
  readonly what: string
  readonly name: string
  readonly bytes?: number
  readonly digest?: string
}

/** A package in short. */
export interface PackageDescription {
  readonly name: string
  readonly version: string
  /** Undefined for a package that was not built. */
  readonly digest: string | undefined
  readonly leftOut: number
  readonly rows: readonly PackagePart[]
}

const keys = ['charts', 'files', 'hooks', 'provider', 'applications', 'manifests'] as const
const nouns = {
  charts: 'chart',
  files: 'file',
  hooks: 'hook',
  provider: 'provider file',
  applications: 'application',
  manifests: 'manifest',
} as const

/** The name of a package; one without a name is called after what it is. */
export function packageName({ declaration }: Package): string {
  return declaration.content.expansion_name ?? 'expansion'
}

export function packageVersion({ declaration }: Package): string {
  return declaration.content.expansion_version ?? '0.0.0'
}

/** The folder of a package's images in a registry. */
export function namespaceOf(opened: Package): string {
  const { registry_namespace } = opened.declaration.content
  return registry_namespace ?? packageName(opened)
}

/** Lists what a package has. */
export function describePackage(opened: Package): PackageDescription {
  const { tree, declaration, lock, delta } = opened
  const { content } = declaration
  const digests = new Map(lock?.files.map(({ path, digest }) => [path, digest]))
  const images = new Map(lock?.images.map(({ image, digest }) => [image, digest]))
  const parts = keys.flatMap((key) =>
    listedItems(content, key).map((item): PackagePart => {
      const path = listedPath(key, item)
      const [bytes, digest] = [tree.entries.get(path)?.size, digests.get(path)]
      return {
        what: nouns[key],
        name: item,
        ...(bytes === undefined ? {} : { bytes }),
        ...(digest === undefined ? {} : { digest }),
      }
    }),
  )
  const listed = content.images.map((name): PackagePart => {
    const digest = images.get(name)
    return { what: 'image', name, ...(digest === undefined ? {} : { digest }) }
  })
  return {
    name: packageName(opened),
    version: packageVersion(opened),
    digest: lock?.digest,
    leftOut: delta?.blobs.length ?? 0,
    rows: [...parts, ...listed],
  }
}
