import { printRelease } from '../../release/record/print-release.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import { withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { helmOutputOption } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { TablePrinter } from './print/object-table.ts'
import {
  findRevision,
  type PrintedLook,
  lookArguments,
  lookOptions,
  openStore,
  printedLookOf,
} from './read-release.ts'
import { yamlOfJson } from './print/record-text.ts'
import { type ReleaseObjects, readReleaseObjects } from './release-objects.ts'
import { zoneOf } from './print/release-time.ts'
import { statusText } from './print/status-text.ts'

export const command = {
  description: 'Prints how a release stands and what its objects say, as helm status does.',
  arguments: lookArguments,
  options: { output: helmOutputOption, ...lookOptions },
  examples: ['status web', 'release status web --revision 2 -o json'],
} as const satisfies CommandSpec

export type Options = PrintedLook

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : printedLookOf(given)
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { cluster, name, revision, output } = options
  const { record, objects } = await withCluster(cluster, { ports, io }, async (open) => {
    const place = { namespace: open.namespace, name }
    const found = await findRevision(openStore(open, ports, io), place, revision, signal)
    const form = output === 'table' ? 'tables' : 'objects'
    const seen = await readReleaseObjects(open.client, found.record, form, signal)
    return { record: found.record, objects: seen }
  })
  if (output === 'table') {
    const how = { detail: 'status', notes: 'shown', resources: tablesText(objects) } as const
    io.stdout.write(statusText(record, zoneOf(ports.environment), how))
  } else {
    const json = jsonOf(record, objects)
    io.stdout.write(output === 'json' ? `${json}\n` : yamlOfJson(json))
  }
  return 'done'
}

function tablesText(objects: ReleaseObjects): string {
  const printer = new TablePrinter()
  const parts = [...objects].map(
    ([key, tables]) => `==> ${key}\n${tables.map((table) => printer.print(table)).join('')}\n`,
  )
  return parts.join('')
}

/** The record without its chart, with the objects in it. */
function jsonOf(record: ReleaseRecord, objects: ReleaseObjects): string {
  const { chart: _chart, ...rest } = record
  const resources = Object.fromEntries(objects)
  const info = objects.size === 0 ? record.info : { ...record.info, resources }
  return printRelease({ ...rest, info } as unknown as ReleaseRecord)
}
