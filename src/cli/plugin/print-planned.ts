import { editObject } from '../../actions/changes/edit-object.ts'
import type { PlanPorts } from '../../actions/plugins/plan-context.ts'
import type { PluginPlan } from '../../actions/plugins/plugin-plan.ts'
import { clusterKind, parseCluster } from '../../kinds/cluster.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { connect } from '../../kube/connect.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../objects/kube-object.ts'
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
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { KindView } from '../kind/kind-view.ts'
import { actionTarget, explainMissingKinds, oneObject } from '../kind/objects-of.ts'
import { type HelmOutput, helmOutputOption } from '../output/helm-output.ts'
import { type PlanForm, planFormOf, planOptions, printPlan } from '../release/print/print-plan.ts'
import type { Outcome, Ports } from '../verb.ts'
import type { ValuesChange } from './values/given-values.ts'
import { type ValueFields, changeOfValues, changedValues, isNothing } from './values/set-values.ts'

/** The options of commands that plan what the operator would make of an object. */
export const plannedOptions = {
  ...planOptions,
  output: helmOutputOption,
  'plain-http': { kind: 'switch', summary: 'speak HTTP with registries' },
  ...addressOptions,
  ...clusterOptions,
} as const satisfies Record<string, OptionSpec>

interface PlanRequest extends FetchChoice {
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

/** A change of an object that is planned: fields of its spec and values. Both may be empty. */
export interface PlanChange extends PlanRequest {
  readonly fields: JsonObject
  readonly values: ValuesChange
}

interface PlanInput {
  readonly arguments: { readonly name: string; readonly value: readonly string[] }
  readonly options: Flags & Parameters<typeof changeOfValues>[1]
}

/** Reads what `plan` was asked for; `fields` are those of the spec that other flags change. */
export function planChangeOf(
  { arguments: { name, value }, options }: PlanInput,
  fields: JsonObject,
): PlanChange | UsageError {
  const values = changeOfValues(value, options)
  if (values instanceof UsageError) return values
  return {
    name,
    fields,
    values,
    form: planFormOf(options),
    allow: options['allow-address'],
    plainHttp: options['plain-http'],
    cluster: clusterChoiceOf(options),
  }
}

/** A kind whose objects can be planned. */
export interface PlannedKind<Spec> {
  readonly view: KindView
  readonly valueFields: ValueFields
  readonly parse: (object: KubeObject) => Parsed<Spec>
  readonly plan: (parsed: Spec, ports: PlanPorts, signal: AbortSignal) => Promise<PluginPlan>
  /** The reason why a change would not reach the release yet; empty when it would. */
  readonly noteOf: (object: KubeObject) => string
}

/** Prints what the operator would change next, or after a change that is proposed. Nothing is written. */
export async function printPlanned<Spec>(
  kind: PlannedKind<Spec>,
  request: PlanChange,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<Outcome> {
  const { view } = kind
  const planned = await withCluster(request.cluster, { ports, io }, async (cluster) => {
    const object = await changedObject(kind, request, cluster, signal)
    const isDisabled = readPath(object, ['spec', 'enabled']) === false
    const note = isDisabled ? disabledNote : kind.noteOf(object)
    if (note !== '') io.stderr.write(`${view.noun}/${request.name}${note}\n`)
    const parsed = validOf(kind, object)
    return await withFetching(request, ports, (fetching) =>
      onTarget(object, cluster, signal, (target) =>
        kind.plan(parsed, { client: cluster.client, target, fetching }, signal),
      ),
    )
  })
  return printPlan(planned.plan, request.form, io)
}

const disabledNote = ' is disabled: this is what follows when it is enabled'

/** The object as it would be: the API server says what it makes of the change, and whether it takes it at all. */
async function changedObject<Spec>(
  { view, valueFields }: PlannedKind<Spec>,
  { name, fields, values }: PlanChange,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<KubeObject> {
  const isAsItIs = isNothing(values) && Object.keys(fields).length === 0
  if (isAsItIs) return await oneObject(view, name, cluster, signal)
  const specOf = (found: KubeObject) => ({
    ...fields,
    ...changedValues(found, values, valueFields),
  })
  const target = actionTarget(view, name, cluster)
  return await explainMissingKinds(() => editObject(target, specOf, { dryRun: true }, signal))
}

function validOf<Spec>({ view, parse }: PlannedKind<Spec>, object: KubeObject): Spec {
  const parsed = parse(object)
  if (parsed.ok) return parsed.value
  const problems = parsed.problems.map(({ path, message }) => `${path} ${message}`)
  throw new PlainError(`the ${view.noun} is not valid: ${problems.join('; ')}`)
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
