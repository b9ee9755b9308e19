import type { Chart } from '../../chart/chart.ts'
import { compressPackage } from '../../chart/node/write-package.ts'
import { packageChart } from '../../chart/package/package-chart.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import { isKubeError } from '../../kube/errors.ts'
import { formatApiVersion } from '../../objects/kube-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { redactObject } from '../../objects/redact/redact-secrets.ts'
import {
  clusterFacts,
  desiredPlugin,
} from '../../operator/kinds/extension-instance/desired-plugin.ts'
import { placeOfPlugin } from '../../operator/kinds/plugin/observe.ts'
import { sourceRequestOf } from '../../operator/kinds/plugin/prepare.ts'
import type { PlanContext } from '../../operator/rehearsal/plan-plugin.ts'
import { patientAsker } from '../../operator/sources/source-cache.ts'
import { mergeValues } from '../../operator/values/merge-values.ts'
import { findDesired } from '../../release/desired/desired-object.ts'
import { objectKey } from '../../release/desired/object-id.ts'
import { storedDocuments } from '../../release/desired/stored-manifests.ts'
import { readLive } from '../../release/plan/read-live.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import { jsonOfTable } from '../../release/record/values-json.ts'
import { ActionError } from '../errors.ts'
import { desiredObject, openInstanceContext } from './instance-context.ts'
import { parameterSources } from './instance-plan.ts'
import type { PlanPorts } from './plan-context.ts'
import { readPluginInputs } from './plugin-inputs.ts'
import { openPlanContext } from './plan-context.ts'

/** A layer of values below those that somebody writes in the object itself. */
export interface PreviewLayer {
  readonly is: 'profile' | 'reference'
  readonly name: string
  readonly values: JsonRecord
}

/** Everything that a browser needs to render a release by itself. */
export interface Preview {
  /** The packaged chart; undefined when only the server can render this. */
  readonly archive: Uint8Array | undefined
  readonly kubernetes: string
  readonly apiVersions: readonly string[]
  /** `v1/Namespace` and so on: kinds that have no namespace. */
  readonly clusterScoped: readonly string[]
  readonly release: {
    readonly namespace: string
    readonly name: string
    readonly revision: number
    readonly isUpgrade: boolean
  }
  /** In the order in which later ones win. */
  readonly layers: readonly PreviewLayer[]
  /** The `values` document of the source, and the facts that it sees; empty when parameters are values. */
  readonly document: string
  readonly facts: { readonly cluster: JsonRecord; readonly global: JsonRecord }
  /** The objects of the release as they are, by id; undefined where one is not there. */
  readonly live: readonly { readonly id: PreviewId; readonly object?: JsonObject }[]
  readonly notices: readonly string[]
}

