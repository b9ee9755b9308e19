import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { compareStrings } from '../../formats/go-string.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type Digest, digestOfStream } from '../../oci/digest.ts'
import { listedItems, listedPath } from '../check/check-lists.ts'
import type { Package } from '../package/open-package.ts'
import type { Receipt } from '../package/receipt.ts'
import { blobPath } from '../package/verify-lock.ts'
import { isOverruled, leavesOf } from './overruled.ts'

/** One difference between two packages. */
export interface PackageDifference {
  readonly change: 'added' | 'changed' | 'removed'
  readonly what: string
  readonly name: string
  readonly before?: string
  readonly after?: string
}

/** The difference that an update makes, and the bytes of images that it brings. */
export interface PackageDiff {
  readonly differences: readonly PackageDifference[]
  /** Blobs of images that the other side does not have, and their bytes. */
  readonly newBlobs: number
  readonly newBytes: number
}

const lists = ['charts', 'files', 'hooks', 'provider', 'applications', 'manifests'] as const
const names = [
  'installer_skip_steps',
  'create_cluster_skip_conditions',
  'create_cluster_delegate_conditions',
] as const
const scalars = ['expansion_version', 'k8s_version', 'registry_namespace', 'operator'] as const
const flags = ['images_loaded', 'disable_pass_through_to_platform'] as const
const others = ['create_cluster_extra_args', 'images', 'values'] as const

/** The site that an update is for, as far as it is known. */
export interface DiffSite {
  /** The blobs that it has already. */
  readonly receipt?: Receipt | undefined
  /** Its own words, which no package changes. */
  readonly file?: SiteFile | undefined
}

/** Says what an update from one package to another changes on a site. */
export async function diffPackages(
  before: Package,
  after: Package,
  { receipt, file }: DiffSite,
  signal: AbortSignal,
): Promise<PackageDiff> {
  const rows = [...lists, ...names, ...scalars, ...flags, ...others] as const
  const [old, now] = [await fileDigests(before, signal), await fileDigests(after, signal)]
  const differences = rows
    .flatMap((key) => compare(key, partsOf(before, old, key), partsOf(after, now, key)))
    .filter((one) => file === undefined || !isOverruled(one, file))
  const has = new Set<string>([
    ...(receipt?.blobs.map(({ digest }) => digest) ?? []),
    ...(before.lock?.files ?? []).filter(isBlob).map(({ digest }) => digest),
  ])
  const fresh = (after.lock?.files ?? []).filter((file) => isBlob(file) && !has.has(file.digest))
  const newBytes = fresh.reduce((total, { size }) => total + size, 0)
  return { differences, newBlobs: fresh.length, newBytes }
}

function isBlob({ path, digest }: { readonly path: string; readonly digest: Digest }): boolean {
  return path === blobPath(digest)
}

type Key =
  | (typeof lists)[number]
  | (typeof names)[number]
  | (typeof scalars)[number]
  | (typeof flags)[number]
  | (typeof others)[number]

// The name of each part, and a text that is another one when the part is.
function partsOf(
  { declaration, lock, values }: Package,
  digests: ReadonlyMap<string, Digest>,
  key: Key,
): ReadonlyMap<string, string> {
  const { content } = declaration
  if (key === 'files') {
    const files = content.files.map(({ path, ...how }) => {
      return [path, fileText(digests.get(`files/${path}`), how)] as const
    })
    return new Map(files)
  }
  if (isIn(lists, key)) {
    return new Map(
      listedItems(content, key).map((item) => {
        const path = listedPath(key, item)
        return [item, digests.get(path) ?? 'missing']
      }),
    )
  }
  if (isIn(names, key)) return new Map(content[key].map((name) => [name, name]))
  if (isIn(scalars, key)) {
    const value = content[key]
    return value === undefined ? new Map() : new Map([[key, value]])
  }
  if (isIn(flags, key)) return new Map([[key, String(content[key])]])
  if (key === 'create_cluster_extra_args') {
    const { create_cluster_extra_args: args = {} } = content
    // Lists that nobody wrote are filled in as empty ones.
    return new Map([...leaves(args as JsonObject)].filter(([, text]) => text !== '[]'))
  }
  if (key === 'images') {
    const locked = new Map(lock?.images.map(({ image, digest }) => [image, digest]))
    return new Map(content.images.map((image) => [image, locked.get(image) ?? image]))
  }
  return leaves({ global: values.global, charts: values.charts })
}

// A map without anything in it says nothing.
function leaves(value: JsonObject): ReadonlyMap<string, string> {
  return new Map(leavesOf(value).filter(([, text]) => text !== '{}'))
}

function fileText(
  digest: Digest | undefined,
  { render, mode }: { readonly render: boolean; readonly mode?: string | undefined },
): string {
  const how = [...(render ? ['rendered'] : []), ...(mode === undefined ? [] : [`mode ${mode}`])]
  return [digest ?? 'missing', ...how].join(', ')
}

async function fileDigests(
  { lock, tree, declaration }: Package,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Digest>> {
  if (lock !== undefined) return new Map(lock.files.map(({ path, digest }) => [path, digest]))
  const digests = new Map<string, Digest>()
  const paths = lists.flatMap((key) =>
    listedItems(declaration.content, key).map((item) => listedPath(key, item)),
  )
  for (const path of paths) {
    if (tree.entries.get(path)?.kind !== 'file') continue
    const stream = createReadStream(join(tree.folder, path), { signal })
    digests.set(path, await digestOfStream(stream, 'sha256'))
  }
  return digests
}

function isIn<K extends string>(keys: readonly K[], key: string): key is K {
  return (keys as readonly string[]).includes(key)
}

function compare(
  what: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly PackageDifference[] {
  const all = [...new Set([...before.keys(), ...after.keys()])].toSorted(compareStrings)
  return all.flatMap((name): readonly PackageDifference[] => {
    const [old, now] = [before.get(name), after.get(name)]
    if (old === now) return []
    if (old === undefined) return [{ change: 'added', what, name, after: now ?? '' }]
    if (now === undefined) return [{ change: 'removed', what, name, before: old }]
    return [{ change: 'changed', what, name, before: old, after: now }]
  })
}
