/** The target of a path: a part of a resource, or a page of the server itself. */
export type Route =
  | { readonly what: 'page'; readonly path: string }
  | {
      readonly what: 'resource'
      readonly group: string
      readonly version: string
      /** Empty for cluster-scoped resources and for lists over all namespaces. */
      readonly namespace: string
      readonly resource: string
      readonly name: string
      readonly subresource: string
      /** The rest of the path after the subresource, for proxies. */
      readonly rest: string
      /** The old form of a watch, with the word in the path. */
      readonly watch: boolean
    }

export type ResourceRoute = Extract<Route, { what: 'resource' }>

/** Namespaces have subresources of their own, which are not resources inside the namespace. */
const namespaceSubresources = ['status', 'finalize']

/** Takes a path apart as Kubernetes does. */
export function routeOf(path: string): Route {
  const parts = path.split('/').filter((part) => part !== '')
  const prefix = parts[0] === 'api' ? 2 : 3
  if ((parts[0] !== 'api' && parts[0] !== 'apis') || parts.length <= prefix) {
    return { what: 'page', path }
  }
  const group = prefix === 2 ? '' : (parts[1] ?? '')
  const version = parts[prefix - 1] ?? ''
  const watch = parts[prefix] === 'watch'
  const below = parts.slice(watch ? prefix + 1 : prefix).map(decode)
  return { what: 'resource', group, version, watch, ...resourceOf(below) }
}

function resourceOf(parts: readonly string[]) {
  const [first = '', second = '', third] = parts
  const inNamespace = first === 'namespaces' && second !== '' && third !== undefined
  if (inNamespace && !namespaceSubresources.includes(third)) {
    const [resource = '', name = '', subresource = '', ...rest] = parts.slice(2)
    return { namespace: second, resource, name, subresource, rest: rest.join('/') }
  }
  // A namespace is looked for inside itself, as its own authorisation rules say.
  const [subresource = '', ...rest] = parts.slice(2)
  return { namespace: '', resource: first, name: second, subresource, rest: rest.join('/') }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not what anybody wrote as a name; nothing is found under it as it stands.
    return part
  }
}
