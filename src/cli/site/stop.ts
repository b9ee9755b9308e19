import type { CommandSpec } from '../command-spec.ts'
import type { Io } from '../io.ts'
import type { Outcome, Ports } from '../verb.ts'
import {
  type SiteLook,
  findSite,
  outputOption,
  parseSiteLook,
  siteArgument,
} from './site-options.ts'

export const command = {
  description:
    'Ends the process of a platform that runs beside its installer, and that of its expansion, and waits for their end. Clusters and what is installed on them stay as they are; site resume starts it again.',
  arguments: siteArgument,
  options: outputOption,
  examples: ['site stop', 'site stop ./my-site'],
} as const satisfies CommandSpec

export const parse = parseSiteLook

export async function run(
  { site, output }: SiteLook,
  _ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { stopPlatformProcess } = await import('./platform-process.ts')
  const { stopSiteOperator } = await import('./site-operator.ts')
  await stopSiteOperator(findSite(site), signal)
  const state = await stopPlatformProcess(findSite(site), signal)
  const text = state === 'stopped' ? 'the platform has ended\n' : 'no platform runs here\n'
  io.stdout.write(output === 'json' ? `${JSON.stringify({ state })}\n` : text)
  return 'done'
}
