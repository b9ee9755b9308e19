import { clusterCapabilities } from '../../chart/capabilities.ts'
import { explainDocuments, explainLines } from '../../chart/explain/explanation.ts'
import { ValueLayers } from '../../chart/explain/layers.ts'
import { locateField } from '../../chart/explain/locate-field.ts'
import { traceChart } from '../../chart/explain/trace-chart.ts'
import { unusedValues } from '../../chart/explain/unused-values.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { toBytes } from '../../formats/go-string.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import type { KubeClient } from '../../kube/client.ts'
import { withDefaultSignals } from '../../std/node/with-default-signals.ts'
import { ActionError } from '../errors.ts'
import type { PluginInputs, ValuesLayer } from './plugin-inputs.ts'

export interface ExplainRequest {
  readonly release: { readonly namespace: string; readonly name: string }
  /** `Kind/name:field.path[0]`; undefined for all objects. */
  readonly path: string | undefined
}

/** Says which lines of which templates wrote a field, and which layers of values decided it. Nothing is looked up on the cluster for it. */
export async function explainPlugin(
  { chart, layers, values, redact }: PluginInputs,
  { release, path }: ExplainRequest,
  client: KubeClient,
  signal: AbortSignal,
) {
  const discovery = new Discovery(client)
  const { gitVersion } = await discovery.serverVersion(signal)
  const request = {
    values,
    release: { ...release, revision: 1, isUpgrade: false },
    capabilities: clusterCapabilities(gitVersion, await discovery.apiVersions(signal)),
    entropy: nodeEntropy(),
    warn: () => {},
  }
  const printed = { includeCrds: false, hooks: 'all' } as const
  const traced = withDefaultSignals(() => traceChart(chart, request, printed))
  if ('error' in traced) {
    const why = traced.error instanceof Error ? traced.error.message : String(traced.error)
    throw new ActionError('refused', `the chart does not render: ${redact(why)}`)
  }
  const sources = layersOf(traced.prepared.chart, layers)
  if (path === undefined) {
    return {
      documents: explainDocuments(traced, sources),
      unused: unusedValues(traced, sources),
    }
  }
  const { first, last } = locateField(traced, path)
  const { text, ...rest } = explainLines(traced, sources, first, last)
  const isSecret = rest.document?.kind === 'Secret'
  return { lines: { ...rest, text: text.map((line) => (isSecret ? '***' : redact(line))) } }
}

/** The layers as explanations take them: each a file that the user gave. */
function layersOf(
  chart: ConstructorParameters<typeof ValueLayers>[0],
  layers: readonly ValuesLayer[],
): ValueLayers {
  const texts = new Map(layers.map((one) => [labelOf(one), `${writeYaml(one.values)}\n`]))
  const none = { setJson: [], set: [], setString: [], setFile: [], setLiteral: [] }
  const readFile = (name: string) => toBytes(texts.get(name) ?? '')
  return new ValueLayers(chart, { files: [...texts.keys()], ...none }, readFile)
}

function labelOf({ is, name }: ValuesLayer): string {
  return is === 'inline' ? name : `${is} ${name}`
}
