import { printRelease } from '../../../release/record/print-release.ts'
import type { ReleaseRecord } from '../../../release/release.ts'
import type { Io } from '../../io.ts'
import type { HelmOutput } from '../../output/helm-output.ts'
import type { Ports } from '../../verb.ts'
import { yamlOfJson } from './record-text.ts'
import { zoneOf } from './release-time.ts'
import { statusText } from './status-text.ts'

/** Prints the revision that a verb made, as helm does. */
export function printRecord(
  record: ReleaseRecord,
  how: { readonly output: HelmOutput; readonly notes: 'shown' | 'hidden' },
  { ports, io }: { readonly ports: Ports; readonly io: Io },
): void {
  if (how.output === 'table') {
    const zone = zoneOf(ports.environment)
    io.stdout.write(statusText(record, zone, { detail: 'status', notes: how.notes }))
    return
  }
  const json = printRelease(record)
  io.stdout.write(how.output === 'json' ? `${json}\n` : yamlOfJson(json))
}
