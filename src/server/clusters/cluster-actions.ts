import { objectOf } from '../../actions/changes/action-target.ts'
import { addonsOn, extensionsOn } from '../../actions/clusters/cluster-contents.ts'
import { testConnection } from '../../actions/clusters/test-connection.ts'
import {
  type PhaseRequest,
  type RehearsalPorts,
  BlockedRehearsal,
  rehearseCluster,
  upgradeExtensions,
} from '../../actions/rehearse/cluster-rehearsal.ts'
import { rehearsalJson } from '../../actions/rehearse/rehearsal-json.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import { type Cluster, clusterKind, parseCluster } from '../../kinds/cluster.ts'
import { extensionKind, parseExtension } from '../../kinds/extension.ts'
import { extensionInstanceKind, parseExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { KindDefinition } from '../../kinds/kind-definition.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import type { Connect } from '../../kube/connect.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import type { DeniedRight } from '../contract.ts'
import { notFound } from '../http/problem.ts'
import type { Reply, SignedCall } from '../http/route.ts'
import { textOf } from '../http/schema-shapes.ts'
import { problemFrom, told } from '../http/told-problem.ts'
import { cutPage, cutRequestOf, hasWords } from '../resources/rows-page.ts'
import { accepted } from '../runs/run-routes.ts'
import type { Report, RunWork, Runs } from '../runs/runs.ts'
import { readKind } from '../views/read-kinds.ts'

/** The parts that clusters are looked at with. */
export interface ClusterPorts {
  readonly runs: Runs
  readonly fetching: FetchOptions
  readonly connect: Connect
  /** Where charts are rendered. */
  readonly render: RenderRound
}

type Action = (ports: ClusterPorts, call: SignedCall) => Promise<Reply>

/** Every extension as a cluster sees it. */
export const extensions: Action = async (_, call) => {
  const cluster = await seen(call)
  const denied: DeniedRight[] = []
  const [offers, instances] = await Promise.all([
    read(call, extensionKind, parseExtension, denied),
    read(call, extensionInstanceKind, parseExtensionInstance, denied),
  ])
  const search = textOf(call.query['search'])
  const rows = extensionsOn(cluster, offers, instances).filter((one) =>
    hasWords(search, [one.extension, one.displayName, one.category, one.description]),
  )
  const order = {
    idOf: ({ extension }: (typeof rows)[number]) => extension,
    fields: { extension: ({ extension }: (typeof rows)[number]) => extension },
  }
  const page = cutPage(rows, order, cutRequestOf(call.query, 'extension'))
  return { status: 200, body: { ...page, denied } }
}

/** The Plugins on a cluster. */
export const addons: Action = async (_, call) => {
  const cluster = await seen(call)
  const denied: DeniedRight[] = []
  const [plugins, instances] = await Promise.all([
    read(call, pluginKind, parsePlugin, denied),
    read(call, extensionInstanceKind, parseExtensionInstance, denied),
  ])
  const search = textOf(call.query['search'])
  const rows = addonsOn(cluster, plugins, instances).filter((one) =>
    hasWords(search, [one.namespace, one.name, one.chart, one.reason, one.message]),
  )
  const idOf = ({ namespace, name }: (typeof rows)[number]) => `${namespace}/${name}`
  const fields = {
    name: ({ name }: (typeof rows)[number]) => name,
    namespace: ({ namespace }: (typeof rows)[number]) => namespace,
    ready: ({ ready }: (typeof rows)[number]) => ready,
  }
  const page = cutPage(rows, { idOf, fields }, cutRequestOf(call.query, 'name'))
  return { status: 200, body: { ...page, denied } }
}

/** Tries to reach a cluster. */
export const test: Action = async ({ connect }, call) => {
  const { client, signal } = call
  const cluster = await seen(call)
  const body = await told(() => testConnection(cluster, { client, connect }, signal))
  return { status: 200, body }
}

/** Rehearses an upgrade of Kubernetes in a run; the run has the rehearsal as its result. */
export const rehearse: Action = async (ports, call) => {
  const { metadata } = await seen(call)
  const { kubernetes } = call.body as { readonly kubernetes: string }
  const to = kubernetes.replace(/^v/, '')
  const work: RunWork = async (report, signal) => {
    const found = await rehearseCluster(metadata.name, to, portsFor(ports, call, report), signal)
    const blocked = found.instances.some(({ blocks }) => blocks.length > 0)
    const message = blocked ? 'something stands in the way' : 'nothing stands in the way'
    return { message, result: rehearsalJson(found, blocked) }
  }
  return begin(ports, call, 'rehearse', work)
}

/** Carries out one phase of an upgrade in a run. */
export const upgrade: Action = async (ports, call) => {
  const { metadata } = await seen(call)
  const {
    phase,
    kubernetes,
    skip = [],
  } = call.body as Partial<PhaseRequest> & {
    readonly phase: PhaseRequest['phase']
  }
  const dryRun = call.query['dryRun'] === true
  const request = { phase, skip, dryRun, kubernetes: kubernetes?.replace(/^v/, '') }
  const work: RunWork = async (report, signal) => {
    try {
      const own = portsFor(ports, call, report)
      const rehearsal = await upgradeExtensions(metadata.name, request, own, signal)
      if (dryRun) return { message: 'nothing was changed', result: rehearsalJson(rehearsal, false) }
    } catch (error) {
      if (error instanceof BlockedRehearsal) {
        const blocks = error.rehearsal.instances.flatMap((one) => one.blocks)
        for (const text of blocks) report('cause', { text })
      }
      throw error
    }
    return { message: `everything that moves ${phase} the upgrade has moved` }
  }
  return begin(ports, call, 'upgrade-extensions', work)
}

async function begin(
  { runs }: ClusterPorts,
  call: SignedCall,
  action: string,
  work: RunWork,
): Promise<Reply> {
  const { name = '' } = call.params
  const subject = { action, noun: 'clusters', namespace: '', name }
  return accepted(await runs.start(call.identity, subject, work))
}

function portsFor(
  { connect, fetching, render }: ClusterPorts,
  { client }: SignedCall,
  report: Report,
): RehearsalPorts {
  const tell = (line: string) => report('step', { message: line })
  return { client, connect, fetching, render, report: tell }
}

async function read<Kind>(
  call: SignedCall,
  definition: KindDefinition,
  parse: (object: JsonRecord) => Parsed<Kind>,
  denied: DeniedRight[],
): Promise<readonly Kind[]> {
  const found = await readKind(definition, call, textOf(call.query['namespace']))
  denied.push(...found.denied)
  return found.objects.flatMap((object) => {
    const parsed = parse(object)
    return parsed.ok ? [parsed.value] : []
  })
}

/** The Cluster of the path. One that the asker may not get is answered as one that is not there. */
async function seen({ client, signal, params }: SignedCall): Promise<Cluster> {
  const { name = '' } = params
  const target = { client, definition: clusterKind, namespace: '', name }
  try {
    const parsed = parseCluster(await objectOf(target, signal))
    if (parsed.ok) return parsed.value
  } catch (error) {
    if (isKubeError(error) && error.code !== 'forbidden') throw problemFrom(error)
  }
  throw notFound('cluster', name, '')
}
