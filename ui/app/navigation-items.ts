import { paths } from '../components/paths.ts'

type Name =
  | 'overview'
  | 'instances'
  | 'plugins'
  | 'catalogue'
  | 'graph'
  | 'clusters'
  | 'matrix'
  | 'repositories'
  | 'extensions'
  | 'profiles'
  | 'sites'
  | 'audit'

export interface NavigationItem {
  readonly name: Name
  readonly href: string
  /** The letter that leads there after `g`. */
  readonly letter?: string
}

export const platformItems: readonly NavigationItem[] = [
  { name: 'overview', href: paths.overview, letter: 'o' },
  { name: 'instances', href: paths.instances, letter: 'i' },
  { name: 'catalogue', href: paths.catalogue, letter: 'c' },
  { name: 'plugins', href: paths.plugins, letter: 'p' },
  { name: 'graph', href: paths.graph, letter: 'g' },
  { name: 'clusters', href: paths.clusters, letter: 'k' },
  { name: 'matrix', href: paths.matrix, letter: 'm' },
]

export const administrationItems: readonly NavigationItem[] = [
  { name: 'repositories', href: paths.repositories, letter: 'r' },
  { name: 'extensions', href: paths.extensions, letter: 'e' },
  { name: 'profiles', href: paths.profiles, letter: 'f' },
  { name: 'sites', href: paths.sites, letter: 's' },
  { name: 'audit', href: paths.audit, letter: 'a' },
]
