import { isDigest } from '../digest.ts'
import { ociIndexType } from '../media-types.ts'
import { type Answer, answerJson, refuse } from './answer.ts'
import type { Call } from './call.ts'
import { listTags } from './manifests.ts'
import { listReferrers } from './referrers.ts'
import { listRepositories } from './repositories.ts'

const mostPerPage = 10_000

/** GET of the tags of a repository. */
export async function routeTags(call: Call): Promise<Answer> {
  const { store, repository } = call
  if (call.method !== 'GET') return refuse('UNSUPPORTED', 'tags can only be listed')
  const tags = await listTags(store, repository)
  if (tags === undefined) return refuse('NAME_UNKNOWN', `there is no repository ${repository}`)
  return answerPage(call, `/v2/${repository}/tags/list`, tags, (page) => ({
    name: repository,
    tags: page,
  }))
}

/** GET of all repositories. */
export async function routeCatalog(call: Call): Promise<Answer> {
  if (call.method !== 'GET') return refuse('UNSUPPORTED', 'the catalogue can only be listed')
  const names = await listRepositories(call.store, call.signal)
  return answerPage(call, '/v2/_catalog', names, (page) => ({ repositories: page }))
}

/** GET of what refers to a digest; a subject that is not there has no referrers, which is no error. */
export async function routeReferrers(call: Call): Promise<Answer> {
  const { store, repository, reference } = call
  if (call.method !== 'GET') return refuse('UNSUPPORTED', 'referrers can only be listed')
  if (!isDigest(reference)) return refuse('DIGEST_INVALID', 'the digest is not one')
  const wanted = call.query.get('artifactType')
  const all = await listReferrers(store, repository, reference)
  const manifests =
    wanted === null ? all : all.filter(({ artifactType }) => artifactType === wanted)
  const filter = wanted === null ? {} : { 'oci-filters-applied': 'artifactType' }
  const index = { schemaVersion: 2, mediaType: ociIndexType, manifests }
  return answerJson(index, { 'content-type': ociIndexType, ...filter })
}

function answerPage(
  call: Call,
  path: string,
  names: readonly string[],
  bodyOf: (page: readonly string[]) => unknown,
): Answer {
  const asked = call.query.get('n')
  const count = asked === null ? mostPerPage : Number(asked)
  if (!Number.isInteger(count) || count < 0) {
    return refuse('PAGINATION_NUMBER_INVALID', 'n must be a number of entries')
  }
  const last = call.query.get('last')
  const rest = last === null ? names : names.filter((name) => name > last)
  const page = rest.slice(0, Math.min(count, mostPerPage))
  const end = page.at(-1)
  if (end === undefined || page.length === rest.length) return answerJson(bodyOf(page))
  const next = `${path}?n=${page.length}&last=${encodeURIComponent(end)}`
  return answerJson(bodyOf(page), { link: `<${next}>; rel="next"` })
}
