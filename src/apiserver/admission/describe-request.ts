import { parseApiVersion } from '../../objects/kube-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { AdmissionRequest } from '../registry/registry.ts'
import type { Served } from '../registry/served.ts'

/** A write as policies and webhooks see it, without the objects themselves. */
export function describeRequest(request: AdmissionRequest, matched: Served): JsonObject {
  const { served, subresource, namespace, name, operation, user, dryRun, options } = request
  const isNamespace = served.bucket === 'namespaces'
  const home = isNamespace ? name : namespace
  return {
    kind: kindOf(matched, subresource),
    resource: resourceOf(matched),
    ...(subresource !== '' && { subResource: subresource }),
    requestKind: kindOf(served, subresource),
    requestResource: resourceOf(served),
    ...(subresource !== '' && { requestSubResource: subresource }),
    ...(name !== '' && { name }),
    ...(home !== '' && { namespace: home }),
    operation,
    userInfo: {
      username: user.name,
      ...(user.uid !== '' && { uid: user.uid }),
      groups: user.groups,
      ...(Object.keys(user.extra).length > 0 && { extra: user.extra }),
    },
    dryRun,
    options,
  }
}

function kindOf({ resource }: Served, subresource: string): JsonObject {
  const part = resource.subresources.find(({ name }) => name === subresource)
  const own = { group: resource.group, version: resource.version, kind: resource.kind }
  if (part === undefined || part.kind === resource.kind) return own
  const { group, version } =
    part.apiVersion === undefined ? resource : parseApiVersion(part.apiVersion)
  return { group, version, kind: part.kind }
}

function resourceOf({ resource: { group, version, resource } }: Served): JsonObject {
  return { group, version, resource }
}

/** The object in the version that somebody asked for. */
export function inVersion(object: JsonObject | undefined, version: Served): JsonObject | undefined {
  if (object === undefined) return undefined
  const { kind: _, apiVersion: __, ...rest } = object
  return { kind: version.resource.kind, apiVersion: version.apiVersion, ...rest }
}
