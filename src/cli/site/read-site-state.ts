import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openPackage } from '../../expansion/package/open-package.ts'
import { providerOperations } from '../../kinds/provider/provider-file.ts'
import { progressOf } from '../../sequence/marks.ts'
import { estimate } from '../../sequence/estimate.ts'
import type { Mark } from '../../sequence/sequence.ts'
import { readSiteFile } from '../../site/install/read-site.ts'
import { secondsOf, situationOf } from '../../site/install/run-site.ts'
import type { SitePaths } from '../../site/install/site-paths.ts'
import { fileJournal } from '../../site/journal/file-journal.ts'
import { readLockHolder } from '../../site/journal/site-lock.ts'
import { siteView } from './carry-on-site.ts'
import { isRunning, readPlatformProcess } from './platform-process.ts'

/** How an installation stands, read from its folder alone. */
export type SiteState = Awaited<ReturnType<typeof readSiteState>>

/** Reads how an installation stands; nothing is changed. */
export async function readSiteState(paths: SitePaths, signal: AbortSignal) {
  const journal = fileJournal(paths.state)
  const staged = join(paths.folder, 'expansion')
  const opened = existsSync(join(staged, 'expansion.yaml'))
    ? await openPackage(staged, paths.state, signal)
    : undefined
  const { site } = await readSiteFile(paths.file, opened)
  const facts = {
    hasExpansion: opened !== undefined || existsSync(join(paths.state, 'staged/staged.json')),
    hasOperator: opened?.declaration.content.operator !== undefined,
    hasApplications: site.applications.length > 0,
    hasPlatformApplications: site.platformApplications.length > 0,
  }
  const read = async () => ({ skipSteps: site.skipSteps, facts })
  const situation = await situationOf({ read, journal }, signal)
  const { sequence, choices, marks } = situation
  const progress = progressOf(sequence, choices, marks)
  const guess = estimate(situation, secondsOf(marks), Date.now())
  const conditions: Record<string, readonly Mark[]> = {}
  for (const is of providerOperations) {
    const own = await journal.marks(`cluster/${site.cluster.name}/${is}`)
    if (own.length > 0) conditions[is] = own
  }
  const platform = await readPlatformProcess(paths)
  const installer = await readLockHolder(paths.state)
  return {
    name: site.cluster.name,
    ...siteView(paths, { ...progress, estimate: guess }),
    // The words of TKEStack's installer for the same.
    progress: progressWord(progress.state, installer !== undefined, marks.length > 0),
    ...(installer === undefined ? {} : { installer }),
    conditions,
    platform:
      platform === undefined
        ? undefined
        : { ...platform, sign: undefined, runs: await isRunning(platform) },
  }
}

function progressWord(
  state: 'done' | 'waiting' | 'failed',
  isAtWork: boolean,
  isBegun: boolean,
): 'Unknown' | 'Doing' | 'Success' | 'Failed' | 'Retrying' {
  if (!isBegun && !isAtWork) return 'Unknown'
  if (isAtWork) return state === 'failed' ? 'Retrying' : 'Doing'
  if (state === 'done') return 'Success'
  return 'Failed'
}

/** The same for a person. */
export function stateText(state: SiteState): string {
  const shown = state.steps.filter(({ reason }) => reason !== 'Skipped')
  const rows = shown.map(({ step, reason, message }) => `${reason.padEnd(10)}${step}: ${message}`)
  const lines = [
    `${state.name}: ${state.progress}, ${state.percent} %, ${state.done} of ${state.total} steps`,
    ...(state.installer === undefined ? [] : [`installer: process ${state.installer}`]),
    ...(state.platform === undefined
      ? []
      : [`platform: process ${state.platform.pid} ${state.platform.runs ? 'runs' : 'has ended'}`]),
    ...rows,
  ]
  return `${lines.join('\n')}\n`
}
