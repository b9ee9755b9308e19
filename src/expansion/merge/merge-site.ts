import { fileHooks } from '../../kinds/vocabulary/hook-names.ts'
import { installerSteps } from '../../kinds/vocabulary/installer-steps.ts'
import { providerConditions } from '../../kinds/vocabulary/provider-conditions.ts'
import { type Vocabulary, currentNames } from '../../kinds/vocabulary/vocabulary.ts'
import type { ExpansionFile, ExpansionValues } from '../../kinds/expansion-file.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'
import { flatName } from '../package/package-path.ts'

/** The side that a part of the merged configuration came from. */
export type Side = 'site' | 'expansion' | 'both'

/** A site with its expansion in it, and which side each part came from, by the path of the part. */
export interface MergedSite {
  readonly site: SiteFile
  readonly sides: ReadonlyMap<string, Side>
  /** Lines about parts of the package that the site had decided otherwise. */
  readonly overruled: readonly string[]
}

/** The parts of a package that a site's configuration takes over. */
export interface Merging {
  readonly content: ExpansionFile
  readonly values: ExpansionValues
}

/** A site with the package that was found; without one it is the very site that was given. */
export function siteWith(site: SiteFile, merging: Merging | undefined): MergedSite {
  if (merging === undefined) return { site, sides: new Map(), overruled: [] }
  return mergeSite(site, merging)
}

/** Merges a package into the configuration of a site. The user's words always win, etcd included. */
export function mergeSite(site: SiteFile, { content, values }: Merging): MergedSite {
  const merging = new SiteMerge()
  const { cluster } = site
  const { features } = cluster
  const extra = content.create_cluster_extra_args ?? {}
  const skipSteps = merging.union(
    'skipSteps',
    installerSteps,
    site.skipSteps,
    content.installer_skip_steps,
  )
  const choices = merging.conditions(features, content)
  const files = merging.files(features.files, content)
  const merged: SiteFile = {
    ...site,
    ...merging.namespace(site, content),
    skipSteps,
    cluster: {
      ...cluster,
      ...merging.version(cluster, content),
      ...merging.extraArguments(cluster, extra),
      features: { ...features, ...choices, files, hooks: merging.hooks(features.hooks, content) },
    },
    values: {
      global: merging.values('values.global', site.values.global, values.global),
      charts: merging.chartValues(site.values.charts, values.charts),
    },
  }
  return { site: merged, sides: merging.sides, overruled: merging.overruled }
}

type JoiningCluster = Pick<Cluster, 'features' | 'etcd' | (typeof argumentFields)[number]>

/** A cluster that joins later, with what a package gives to the first one; what the cluster says wins here, too. */
export function mergeCluster<T extends JoiningCluster>(cluster: T, content: ExpansionFile): T {
  const merging = new SiteMerge()
  const { features } = cluster
  return {
    ...cluster,
    ...merging.extraArguments(cluster, content.create_cluster_extra_args ?? {}),
    features: {
      ...features,
      ...merging.conditions(features, content),
      files: merging.files(features.files, content),
      hooks: merging.hooks(features.hooks, content),
    },
  }
}

/** The place of a file of the package beside the others, all in one folder. */
function generatedFile(path: string): string {
  return `files_generated/${flatName(path)}`
}

const argumentFields = [
  'dockerExtraArgs',
  'kubeletExtraArgs',
  'apiServerExtraArgs',
  'controllerManagerExtraArgs',
  'schedulerExtraArgs',
] as const

type Cluster = SiteFile['cluster']
type Features = Cluster['features']
type ExtraArguments = NonNullable<ExpansionFile['create_cluster_extra_args']>

class SiteMerge {
  readonly sides = new Map<string, Side>()
  readonly overruled: string[] = []

  /** A set in order: the site's names, then those that only the package has. */
  union(
    path: string,
    vocabulary: Vocabulary,
    site: readonly string[],
    own: readonly string[],
  ): readonly string[] {
    const names = currentNames(vocabulary, [...site, ...own])
    const ofSite = currentNames(vocabulary, site)
    const ofPackage = currentNames(vocabulary, own)
    for (const [index, name] of names.entries()) {
      const isSite = ofSite.includes(name)
      const side = isSite && ofPackage.includes(name) ? 'both' : isSite ? 'site' : 'expansion'
      this.sides.set(`${path}[${index}]`, side)
    }
    return names
  }

  conditions(
    features: Features,
    content: ExpansionFile,
  ): Pick<Features, 'skipConditions' | 'delegateConditions'> {
    const vocabulary = providerConditions
    const skipped = currentNames(vocabulary, features.skipConditions)
    const delegated = currentNames(vocabulary, features.delegateConditions)
    const skip = this.without(content.create_cluster_skip_conditions, delegated, 'skipped')
    const delegate = this.without(content.create_cluster_delegate_conditions, skipped, 'delegated')
    const below = 'cluster.features'
    return {
      skipConditions: this.union(
        `${below}.skipConditions`,
        vocabulary,
        features.skipConditions,
        skip,
      ),
      delegateConditions: this.union(
        `${below}.delegateConditions`,
        vocabulary,
        features.delegateConditions,
        delegate,
      ),
    }
  }

