import { runBounded } from '../../std/run-bounded.ts'
import { type Json, fieldOf } from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import type { KubeClient } from '../client.ts'
import { KubeError } from '../errors.ts'
import { readJson } from '../json.ts'
import { textsAt } from './aggregated.ts'
import type { ServedApis, ServedResource, UnavailableApi } from './served-apis.ts'

interface GroupVersion {
  readonly group: string
  readonly version: string
}

const atOnce = 8

/**
 * Reads the resource lists of all groups and versions that an APIVersions or APIGroupList names.
 */
export async function readLegacy(
  client: KubeClient,
  root: string,
  body: Json,
  signal: AbortSignal,
): Promise<ServedApis> {
  const versions = root === '/api' ? coreVersions(body) : groupVersions(body)
  const found = new Map<GroupVersion, readonly ServedResource[]>()
  const unavailable: UnavailableApi[] = []
  const fetchOne = async (each: GroupVersion, signal: AbortSignal) => {
    const path = each.group === '' ? `/api/${each.version}` : `/apis/${each.group}/${each.version}`
    try {
      const answer = await client.exchange({ method: 'GET', path, repeat: 'never' }, signal)
      found.set(each, resourcesOf(each, readJson(answer.bytes)))
    } catch (error) {
      if (!(error instanceof KubeError)) throw error
      unavailable.push({ ...each, why: error.message })
    }
  }
  await runBounded(versions, atOnce, fetchOne, signal)
  return { resources: versions.flatMap((version) => found.get(version) ?? []), unavailable }
}

function coreVersions(body: Json): readonly GroupVersion[] {
  return textsAt(body, 'versions').map((version) => ({ group: '', version }))
}

function groupVersions(body: Json): readonly GroupVersion[] {
  return listAt(body, ['groups']).flatMap((group) => {
    const preferred = textAt(group, ['preferredVersion', 'version'])
    const versions = listAt(group, ['versions']).map((version) => textAt(version, ['version']))
    const ordered = [...new Set([preferred, ...versions])].filter((version) => version !== '')
    return ordered.map((version) => ({ group: textAt(group, ['name']), version }))
  })
}

function resourcesOf(at: GroupVersion, body: Json): readonly ServedResource[] {
  const entries = listAt(body, ['resources'])
  const parts = entries.map((entry) => textAt(entry, ['name']).split('/'))
  return entries.flatMap((entry): readonly ServedResource[] => {
    const resource = textAt(entry, ['name'])
    if (resource.includes('/')) return []
    const served: ServedResource = {
      ...at,
      resource,
      kind: textAt(entry, ['kind']),
      namespaced: fieldOf(entry, 'namespaced') === true,
      singular: textAt(entry, ['singularName']),
      shortNames: textsAt(entry, 'shortNames'),
      categories: textsAt(entry, 'categories'),
      verbs: textsAt(entry, 'verbs'),
      subresources: parts.flatMap(([name, part]) =>
        name === resource && part !== undefined ? [part] : [],
      ),
    }
    return [served]
  })
}
