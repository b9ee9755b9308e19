import { formatApiVersion } from '../objects/kube-object.ts'
import { KubeError } from './errors.ts'

/** One kind as a server serves it: what a path needs, and how the kind is called. */
export interface ApiResource {
  readonly group: string
  readonly version: string
  /** The plural in paths, `deployments`. */
  readonly resource: string
  readonly kind: string
  readonly namespaced: boolean
}

/** One object on a server. */
export interface ObjectTarget {
  readonly resource: ApiResource
  /** Must be there exactly when the resource is namespaced. */
  readonly namespace?: string
  readonly name: string
}

/** Some or all objects of one kind. */
export interface Selection {
  readonly resource: ApiResource
  /** All namespaces when absent. */
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
}

/** `apiVersion` of a resource. */
export function apiVersionOf({ group, version }: ApiResource): string {
  return formatApiVersion(group, version)
}

/** The path of all objects of a kind, in one namespace or in all. */
export function collectionPath(resource: ApiResource, namespace: string | undefined): string {
  const { group, version } = resource
  const root =
    group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`
  const isInside = resource.namespaced && namespace !== undefined && namespace !== ''
  const place = isInside ? `/namespaces/${segment(namespace)}` : ''
  return `${root}${place}/${segment(resource.resource)}`
}

/** The path of one object, or of a part of it such as `status`. */
export function objectPath({ resource, namespace, name }: ObjectTarget, subresource = ''): string {
  if (resource.namespaced && (namespace === undefined || namespace === '')) {
    throw new KubeError('bad-request', `${resource.kind} ${name} needs a namespace`)
  }
  const below = subresource === '' ? '' : `/${segment(subresource)}`
  return `${collectionPath(resource, namespace)}/${segment(name)}${below}`
}

// Names come from manifests: none may climb to another path, and none may be empty, which would
// turn one object into all of them.
function segment(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/%]/.test(name)) {
    throw new KubeError(
      'bad-request',
      `${JSON.stringify(name)} is not the name of an object or kind`,
    )
  }
  return encodeURIComponent(name).replaceAll('%3A', ':')
}
