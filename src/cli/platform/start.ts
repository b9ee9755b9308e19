import { once } from 'node:events'
import { resolve } from 'node:path'
import { addressOptions } from '../options/address-options.ts'
import { paint } from '../colour.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readMinor } from '../sandbox/kubernetes-option.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import type { OpenPlatform, PlatformOptions } from './open-platform.ts'
import { type LogLevel, logLevels } from '../../std/log.ts'
import { type LogFormat, createLog } from './log/log-lines.ts'
import { readPort } from './read-port.ts'

export const command = {
  description:
    'Starts the whole platform in this process until it is interrupted: the operator, a registry and a repository with our own charts, on a sandbox of its own unless a cluster is named. The sandbox is a Kubernetes API with simulated workloads: kubectl and helm work on it, and nothing needs to be installed.',
  arguments: {},
  options: {
    folder: {
      kind: 'text',
      value: 'FOLDER',
      summary: 'keep everything here; a temporary one that goes at the end unless given',
    },
    kubernetes: {
      kind: 'text',
      value: 'VERSION',
      summary:
        'of the sandbox, such as 1.35; the newest unless given. With a folder that holds an older one it is upgraded',
    },
    kubeconfig: { kind: 'text', value: 'FILE', summary: 'run on the cluster of this file' },
    context: { kind: 'text', value: 'NAME', summary: 'run on the cluster of this context' },
    'in-cluster': { kind: 'switch', summary: 'run on the cluster that this pod is in' },
    'account-folder': {
      kind: 'text',
      value: 'FOLDER',
      summary:
        'with --in-cluster: where token, ca.crt and namespace are; where pods have them unless given',
    },
    port: {
      kind: 'text',
      value: 'PORT',
      summary: 'of the Kubernetes API; a free one unless given',
    },
    'charts-port': { kind: 'text', value: 'PORT', summary: 'of the repository of charts' },
    'registry-port': { kind: 'text', value: 'PORT', summary: 'of the registry' },
    'server-port': {
      kind: 'text',
      value: 'PORT',
      summary: 'of the REST API; a free one unless given',
    },
    'without-server': { kind: 'switch', summary: 'serve no REST API and no page' },
    page: {
      kind: 'text',
      value: 'FOLDER',
      summary: 'serve the built web page in this folder; the one of this program unless given',
    },
    sites: {
      kind: 'text',
      value: 'FOLDER',
      summary:
        'show the installations of this site, or of those in this folder, and let administrators go on with them',
    },
    'metrics-port': { kind: 'text', value: 'PORT', summary: 'of /metrics, /healthz and /readyz' },
    scope: {
      kind: 'choice',
      value: 'scope',
      choices: ['hub', 'cluster'],
      fallback: 'hub',
      summary: 'look after all clusters of the platform, or only after the one that it runs on',
    },
    tenant: {
      kind: 'list',
      value: 'NAMESPACE',
      summary:
        'of the sandbox: a namespace whose plugins get an account of their own; default unless given',
    },
    'offer-builtin': {
      kind: 'switch',
      summary:
        'on a cluster that is named: offer the charts of this program there as the repository builtin, as long as this process leads',
    },
    charts: {
      kind: 'text',
      value: 'FOLDER',
      summary:
        'charts of your own, as packages or folders: they are pushed into the registry and offered as the repository custom',
    },
    ...addressOptions,
    'file-root': {
      kind: 'text',
      value: 'FOLDER',
      summary: 'plugins and repositories may name folders below it as file://; none unless given',
    },
    'log-format': {
      kind: 'choice',
      value: 'format',
      choices: ['text', 'json'],
      fallback: 'text',
      summary: 'the form of log lines on stderr',
    },
    'log-level': {
      kind: 'choice',
      value: 'level',
      choices: logLevels,
      fallback: 'warn',
      summary: 'leave out lines that matter less',
    },
    output: textOrJsonOption('how to say what runs where'),
  },
  examples: [
    'start',
    'start --folder ~/outrigger --kubernetes 1.35',
    'start --folder ~/outrigger --charts ./my-charts',
    'start --context production',
    'start --sites ./my-site',
  ],
} as const satisfies CommandSpec

