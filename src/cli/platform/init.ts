import { allKinds } from '../../kinds/all-kinds.ts'
import { customResourceDefinition } from '../../kinds/custom-resource-definition.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import { connectionOf, connectionOptions } from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { printManifest } from '../output/print-manifest.ts'
import type { Plain } from '../output/plain.ts'
import { readTimeout } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import {
  type CustomTarget,
  customRepository,
  pushCustomCharts,
} from './custom/push-custom-charts.ts'
import { freeRepositories } from './custom/pick-up-charts.ts'
import { chartsBrought } from './custom/read-custom-charts.ts'
import { type PlatformInput, platformObjects } from './platform-objects.ts'
import type { Removal } from './host/remove-platform.ts'

export const command = {
  description:
    'Sets a platform up on a cluster: the kinds, after the safety check that charts get too, the namespace outrigger-system with its account and rights, accounts for namespaces that use plugins, repositories, and with --image the operator itself. The same again upgrades it and changes nothing that is as it should be. With --dry-run everything is printed instead, to be applied with kubectl.',
  arguments: {},
  options: {
    tenant: {
      kind: 'list',
      value: 'NAMESPACE',
      summary: 'its plugins act as an account with all rights in it; default unless given',
    },
    'plugin-account': {
      kind: 'list',
      value: 'NAME',
      summary:
        'an account that plugins may act as in their namespace besides outrigger, by spec.serviceAccountName; "*" for any, which makes the operator as mighty as an administrator',
    },
    repository: {
      kind: 'list',
      value: 'NAME=URL',
      summary: 'a repository that all namespaces share',
    },
    image: {
      kind: 'text',
      value: 'IMAGE',
      summary: 'run the operator on the cluster too, from this image; "npm run image" makes one',
    },
    replicas: {
      kind: 'text',
      value: 'COUNT',
      summary: 'with --image: how many of it; one leads, the others stand by; 2 unless given',
    },
    charts: {
      kind: 'text',
      value: 'FOLDER',
      summary:
        'charts of your own, as packages or folders: they are pushed to --charts-to and offered as the repository custom',
    },
    'charts-to': {
      kind: 'text',
      value: 'ADDRESS',
      summary: 'oci://HOST/FOLDER, or a ChartMuseum; they go below custom',
    },
    'charts-secret': {
      kind: 'text',
      value: 'NAME',
      summary: 'a Secret in outrigger-system with the login to read them',
    },
    'accept-crd-dangers': {
      kind: 'switch',
      summary: 'apply our definitions although stored objects may be lost by that',
    },
    'dry-run': { kind: 'switch', summary: 'print the objects instead of applying them' },
    remove: {
      kind: 'switch',
      summary:
        'take the platform away in order: releases of plugins, then accounts and rights, then the kinds; refused while there are plugins or instances',
    },
    'uninstall-plugins': {
      kind: 'switch',
      summary: 'with --remove: uninstall the releases of all plugins and instances that are left',
    },
    timeout: {
      kind: 'text',
      value: 'DURATION',
      summary: 'with --remove: how long releases may take to go; 5m unless given',
    },
    ...connectionOptions,
    ...clusterOptions,
  },
  examples: [
    'init',
    'init --tenant team-a --repository team=https://charts.example.com',
    'init --image registry.example.com/outrigger:0.1.0',
    'init --charts ./my-charts --charts-to oci://registry.example.com/platform',
    'init --dry-run',
    'init --remove --uninstall-plugins',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly input: PlatformInput
  readonly crdDangers: 'refuse' | 'accept'
  readonly dryRun: boolean
  /** Undefined where the platform is set up. */
  readonly removal: Removal | undefined
  readonly cluster: ClusterChoice
  /** Charts of the user, and where they go. */
  readonly custom: (CustomTarget & { readonly folder: string }) | undefined
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const bad = options.repository.find((text) => !/^[a-z0-9][a-z0-9.-]*=.+$/.test(text))
  if (bad !== undefined) {
    return new UsageError('bad-value', `--repository wants NAME=URL: got "${bad}"`)
  }
  const repositories = options.repository.map((text) => {
    const at = text.indexOf('=')
    const spec = { url: text.slice(at + 1), origin: 'platform' }
    return { name: text.slice(0, at), spec }
  })
  const tenants = options.tenant.length === 0 ? ['default'] : options.tenant
  const { image, replicas = '2' } = options
  if (!/^[1-9]\d?$/.test(replicas)) {
    return new UsageError('bad-value', `--replicas ${replicas} is no count; give 1 to 99`)
  }
  const timeout = readTimeout(options.timeout)
  if (timeout instanceof UsageError) return timeout
  if (options.remove && options['dry-run']) {
    return new UsageError('conflict', '--dry-run prints what init writes: give it or --remove')
  }
  if (options['uninstall-plugins'] && !options.remove) {
    return new UsageError('conflict', '--uninstall-plugins is a part of --remove: give both')
  }
  const plugins = options['uninstall-plugins'] ? 'uninstall' : 'refuse'
  const custom = customOf(options)
  if (custom instanceof UsageError) return custom
  const operator = image === undefined ? undefined : { image, replicas: Number(replicas) }
  return {
    input: {
      tenants,
      tenantRights: 'namespace',
      pluginAccounts: ['outrigger', ...options['plugin-account']],
      repositories,
      operator,
    },
    crdDangers: options['accept-crd-dangers'] ? 'accept' : 'refuse',
    dryRun: options['dry-run'],
    removal: options.remove ? { plugins, timeout } : undefined,
    cluster: clusterChoiceOf(options),
    custom,
  }
}

function customOf(
  options: Parameters<typeof connectionOf>[0] & {
    readonly charts: string | undefined
    readonly 'charts-to': string | undefined
    readonly 'charts-secret': string | undefined
  },
): Options['custom'] | UsageError {
  const { charts, 'charts-to': address, 'charts-secret': secretName } = options
  if (charts === undefined && address === undefined) return undefined
  if (charts === undefined || address === undefined) {
    return new UsageError('conflict', 'give --charts and --charts-to together')
  }
  if (!/^(?:oci|https?):\/\/[^/]/.test(address)) {
    return new UsageError('bad-value', `--charts-to wants oci:// or https://: got "${address}"`)
  }
  return { folder: charts, address, secretName, connection: connectionOf(options) }
}

export async function run(
  { input, crdDangers, dryRun, removal, cluster: choice, custom }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const warn = ({ message }: Error) => io.stderr.write(`warning: ${message}\n`)
  const charts = chartsBrought(custom?.folder, warn)
  const brought = custom && charts.length > 0 ? customRepository(charts, custom) : undefined
  const { file } = ports.program
  if (dryRun) {
    await printAll(
      platformObjects(withRepositories(input, brought === undefined ? [] : [brought]), file),
      io,
    )
    return 'done'
  }
  const told = (line: string) => io.stdout.write(`${line}\n`)
  if (removal !== undefined) {
    const { removePlatform } = await import('./host/remove-platform.ts')
    await withCluster(choice, { ports, io }, ({ client }) =>
      removePlatform(platformObjects(input, file), removal, { client, told }, signal),
    )
    return 'done'
  }
  if (custom !== undefined) {
    const pushed = await pushCustomCharts(charts, custom, ports, signal)
    told(`${pushed} of ${charts.length} charts pushed to ${custom.address}, the others were there`)
  }
  const { applyPlatform } = await import('./apply-platform.ts')
  await withCluster(choice, { ports, io }, async ({ client }) => {
    const free = { client, troubled: warn, mayReplace: () => true }
    const offered = await freeRepositories(brought, free, signal)
    const objects = platformObjects(withRepositories(input, offered), file)
    await applyPlatform(objects, crdDangers, { client, told }, signal)
  })
  const { name } = ports.program
  const next =
    input.operator === undefined
      ? `"${name} start --context NAME" runs its operator`
      : 'its operator starts: kubectl rollout status -n outrigger-system deployment/outrigger'
  io.stderr.write(`the platform is set up; ${next}\n`)
  return 'done'
}

function withRepositories(
  input: PlatformInput,
  more: PlatformInput['repositories'],
): PlatformInput {
  return { ...input, repositories: [...input.repositories, ...more] }
}

async function printAll(objects: readonly KubeObject[], io: Io): Promise<void> {
  io.stdout.write(
    '# outrigger init --remove takes a platform away in order: kubectl delete would take accounts first that uninstalls need\n',
  )
  const kinds = allKinds.map((definition) => customResourceDefinition(definition))
  for (const object of [...kinds, ...objects]) {
    io.stdout.write('---\n')
    await printManifest(object as Plain, io)
  }
}