  // A condition that the site delegates is not skipped because a package says so, nor the other way round.
  private without(
    names: readonly string[],
    taken: readonly string[],
    how: string,
  ): readonly string[] {
    return names.filter((name) => {
      const [current = name] = currentNames(providerConditions, [name])
      if (!taken.includes(current)) return true
      this.overruled.push(`${current} is not ${how}: the site decided otherwise`)
      return false
    })
  }

  files(site: Features['files'], { files }: ExpansionFile): Features['files'] {
    const taken = new Map(site.map(({ dst }, index) => [dst, index]))
    for (const index of site.keys()) this.sides.set(filePath(index), 'site')
    const added = files.flatMap(({ path, mode }) => {
      const dst = `/${path}`
      if (taken.has(dst)) {
        this.overruled.push(`${dst} is not taken from the package: the site has a file for it`)
        return []
      }
      return [{ src: generatedFile(path), dst, ...(mode === undefined ? {} : { mode }) }]
    })
    for (const index of added.keys()) this.sides.set(filePath(site.length + index), 'expansion')
    return [...site, ...added]
  }

  hooks(site: Features['hooks'], { files }: ExpansionFile): Features['hooks'] {
    const known: readonly string[] = fileHooks
    const offered = files.flatMap(({ path }) => {
      const type = path.split('/').at(-1) ?? ''
      return known.includes(type) ? [[type, `/${path}`] as const] : []
    })
    return this.absentKeys('cluster.features.hooks', site, Object.fromEntries(offered))
  }

  extraArguments(cluster: JoiningCluster, extra: ExtraArguments): Partial<Cluster> {
    const merged = argumentFields.flatMap((field) => {
      const [site, own] = [cluster[field], extra[field]]
      if (site === undefined && own === undefined) return []
      return [[field, this.absentKeys(`cluster.${field}`, site ?? {}, own ?? {})] as const]
    })
    return { ...Object.fromEntries(merged), ...this.etcd(cluster, extra) }
  }

  // The original lets the package overwrite the user here; nothing else did, and nothing does with us.
  private etcd(cluster: JoiningCluster, { etcd }: ExtraArguments): Partial<Cluster> {
    if (etcd === undefined) return {}
    if (cluster.etcd !== undefined) {
      this.overruled.push('cluster.etcd is that of the site')
      this.sides.set('cluster.etcd', 'site')
      return {}
    }
    this.sides.set('cluster.etcd', 'expansion')
    return { etcd }
  }

  version(cluster: Cluster, { k8s_version }: ExpansionFile): Partial<Cluster> {
    if (k8s_version === undefined) return {}
    if (cluster.version === undefined) {
      this.sides.set('cluster.version', 'expansion')
      return { version: k8s_version }
    }
    const isSame = cluster.version === k8s_version
    this.sides.set('cluster.version', isSame ? 'both' : 'site')
    if (!isSame) this.overruled.push(`cluster.version is that of the site, not ${k8s_version}`)
    return {}
  }

  namespace(
    site: SiteFile,
    { registry_namespace, expansion_name }: ExpansionFile,
  ): Partial<SiteFile> {
    const namespace = registry_namespace ?? expansion_name
    if (namespace === undefined || site.registry === undefined) return {}
    if (site.registry.namespace !== undefined) return {}
    this.sides.set('registry.namespace', 'expansion')
    return { registry: { ...site.registry, namespace } }
  }

  chartValues(
    site: ExpansionValues['charts'],
    own: ExpansionValues['charts'],
  ): ExpansionValues['charts'] {
    const names = [...new Set([...Object.keys(site), ...Object.keys(own)])]
    return Object.fromEntries(
      names.map((name) => [
        name,
        this.values(`values.charts.${name}`, site[name] ?? {}, own[name] ?? {}),
      ]),
    )
  }

  values<T extends Json>(path: string, site: T, own: T): T {
    if (!isJsonObject(site) || !isJsonObject(own)) {
      this.sides.set(path, 'site')
      return site
    }
    const keys = [...new Set([...Object.keys(site), ...Object.keys(own)])]
    const merged = keys.map((key) => {
      const below = `${path}.${key}`
      const [theirs, ours] = [site[key], own[key]]
      if (theirs !== undefined && ours !== undefined) {
        return [key, this.values(below, theirs, ours)] as const
      }
      this.sides.set(below, theirs === undefined ? 'expansion' : 'site')
      return [key, theirs ?? ours ?? null] as const
    })
    return Object.fromEntries(merged) as T
  }

  private absentKeys(
    path: string,
    site: Readonly<Record<string, string>>,
    own: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> {
    for (const [key, value] of Object.entries(own)) {
      const theirs = site[key]
      const side = theirs === undefined ? 'expansion' : theirs === value ? 'both' : 'site'
      this.sides.set(`${path}.${key}`, side)
      if (side === 'site') this.overruled.push(`${path}.${key} is that of the site`)
    }
    return { ...own, ...site }
  }
}

function filePath(index: number): string {
  return `cluster.features.files[${index}]`
}
