import { isRepositoryName } from '../reference.ts'
import { type Answer, answerJson, refuse } from './answer.ts'
import { routeBlob } from './blob-routes.ts'
import type { Call } from './call.ts'
import { routeCatalog, routeReferrers, routeTags } from './list-routes.ts'
import { routeManifest } from './manifest-routes.ts'
import { routeUpload, routeUploads } from './upload-routes.ts'

// Greedy in the name, so that a repository may be called a/blobs/b.
const patterns = {
  uploads: /^\/v2\/(.+)\/blobs\/uploads\/?()$/,
  upload: /^\/v2\/(.+)\/blobs\/uploads\/([^/]+)$/,
  blob: /^\/v2\/(.+)\/blobs\/([^/]+)$/,
  manifest: /^\/v2\/(.+)\/manifests\/([^/]+)$/,
  tags: /^\/v2\/(.+)\/tags\/list()$/,
  referrers: /^\/v2\/(.+)\/referrers\/([^/]+)$/,
} as const

type RouteName = keyof typeof patterns
type Unrouted = Omit<Call, 'repository' | 'reference'>

/** Finds who answers a path. Paths are taken as they stand: nothing is decoded or shortened. */
export async function route(call: Unrouted, path: string, busy: Set<string>): Promise<Answer> {
  if (path === '/v2/' || path === '/v2') return answerJson({})
  if (path === '/v2/_catalog') return await routeCatalog({ ...call, repository: '', reference: '' })
  const found = match(path)
  if (found === undefined) return refuse('UNSUPPORTED', 'there is nothing here', { status: 404 })
  const { name, repository, reference } = found
  if (!isRepositoryName(repository)) {
    return refuse('NAME_INVALID', 'this is not the name of a repository')
  }
  return await routes[name]({ ...call, repository, reference: decodeDigest(reference) }, busy)
}

const routes: Readonly<Record<RouteName, (call: Call, busy: Set<string>) => Promise<Answer>>> = {
  uploads: routeUploads,
  upload: routeUpload,
  blob: routeBlob,
  manifest: routeManifest,
  tags: routeTags,
  referrers: routeReferrers,
}

function match(path: string) {
  for (const name of Object.keys(patterns) as RouteName[]) {
    const [, repository, reference] = patterns[name].exec(path) ?? []
    if (repository !== undefined && reference !== undefined) return { name, repository, reference }
  }
  return undefined
}

// Some clients escape the colon of a digest; no other escape is of use in a path here.
function decodeDigest(reference: string): string {
  return reference.replace(/%3a/gi, ':')
}
