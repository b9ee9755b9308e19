import { type SiteProgress, runSite, siteSequence } from '../../site/install/run-site.ts'
import { platformAccount, platformNamespace } from '../../operator/pass/platform-namespace.ts'
import type { SitePaths } from '../../site/install/site-paths.ts'
import { withSiteLock } from '../../site/journal/site-lock.ts'
import type { Mark } from '../../sequence/sequence.ts'
import { providerOperations } from '../../kinds/provider/provider-file.ts'
import { makeOwnFolder } from '../../std/node/own-folder.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Outcome, Ports } from '../verb.ts'
import { type ExpansionChoice, rememberExpansion } from './open-expansion.ts'
import { type OpenSite, openSite, plainSiteError } from './open-site.ts'
import { readPlatformProcess } from './platform-process.ts'
import { siteTeller } from './site-progress.ts'

export interface CarryOnOptions {
  readonly paths: SitePaths
  readonly expansion: ExpansionChoice
  readonly output: 'text' | 'json'
  readonly verbose: 'all' | 'steps'
  /** Whether another version of Kubernetes may be brought to the cluster. */
  readonly mayUpgrade: boolean
  /** Looks at the site before anything is done; throws to refuse. */
  readonly before?: (site: OpenSite, signal: AbortSignal) => Promise<void>
}

/** Carries an installation on while nobody else does. */
export async function carryOnSite(
  options: CarryOnOptions,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { paths, output } = options
  try {
    await makeOwnFolder(paths.state)
    return await withSiteLock(paths.state, async () => {
      const progress = await carryOn(options, ports, io, signal)
      if (output === 'json') io.stdout.write(`${JSON.stringify(siteView(paths, progress))}\n`)
      else io.stdout.write(await endText(paths, progress, ports))
      return progress.state === 'done' ? 'done' : 'failed'
    })
  } catch (error) {
    throw plainSiteError(error)
  }
}

async function carryOn(
  { paths, expansion, output, verbose, mayUpgrade, before }: CarryOnOptions,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<SiteProgress> {
  const teller = siteTeller(io, output, verbose)
  const provider = mayUpgrade ? 'renewed' : 'recorded'
  const how = { expansion, mayUpgrade, provider } as const
  const wiring = { ...how, onLine: teller.line, onCluster: teller.cluster }
  const site = await openSite(paths, wiring, ports, signal)
  try {
    for (const note of site.notes) io.stderr.write(`note: ${note}\n`)
    await before?.(site, signal)
    await rememberExpansion(paths, expansion.named, signal)
    await forgetFailures(site, signal)
    const { carryOutStep } = await import('../../site/install/carry-out-step.ts')
    const { context } = site
    return await runSite(
      {
        clock: context.clock,
        journal: context.journal,
        read: site.now,
        carryOut: (step, under) => carryOutStep(step, context, under),
        onProgress: teller.site,
      },
      signal,
    )
  } finally {
    teller.end()
    await site.close()
  }
}

/** Refuses to go on with an installation that nobody began. */
export async function refuseUnbegun({ context }: OpenSite): Promise<void> {
  const marks = await context.journal.marks(siteSequence)
  if (marks.length > 0) return
  const todo = 'outrigger site install begins'
  throw new PlainError(`nothing was begun in ${context.paths.folder}; ${todo}`)
}

// A person who asks again gets all attempts again.
async function forgetFailures(
  { context: { journal, readSite } }: OpenSite,
  signal: AbortSignal,
): Promise<void> {
  const { cluster } = await readSite()
  const sequences = providerOperations.map((is) => `cluster/${cluster.name}/${is}`)
  for (const sequence of [siteSequence, ...sequences]) {
    const marks = await journal.marks(sequence)
    const hasFailed = marks.some(({ reason }) => reason === 'Failed')
    if (hasFailed) await journal.forgetFailures(sequence, signal)
  }
}

/** How an installation stands, for programs. */
export function siteView({ folder, kubeconfig }: SitePaths, progress: SiteProgress) {
  const { state, at, estimate, marks } = progress
  const steps = marks.map(stepView)
  return { folder, state, ...(at === undefined ? {} : { at }), kubeconfig, ...estimate, steps }
}

async function endText(
  paths: SitePaths,
  { state, at, marks }: SiteProgress,
  { program }: Pick<Ports, 'program'>,
): Promise<string> {
  const { kubeconfig, folder } = paths
  if (state !== 'done') {
    const mark = marks.find(({ step }) => step === at)
    const next = `${program.name} site resume ${folder} goes on there`
    return `stopped at ${at ?? ''}: ${mark?.message ?? ''}\n${next}\n`
  }
  const { server } = (await readPlatformProcess(paths)) ?? {}
  const token = `kubectl --kubeconfig ${kubeconfig} -n ${platformNamespace} create token ${platformAccount}`
  const page =
    server === undefined ? '' : `its page is ${server}; to sign in as administrator: ${token}\n`
  return `the platform is installed; its kubeconfig is ${kubeconfig}\n${page}`
}

/** How a step or a condition stands, for programs. */
export function stepView({ step, status, reason, message, since, seconds, failures }: Mark) {
  return {
    step,
    status,
    reason,
    message,
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(failures === undefined ? {} : { failures }),
  }
}
