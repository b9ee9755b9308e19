import { type Json, fieldOf } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import type { ServedApis, ServedResource, UnavailableApi } from './served-apis.ts'

interface Version {
  readonly group: string
  readonly version: string
  readonly body: Json
}

/** Reads an APIGroupDiscoveryList. */
export function readAggregated(body: Json): ServedApis {
  const versions: readonly Version[] = listAt(body, ['items']).flatMap((item) => {
    const group = textAt(item, ['metadata', 'name'])
    return listAt(item, ['versions']).map((version) => ({
      group,
      version: textAt(version, ['version']),
      body: version,
    }))
  })
  return {
    resources: versions.flatMap((version) =>
      listAt(version.body, ['resources']).flatMap((resource) => resourceOf(version, resource)),
    ),
    unavailable: versions.flatMap(unavailableOf),
  }
}

// The server answers for those behind it with what they last said, if anything.
function unavailableOf({ group, version, body }: Version): readonly UnavailableApi[] {
  if (textAt(body, ['freshness']) !== 'Stale') return []
  return [{ group, version, why: 'its server does not answer' }]
}

function resourceOf({ group, version }: Version, body: Json): readonly ServedResource[] {
  const kind = textAt(body, ['responseKind', 'kind'])
  // Something that has only parts cannot be asked for itself.
  if (kind === '') return []
  const served = {
    group,
    version,
    resource: textAt(body, ['resource']),
    kind,
    namespaced: fieldOf(body, 'scope') === 'Namespaced',
    singular: textAt(body, ['singularResource']),
    shortNames: textsAt(body, 'shortNames'),
    categories: textsAt(body, 'categories'),
    verbs: textsAt(body, 'verbs'),
    subresources: listAt(body, ['subresources']).map((part) => textAt(part, ['subresource'])),
  }
  return [served]
}

/** The texts of a list in a field. */
export function textsAt(body: Json, field: string): readonly string[] {
  return listAt(body, [field]).filter((item) => typeof item === 'string')
}
