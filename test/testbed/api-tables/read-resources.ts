/** The resources of a server, as aggregated discovery tells them. */
export interface DiscoveryList {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly {
      readonly version: string
      readonly resources?: readonly DiscoveredResource[]
    }[]
  }[]
}

interface DiscoveredResource {
  readonly resource: string
  readonly responseKind: { readonly group: string; readonly version: string; readonly kind: string }
  readonly scope: string
  readonly singularResource: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly {
    readonly subresource: string
    readonly responseKind?: {
      readonly group: string
      readonly version: string
      readonly kind: string
    }
    readonly verbs: readonly string[]
  }[]
}

/** A resource with the minors that serve it by default. */
export interface ServedResource {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly singular: string
  readonly scope: string
  readonly verbs: readonly string[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly {
    readonly name: string
    /** `autoscaling/v1, Scale` or `v1, Status`, where it is not the resource's own. */
    readonly kind?: string
    readonly verbs: readonly string[]
  }[]
  readonly minors: readonly string[]
}

/** The resources of several minors as one table, in the order in which the newest server prefers them. */
export function readResources(
  byMinor: ReadonlyMap<string, readonly DiscoveryList[]>,
): readonly ServedResource[] {
  const found = new Map<string, ServedResource>()
  // The newest first, so that what only older ones serve comes last.
  for (const [minor, lists] of [...byMinor].toReversed()) {
    for (const resource of lists.flatMap(resourcesOf)) {
      const key = `${resource.group}/${resource.version}/${resource.resource}`
      const known = found.get(key) ?? resource
      found.set(key, { ...known, minors: [minor, ...known.minors] })
    }
  }
  return [...found.values()]
}

function resourcesOf({ items }: DiscoveryList): readonly ServedResource[] {
  return items.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources = [] }) =>
      resources.map((found) => served(metadata.name ?? '', version, found)),
    ),
  )
}

function served(group: string, version: string, found: DiscoveredResource): ServedResource {
  const { resource, responseKind, singularResource, scope, verbs, shortNames, categories } = found
  const own = writeKind({ group, version, kind: responseKind.kind })
  const subresources = found.subresources?.map(({ subresource, responseKind: other, verbs }) => {
    // Without a version it is the resource's own.
    const kind = other?.version ? writeKind(other) : own
    return { name: subresource, ...(kind === own ? {} : { kind }), verbs }
  })
  return {
    group,
    version,
    resource,
    kind: responseKind.kind,
    singular: singularResource,
    scope,
    verbs,
    ...(shortNames === undefined ? {} : { shortNames }),
    ...(categories === undefined ? {} : { categories }),
    ...(subresources === undefined ? {} : { subresources }),
    minors: [],
  }
}

function writeKind({ group, version, kind }: DiscoveredResource['responseKind']): string {
  return `${group === '' ? version : `${group}/${version}`}, ${kind}`
}