interface PreviewId {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** Gathers what an instance would be rendered from, by the rights of the asker. Its own parameters are left out. */
export async function previewOfInstance(
  given: ExtensionInstance,
  ports: PlanPorts,
  signal: AbortSignal,
): Promise<Preview> {
  const { parameters: _parameters, parametersText: _text, ...spec } = given.spec
  const instance: ExtensionInstance = { ...given, spec: { ...spec, parametersFrom: [] } }
  const opened = await openInstanceContext(instance, ports, signal)
  const { offer, cluster, globals } = opened.inputs
  // The document is carried out where the parameters are written.
  const plain = { ...opened.inputs, offer: { ...offer, values: undefined } }
  const plugin = desiredObject(opened, desiredPlugin({ ...plain, parameters: {} }))
  const references = (await parameterSources(given, ports, signal)).map((source) => ({
    is: 'reference' as const,
    name: `${source.from.kind} ${source.from.name}`,
    values: jsonOfTable(mergeValues({}, [source])),
  }))
  const hasGlobals = Object.keys(globals.values).length > 0
  const profile = { is: 'profile' as const, name: 'profiles', values: globals.values }
  const base = await previewBase(plugin, opened.context, signal)
  return {
    ...base,
    layers: [...(hasGlobals ? [profile] : []), ...references],
    document: offer.values ?? '',
    facts: { cluster: clusterFacts(cluster), global: globals.values },
    notices: [...base.notices, ...opened.notices],
  }
}

/** Gathers what a Plugin would be rendered from, by the rights of the asker. Its inline values are left out. */
export async function previewOfPlugin(
  plugin: Plugin,
  ports: PlanPorts,
  signal: AbortSignal,
): Promise<Preview> {
  const context = await openPlanContext(ports, plugin.metadata.namespace, signal)
  const base = await previewBase(plugin, context, signal)
  const { layers } = await readPluginInputs(plugin, ports, signal)
  const references = layers.filter(({ is }) => is !== 'inline')
  const unread = references.flatMap(({ is, name, obstacle }) =>
    obstacle === undefined ? [] : [`${is} ${name}: ${obstacle}`],
  )
  return {
    ...base,
    layers: references.map(({ is, name, values }) => ({
      is: 'reference',
      name: `${is} ${name}`,
      values: jsonOfTable(values),
    })),
    document: '',
    facts: { cluster: {}, global: {} },
    notices: [...base.notices, ...unread],
  }
}

type Base = Omit<Preview, 'layers' | 'document' | 'facts'>

async function previewBase(
  plugin: Plugin,
  context: PlanContext,
  signal: AbortSignal,
): Promise<Base> {
  const { discovery } = context.target
  const request = sourceRequestOf(plugin, context)
  if ('reason' in request) throw new ActionError('not-ready', request.message)
  const asker = patientAsker(plugin.metadata.namespace, signal)
  const { chart, built } = await context.sources.load(request, asker)
  const { gitVersion } = await discovery.serverVersion(signal)
  const { resources } = await discovery.apis(signal)
  const notices: string[] = []
  return {
    // A package cannot say that values are found at the top, nor hold a built kustomization.
    archive: built === undefined && chart.valuesAtTop !== true ? archiveOf(chart) : undefined,
    kubernetes: gitVersion,
    apiVersions: await discovery.apiVersions(signal),
    clusterScoped: resources
      .filter(({ namespaced }) => !namespaced)
      .map(({ group, version, kind }) => `${formatApiVersion(group, version)}/${kind}`),
    ...(await releaseOf(plugin, context, notices, signal)),
    notices,
  }
}

function archiveOf(chart: Chart): Uint8Array {
  return compressPackage(packageChart(chart).tar)
}

/** The release as the next revision would see it, and its objects. Secrets are masked. */
async function releaseOf(
  plugin: Plugin,
  { target: { client, discovery } }: PlanContext,
  notices: string[],
  signal: AbortSignal,
): Promise<Pick<Preview, 'release' | 'live'>> {
  const place = placeOfPlugin(plugin)
  try {
    const store = new ReleaseStore({ client })
    const last = await store.last(place, signal)
    const deployed = await store.deployed(place, signal)
    const documents = deployed === undefined ? [] : storedDocuments(deployed.record)
    const scope = { namespace: place.namespace, discovery, versions: 'any' } as const
    const objects = await findDesired(documents, scope, signal)
    const sought = objects.flatMap(({ id, resource }) =>
      resource === undefined ? [] : [{ id, resource }],
    )
    const live = await readLive(client, sought, signal)
    return {
      release: {
        ...place,
        revision: (last?.record.version ?? 0) + 1,
        isUpgrade: deployed !== undefined,
      },
      live: objects.map(({ id }) => {
        const { group, version, kind, namespace, name } = id
        const found = live.get(objectKey(id))
        return {
          id: { apiVersion: formatApiVersion(group, version), kind, namespace, name },
          ...(found === undefined ? {} : { object: redactObject(found) }),
        }
      }),
    }
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw error
    notices.push(`you may not read the records of releases in namespace ${place.namespace}`)
    return { release: { ...place, revision: 1, isUpgrade: false }, live: [] }
  }
}
