import { existsSync } from 'node:fs'
import { compareVersions } from '../../formats/semver/compare.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import { readVersions } from '../../site/install/platform-steps.ts'
import { siteSequence } from '../../site/install/run-site.ts'
import { PlainError } from '../errors.ts'
import type { OpenSite } from './open-site.ts'

/** Steps that bring what a new installer or a new package has. */
const renewed = ['Import charts', 'Import Expansion Charts', 'Install Platform Applications']

/** Refuses an upgrade that is none, and opens the steps that a new version repeats. */
export async function prepareUpgrade({ context }: OpenSite, signal: AbortSignal): Promise<void> {
  const { paths, version, journal } = context
  if (!existsSync(paths.kubeconfig)) {
    throw new PlainError(
      `there is no platform in ${paths.folder}; outrigger site install makes one`,
    )
  }
  const there = await readVersions(context, signal)
  if (there === undefined) {
    throw new PlainError('the installation did not come to its end; outrigger site resume goes on')
  }
  const { cluster } = await context.readSite()
  const wanted = (cluster.version ?? '').replace(/^v/, '')
  const known = (await journal.known(cluster.name)).version ?? there.kubernetes.replace(/^v/, '')
  const problem = upgradeProblem(
    { installer: version, kubernetes: wanted },
    { ...there, kubernetes: known },
  )
  if (problem !== undefined) throw new PlainError(problem)
  await journal.rewrite(
    siteSequence,
    (marks) => marks.filter(({ step }) => !renewed.includes(step)),
    signal,
  )
}

interface Versions {
  readonly installer: string
  readonly kubernetes: string
}

/** Why an upgrade is refused; undefined when it is one. */
export function upgradeProblem(own: Versions, there: Versions): string | undefined {
  const order = compare(own.installer, there.installer)
  if (order < 0) {
    return `the platform was made by installer ${there.installer}, this one is ${own.installer}: an older installer does not upgrade`
  }
  if (own.kubernetes !== there.kubernetes && compare(own.kubernetes, there.kubernetes) < 0) {
    return `the cluster has Kubernetes ${there.kubernetes}, the site says ${own.kubernetes}: a cluster is never made older`
  }
  if (order === 0 && own.kubernetes === there.kubernetes) {
    return `there is nothing to upgrade: installer ${own.installer} and Kubernetes ${own.kubernetes} are there`
  }
  return undefined
}

function compare(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)]
  return a.ok && b.ok ? compareVersions(a.value, b.value) : 0
}
