import type { CatalogQuery, ChartOrigin } from '../../../catalog/catalog.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
} from '../../options/cluster-options.ts'
import { addressOptions } from '../../options/address-options.ts'
import type { OptionSpec } from '../../command-spec.ts'

/** The options that point a command at the catalogue of a platform. */
export const platformOptions = {
  platform: {
    kind: 'switch',
    summary: 'ask the platform on the cluster, not the repositories that were added here',
  },
  category: { kind: 'text', value: 'NAME', summary: 'of a platform: only this category' },
  origin: {
    kind: 'choice',
    value: 'origin',
    choices: ['builtin', 'platform', 'custom'],
    summary: 'of a platform: only charts whose repository is of this origin',
  },
  selector: {
    kind: 'text',
    value: 'LABELS',
    summary: 'of a platform: only charts with these labels',
  },
  kubernetes: {
    kind: 'text',
    value: 'VERSION',
    summary:
      "of a platform: only what runs on this version; the cluster's own unless given, any for all",
  },
  ...addressOptions,
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

type PlatformFlags = Parameters<typeof clusterChoiceOf>[0] & {
  readonly platform: boolean
  readonly category: string | undefined
  readonly origin: ChartOrigin | undefined
  readonly selector: string | undefined
  readonly kubernetes: string | undefined
  readonly 'allow-address': readonly string[]
}

/** A question to the catalogue of a platform. */
export interface PlatformQuestion {
  readonly query: CatalogQuery
  /** Undefined takes the version of the cluster. */
  readonly kubernetes: string | undefined
  readonly repositories: readonly string[]
  /** Addresses that repositories of tenants may name, besides https. */
  readonly allow: readonly string[]
  readonly cluster: ClusterChoice
}

/**
 * The question to a platform; undefined when none is meant. Naming a cluster means the platform on
 * it.
 */
export function platformQuestionOf(
  given: PlatformFlags,
  more: {
    readonly repositories?: readonly string[]
    readonly text?: string
    readonly prereleases: boolean
  },
): PlatformQuestion | undefined {
  const cluster = clusterChoiceOf(given)
  const filters = [given.category, given.origin, given.selector, given.kubernetes]
  const isMeant =
    given.platform ||
    [
      cluster.kubeconfig,
      cluster['kube-context'],
      cluster['kube-apiserver'],
      cluster.namespace,
    ].some((one) => one !== undefined) ||
    filters.some((one) => one !== undefined)
  if (!isMeant) return undefined
  const { category, origin, selector } = given
  return {
    query: {
      ...(category === undefined ? {} : { category }),
      ...(origin === undefined ? {} : { origin }),
      ...(selector === undefined ? {} : { labels: selector }),
      ...(more.text === undefined || more.text === '' ? {} : { text: more.text }),
      ...(more.prereleases ? { prereleases: 'take' } : {}),
    },
    kubernetes: given.kubernetes,
    repositories: more.repositories ?? [],
    allow: given['allow-address'],
    cluster,
  }
}
