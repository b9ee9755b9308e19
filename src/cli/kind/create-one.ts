import { apiVersion } from '../../kinds/group.ts'
import type { ActionTarget } from '../../actions/changes/action-target.ts'
import { type Created, createNew } from '../../actions/changes/create-object.ts'
import type { WriteChoice } from '../../actions/changes/edit-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { withCluster } from '../options/cluster-options.ts'
import type { Io } from '../io.ts'
import type { Plain } from '../output/plain.ts'
import type { Ports } from '../verb.ts'
import type { KindView } from './kind-view.ts'
import { actionTarget, explainMissingKinds } from './objects-of.ts'
import { printManifest } from '../output/print-manifest.ts'
import { untilReady } from '../../actions/wait/await-state.ts'
import { waitFor } from './wait-for.ts'
import type { Waiting } from './waiting.ts'

/** An object as the command line asked for it. */
export interface CreateRequest extends Waiting {
  readonly name: string
  readonly spec: JsonObject
  readonly dryRun: boolean
}

/** Writes a new object. */
export type CreateObject = (
  target: ActionTarget,
  body: KubeObject,
  choice: WriteChoice,
  signal: AbortSignal,
) => Promise<Created>

const words = {
  new: 'created',
  dependency: 'created; it was there because others need it',
} as const

/** Creates it, or prints it instead. */
export async function createOne(
  view: KindView,
  { name, spec, dryRun, wait, timeout, quiet, cluster: choice }: CreateRequest,
  { ports, io, create = createNew }: CreateContext,
  signal: AbortSignal,
): Promise<void> {
  const { kind, scope } = view.definition
  const bodyIn = (namespace: string | undefined) => {
    const place = scope === 'Cluster' || namespace === undefined ? {} : { namespace }
    return { apiVersion, kind, metadata: { name, ...place }, spec }
  }
  if (dryRun) return printManifest(bodyIn(choice.namespace) as Plain, io)
  await withCluster(choice, { ports, io }, async (cluster) => {
    const target = actionTarget(view, name, cluster)
    const body = bodyIn(cluster.namespace)
    const { was } = await explainMissingKinds(() => create(target, body, {}, signal))
    io.stdout.write(`${view.noun}/${name} ${words[was]}\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    if (wait) await waitFor(view, waiting, { cluster, io }, signal)
  })
}

interface CreateContext {
  readonly ports: Ports
  readonly io: Io
  readonly create?: CreateObject
}