/** The sandbox, among the clusters of its own platform. */
const ownCluster = 'local'

export interface Options {
  readonly platform: PlatformOptions
  readonly output: 'text' | 'json'
  readonly log: { readonly format: LogFormat; readonly level: LogLevel }
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const ports = {
    api: readPort('port', options.port),
    charts: readPort('charts-port', options['charts-port']),
    registry: readPort('registry-port', options['registry-port']),
    operator: readPort('metrics-port', options['metrics-port']),
    server: readPort('server-port', options['server-port']),
  }
  for (const port of Object.values(ports)) if (port instanceof UsageError) return port
  const { kubeconfig, context, page, charts, sites, 'file-root': fileRoot } = options
  const isNamed = kubeconfig !== undefined || context !== undefined
  const inCluster = options['in-cluster']
  if (isNamed && inCluster) {
    const message = 'give either --in-cluster, or --kubeconfig and --context'
    return new UsageError('conflict', message)
  }
  const minor = options.kubernetes === undefined ? undefined : readMinor(options.kubernetes)
  if (minor instanceof UsageError) return minor
  if (minor !== undefined && (isNamed || inCluster)) {
    const message = '--kubernetes is of the sandbox: a cluster that is named has its own'
    return new UsageError('conflict', message)
  }
  if (isNamed && options.tenant.length > 0) {
    const message =
      '--tenant is for init on a cluster that is named: start writes no accounts there'
    return new UsageError('conflict', message)
  }
  return {
    platform: {
      folder: options.folder,
      ownCluster,
      offerBuiltIn: options['offer-builtin'],
      ...(minor === undefined ? {} : { minor }),
      cluster: inCluster
        ? { inCluster: { accountFolder: options['account-folder'] } }
        : isNamed
          ? {
              ...(kubeconfig === undefined ? {} : { kubeconfig }),
              ...(context === undefined ? {} : { context }),
            }
          : undefined,
      ports: ports as PlatformOptions['ports'],
      allow: options['allow-address'],
      scope: options.scope,
      ...(options['without-server'] ? { serves: false } : {}),
      ...(fileRoot === undefined ? {} : { fileRoot: resolve(fileRoot) }),
      ...(page === undefined ? {} : { page: resolve(page) }),
      ...(sites === undefined ? {} : { sites: resolve(sites) }),
      ...(charts === undefined ? {} : { charts: resolve(charts) }),
      tenants: options.tenant.length === 0 ? ['default'] : options.tenant,
    },
    output: options.output,
    log: { format: options['log-format'], level: options['log-level'] },
  }
}

export async function run(
  { platform: wanted, output, log: lines }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  // Loaded only here: help and completion need none of it.
  const { openPlatform } = await import('./open-platform.ts')
  const began = performance.now()
  const write = (line: string) => {
    if (!signal.aborted) io.stderr.write(line)
  }
  const log = createLog({ ...lines, now: Date.now, write })
  const troubled = (error: unknown) =>
    log('warn', 'trouble', { error: error instanceof Error ? error.message : String(error) })
  const platform = await openPlatform(wanted, ports, { troubled, log }, signal)
  try {
    const seconds = (performance.now() - began) / 1000
    if (output === 'json') io.stdout.write(`${JSON.stringify(dataOf(platform))}\n`)
    else io.stdout.write(glance(platform, seconds, ports, io))
    await untilEnd(platform, signal)
  } finally {
    if (output === 'text') io.stderr.write('stopping\n')
    await platform.close()
    if (output === 'text' && !platform.isSandbox) io.stderr.write(`${leftText(platform)}\n`)
  }
  return 'done'
}

function leftText(platform: OpenPlatform): string {
  const gone = platform.takenAway()
  const taken = gone.length === 0 ? '' : `; taken away: repository ${gone.join(', ')}`
  return `left on the cluster: what init set up, and what plugins installed${taken}`
}

async function untilEnd(platform: OpenPlatform, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const ended = once(signal, 'abort').then(() => undefined)
  const failure = await Promise.race([ended, platform.failed])
  if (failure === undefined) return
  throw new PlainError('the operator has stopped', { cause: failure })
}

