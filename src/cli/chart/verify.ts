import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { helmLocations } from '../options/helm-locations.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import {
  type VerificationFlags,
  readVerification,
  verificationOptions,
  wantsProvenance,
  whyNotVerification,
} from '../options/verification-options.ts'
import { type Connection, connectionOf, connectionOptions } from './sources/source-options.ts'
import { verifiedText } from './print/verified-text.ts'
import { type ArchiveDemand, verifyArchive } from './verify-archive.ts'

export const command = {
  description:
    "Says who signed a chart, or fails. Without other demands it is the chart's provenance file that " +
    'is verified, as helm verify does. --key asks for a signature by cosign with that key, ' +
    '--certificate-identity for one by somebody whom an authority of the trusted root knows: in the ' +
    'registry of an oci:// chart, or in FILE.sigstore.json beside an archive.',
  arguments: { chart: { count: 'one', summary: 'a packaged chart (.tgz), or oci://…' } },
  options: {
    version: { kind: 'text', value: 'RANGE', summary: 'the version of an oci:// chart' },
    ...verificationOptions,
    ...connectionOptions,
    output: textOrJsonOption("helm's words, or an object for programs"),
  },
  examples: [
    'verify demo-0.1.0.tgz --keyring pubring.gpg',
    'verify oci://registry.example/charts/demo --key cosign.pub',
    'verify demo-0.1.0.tgz --certificate-identity me@example.com --certificate-oidc-issuer https://issuer.example --trusted-root trusted_root.json',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly chart: string
  readonly version: string | undefined
  readonly verification: VerificationFlags
  readonly connection: Connection
  readonly output: 'text' | 'json'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const conflict = whyNotVerification(options)
  if (conflict !== undefined) return new UsageError('conflict', conflict)
  return {
    chart: given.arguments.chart,
    version: options.version || undefined,
    verification: options,
    connection: connectionOf(options),
    output: options.output,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { chart } = options
  const isAddress = chart.includes('://')
  const verified = isAddress
    ? await verifyAddress(options, ports, signal)
    : await verifyArchive(chart, demandOf(options, ports, signal), signal)
  const what = chart.startsWith('oci://') ? 'Manifest' : 'Chart'
  io.stdout.write(options.output === 'json' ? toJson(verified) : verifiedText(verified, what))
  return 'done'
}

function demandOf(options: Options, ports: Ports, signal: AbortSignal): ArchiveDemand {
  return {
    isProvenance: wantsProvenance(options.verification),
    read: () => verificationOf(options, ports, signal),
  }
}

function verificationOf({ verification, connection }: Options, ports: Ports, signal: AbortSignal) {
  return readVerification(verification, helmLocations(connection.locations, ports), signal)
}

// Verifying a file on this machine needs no client of registries.
async function verifyAddress(options: Options, ports: Ports, signal: AbortSignal) {
  const [{ fetchChart }, { openSources }] = await Promise.all([
    import('../../sources/fetch-chart.ts'),
    import('./sources/open-sources.ts'),
  ])
  const { tls, fetching } = await openSources(options.connection, ports, signal)
  const request = {
    address: options.chart,
    ...(options.version === undefined ? {} : { version: options.version }),
    verification: await verificationOf(options, ports, signal),
    trust: 'trusted',
    tls,
  } as const
  const { verifiedBy } = await fetchChart(request, fetching, signal)
  if (verifiedBy === undefined) throw new TypeError(`${options.chart} came without verification`)
  return verifiedBy
}

function toJson(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
