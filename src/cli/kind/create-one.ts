import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { ApiResource } from '../../kube/api-resource.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { type ClusterChoice, type OpenCluster, withCluster } from '../options/cluster-options.ts'
import type { Io } from '../io.ts'
import type { Plain } from '../output/plain.ts'
import type { Ports } from '../verb.ts'
import type { KindView } from './kind-view.ts'
import { explainMissingKinds } from './objects-of.ts'
import { printManifest } from './print-manifest.ts'
import { untilReady, waitFor } from './wait-for.ts'

/** An object as the command line asked for it. */
export interface CreateRequest {
  readonly name: string
  readonly spec: JsonObject
  readonly dryRun: boolean
  readonly wait: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

/** Writes a new object; gives the word that is told about it, `created`. */
export type CreateObject = (
  body: KubeObject,
  resource: ApiResource,
  cluster: OpenCluster,
  signal: AbortSignal,
) => Promise<string>

/** Creates it, or prints it instead. */
export async function createOne(
  view: KindView,
  { name, spec, dryRun, wait, timeout, quiet, cluster: choice }: CreateRequest,
  { ports, io, create = createNew }: CreateWorld,
  signal: AbortSignal,
): Promise<void> {
  const { kind, scope } = view.definition
  const bodyIn = (namespace: string | undefined) => {
    const place = scope === 'Cluster' || namespace === undefined ? {} : { namespace }
    return { apiVersion, kind, metadata: { name, ...place }, spec }
  }
  if (dryRun) return printManifest(bodyIn(choice.namespace) as Plain, io)
  await withCluster(choice, { ports, io }, async (cluster) => {
    const resource = resourceOf(view.definition)
    const body = bodyIn(cluster.namespace)
    const done = await explainMissingKinds(() => create(body, resource, cluster, signal))
    io.stdout.write(`${view.noun}/${name} ${done}\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    if (wait) await waitFor(view, waiting, { cluster, io }, signal)
  })
}

interface CreateWorld {
  readonly ports: Ports
  readonly io: Io
  readonly create?: CreateObject
}

/** An object that is not there yet; unknown fields are refused. */
export const createNew: CreateObject = async (body, resource, { client }, signal) => {
  await createObject(client, resource, body, { fieldValidation: 'Strict' }, signal)
  return 'created'
}
