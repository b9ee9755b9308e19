import { editObject } from '../../actions/changes/edit-object.ts'
import type { PlanPorts } from '../../actions/plugins/plan-context.ts'
import type { PluginPlan } from '../../actions/plugins/plugin-plan.ts'
import { clusterKind, parseCluster } from '../../kinds/cluster.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { connect } from '../../kube/connect.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import type { Json } from '../../objects/json.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { openCluster } from '../../operator/rehearsal/open-cluster.ts'
import { addressOptions } from '../options/address-options.ts'
import {
  type ClusterChoice,
  type OpenCluster,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import { type FetchChoice, withFetching } from '../options/with-fetching.ts'
import type { OptionSpec } from '../command-spec.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { KindView } from '../kind/kind-view.ts'
import { actionTarget, explainMissingKinds, oneObject } from '../kind/objects-of.ts'
import { type HelmOutput, helmOutputOption } from '../output/helm-output.ts'
import { type PlanForm, planFormOf, planOptions, printPlan } from '../release/print/print-plan.ts'
import type { Outcome, Ports } from '../verb.ts'

/** The options of commands that plan what the operator would make of an object. */
export const plannedOptions = {
  ...planOptions,
  output: helmOutputOption,
  'plain-http': { kind: 'switch', summary: 'speak HTTP with registries' },
  ...addressOptions,
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

export interface PlanRequest extends FetchChoice {
  readonly name: string
  readonly form: PlanForm
  readonly cluster: ClusterChoice
}

type Flags = Parameters<typeof clusterChoiceOf>[0] &
  Parameters<typeof planFormOf>[0] & {
    readonly output: HelmOutput
    readonly 'plain-http': boolean
    readonly 'allow-address': readonly string[]
  }

export function planRequestOf(name: string, options: Flags): PlanRequest {
  return {
    name,
    form: planFormOf(options),
    allow: options['allow-address'],
    plainHttp: options['plain-http'],
    cluster: clusterChoiceOf(options),
  }
}

/** The object that is planned. */
export interface Planned {
  readonly view: KindView
  /** The fields of the spec that are proposed; undefined when it is planned as it is. */
  readonly specOf: ((object: KubeObject) => Record<string, Json>) | undefined
  readonly plan: (object: KubeObject, ports: PlanPorts, signal: AbortSignal) => Promise<PluginPlan>
  /** The reason why a change would not reach the release yet; empty when it would. */
  readonly noteOf: (object: KubeObject) => string
}

/** Prints what the operator would change next, or after a change that is proposed. Nothing is written. */
export async function printPlanned(
  { view, specOf, plan, noteOf }: Planned,
  request: PlanRequest,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, form } = request
  const planned = await withCluster(request.cluster, { ports, io }, async (cluster) => {
    // The API server says what it would make of the change, and whether it takes it at all.
    const object = await (specOf === undefined
      ? oneObject(view, name, cluster, signal)
      : explainMissingKinds(() =>
          editObject(actionTarget(view, name, cluster), specOf, { dryRun: true }, signal),
        ))
    const note = noteOf(object)
    if (note !== '') io.stderr.write(`${view.noun}/${name}${note}\n`)
    return await withFetching(request, ports, (fetching) =>
      onTarget(object, cluster, signal, (target) =>
        plan(object, { client: cluster.client, target, fetching }, signal),
      ),
    )
  })
  return printPlan(planned.plan, form, io)
}

/** Acts with a client of the cluster that the release of an object goes to. */
async function onTarget<T>(
  object: KubeObject,
  { client }: OpenCluster,
  signal: AbortSignal,
  act: (target: OpenCluster['client']) => Promise<T>,
): Promise<T> {
  const name = textAt(object, ['spec', 'cluster'])
  if (name === '') return await act(client)
  const found = await getObject(client, { resource: resourceOf(clusterKind), name }, {}, signal)
  const parsed = found === undefined ? undefined : parseCluster(found)
  if (parsed?.ok !== true) throw new PlainError(`there is no cluster ${name}`)
  const way = { client, connect: openPlainly, platformNamespace }
  const { client: target, close } = await openCluster(parsed.value, way, signal)
  try {
    return await act(target)
  } finally {
    await close()
  }
}

const openPlainly: typeof connect = (connection) => connect(connection, { rateLimit: 'none' })
