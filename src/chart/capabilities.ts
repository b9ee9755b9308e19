import { quote } from '../formats/quote.ts'
import { TypedList } from '../formats/value.ts'
import { grownCapacity, withCapacity } from '../template/functions/lists/list-capacity.ts'
import { BuildInfo, Capabilities, KubeVersion } from '../template/objects/capabilities.ts'
import { defaultApiVersions } from './default-api-versions.ts'
import { ChartError } from './errors.ts'

/** The Helm release whose bytes we give; templates see it as `.Capabilities.HelmVersion`. */
const helmVersion = new BuildInfo({
  version: 'v4.2.3',
  gitCommit: '43e8b7feece8beb0fcba47059ec9b522fd929a64',
  gitTreeState: 'clean',
  goVersion: 'go1.26.5',
  kubeClientVersion: 'v1.36',
})

/** The Kubernetes version that Helm 4.2 takes when it is told none. */
export const defaultKubeVersion = new KubeVersion({
  version: 'v1.36.0',
  normalized: 'v1.36.0',
  major: '1',
  minor: '36',
})

/**
 * The capabilities of a cluster as templates see them; without a cluster, those that Helm 4.2.3
 * assumes.
 */
export function capabilitiesOf(
  kubeVersion: KubeVersion = defaultKubeVersion,
  extraApiVersions: readonly string[] = [],
): Capabilities {
  const versions = [...defaultApiVersions, ...extraApiVersions]
  if (extraApiVersions.length > 0) {
    withCapacity(versions, grownCapacity(defaultApiVersions.length, extraApiVersions.length))
  }
  return new Capabilities(kubeVersion, new TypedList('common.VersionSet', versions), helmVersion)
}

/** The capabilities that a cluster reports itself. */
export function clusterCapabilities(
  gitVersion: string,
  apiVersions: readonly string[],
): Capabilities {
  const versions = new TypedList('common.VersionSet', apiVersions)
  return new Capabilities(parseKubeVersion(gitVersion), versions, helmVersion)
}

const maxComponent = 2n ** 64n - 1n

/** Reads a version such as `1.33` or `v1.33.4-gke.1`; what follows the numbers does not count. */
export function parseKubeVersion(text: string): KubeVersion {
  const numbers = /^\s*v?([0-9]+(?:\.[0-9]+)*)/.exec(text)?.[1]
  if (numbers === undefined) return refuse(text, `could not parse ${quote(text)} as version`)
  const parts = numbers.split('.')
  const [major = '', minor] = parts
  if (minor === undefined) return refuse(text, `illegal version string ${quote(text)}`)
  if (/^0./.test(major)) {
    return refuse(text, `illegal zero-prefixed version component ${quote(major)} in ${quote(text)}`)
  }
  const beyond = parts.find((part) => BigInt(part) > maxComponent)
  if (beyond !== undefined) {
    const reason = `strconv.ParseUint: parsing ${quote(beyond)}: value out of range`
    const what = `illegal non-numeric version component ${quote(beyond)} in ${quote(text)}`
    return refuse(text, `${what}: ${reason}`)
  }
  return new KubeVersion({
    version: text.startsWith('v') ? text : `v${text}`,
    normalized: `v${parts.map((part) => BigInt(part).toString()).join('.')}`,
    major,
    minor: BigInt(minor).toString(),
  })
}

function refuse(text: string, problem: string): never {
  throw new ChartError('values', `invalid kube version '${text}': ${problem}`)
}