function dataOf(platform: OpenPlatform) {
  const { folder, api, kubeconfig, charts, registry, registryTokenFile, operator, server } =
    platform
  const { signInLink, customCharts } = platform
  const served = server === '' ? {} : { server, ...(signInLink === '' ? {} : { signInLink }) }
  return {
    folder,
    api,
    kubeconfig,
    charts: charts.url,
    ...(customCharts.count === 0 ? {} : { customCharts: customCharts.url }),
    registry,
    registryTokenFile,
    operator,
    ...served,
  }
}

function chartsText({ charts, isSandbox, offersBuiltIn }: OpenPlatform): string {
  if (!offersBuiltIn) return `${charts.count} charts; --offer-builtin offers them on the cluster`
  return `${charts.count} charts, as the repository "builtin"${isSandbox ? ' and as extensions' : ''}`
}

function customText({ customCharts: { url, count } }: OpenPlatform) {
  const about = `${count} of your own, as the repository "custom"`
  return count === 0 ? [] : [['Your charts', url, about] as const]
}

// oxlint-disable-next-line max-lines-per-function -- it is one text, line by line
function glance(platform: OpenPlatform, seconds: number, ports: Ports, io: Io): string {
  const { program } = ports
  const { folder, charts, registry } = platform
  const kept = platform.isTemporary ? 'goes at the end; --folder keeps one' : 'kept'
  const api = platform.isSandbox ? 'a sandbox: workloads are simulated' : 'your cluster'
  const state = platform.leads() ? '' : 'stands by while another one leads; '
  const rows = [
    ['Kubernetes API', platform.api, api],
    ...(platform.server === ''
      ? []
      : [['REST API', platform.server, '/api/docs, /api/v1/openapi.json'] as const]),
    ['Operator', platform.operator, `${state}/metrics, /healthz, /readyz`],
    ['Charts', charts.url, chartsText(platform)],
    ...customText(platform),
    ['Registry', registry, `the same charts, as oci://${registry}/charts/NAME`],
    ['Folder', folder, kept],
  ] as const
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map(
    ([what, where, about]) =>
      `  ${what.padEnd(widths[0] ?? 0)}   ${where.padEnd(widths[1] ?? 0)}   ${about}`,
  )
  // From the sources there is no such command in the shell yet.
  const outrigger = program.file.endsWith('.ts') ? 'npx outrigger' : program.name
  const config = platform.kubeconfig === '' ? [] : [`  export KUBECONFIG=${platform.kubeconfig}`]
  return [
    paint(`Outrigger ${program.version} runs, after ${seconds.toFixed(1)} s.`, 'bold', io.stdout),
    '',
    ...lines,
    ...(platform.signInLink === ''
      ? []
      : [
          '',
          '  Open the page by this link, which signs in once within 15 minutes:',
          `  ${platform.signInLink}`,
        ]),
    '',
    paint('Try, in another terminal:', 'bold', io.stdout),
    '',
    ...config,
    ...(platform.isSandbox
      ? [
          `  ${outrigger} extension list`,
          `  ${outrigger} instance create metrics --wait`,
          `  ${outrigger} instance describe metrics`,
          `  ${outrigger} instance create autoscaler --wait`,
          `  ${outrigger} cluster rehearse ${ownCluster} --kubernetes 1.37`,
          '',
        ]
      : []),
    `  ${outrigger} chart list --platform`,
    ...(platform.offersBuiltIn ? [`  ${outrigger} plugin create dns --repo builtin --wait`] : []),
    `  ${outrigger} graph`,
    '',
    '  kubectl get nodes,pods -A',
    `  ${outrigger} release install queue queue --repo ${charts.url} --wait`,
    `  ${outrigger} release list`,
    '',
    '  # To push charts of your own:',
    `  ${outrigger} registry login ${registry} -u outrigger --password-stdin < ${platform.registryTokenFile}`,
    '',
    'Ctrl-C ends it.',
    '',
  ].join('\n')
}
