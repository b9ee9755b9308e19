import { errorOf } from '../../chart/node/round-job.ts'
import { sentChart } from '../../chart/node/sent-chart.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import type { KubeClient } from '../../kube/client.ts'
import { ActionError } from '../errors.ts'
import type { RunExplain } from './explain-job.ts'
import type { PluginInputs, ValuesLayer } from './plugin-inputs.ts'

export interface ExplainRequest {
  readonly release: { readonly namespace: string; readonly name: string }
  /** `Kind/name:field.path[0]`; undefined for all objects. */
  readonly path: string | undefined
}

export interface ExplainPorts {
  readonly client: KubeClient
  readonly run: RunExplain
}

/** Says which lines of which templates wrote a field, and which layers of values decided it. Nothing is looked up on the cluster for it. */
export async function explainPlugin(
  { chart, layers, values, redact }: PluginInputs,
  { release, path }: ExplainRequest,
  { client, run }: ExplainPorts,
  signal: AbortSignal,
) {
  const discovery = new Discovery(client)
  const { gitVersion } = await discovery.serverVersion(signal)
  const apiVersions = await discovery.apiVersions(signal)
  const named = layers.map((one) => ({ name: labelOf(one), values: one.values }))
  const explained = await run(
    { chart: sentChart(chart), values, layers: named, release, gitVersion, apiVersions, path },
    signal,
  )
  if ('failure' in explained) throw errorOf(explained.failure)
  if ('doesNotRender' in explained) {
    const why = redact(explained.doesNotRender)
    throw new ActionError('refused', `the chart does not render: ${why}`)
  }
  if (!('lines' in explained)) return explained
  const { text, ...rest } = explained.lines
  const isSecret = rest.document?.kind === 'Secret'
  return { lines: { ...rest, text: text.map((line) => (isSecret ? '***' : redact(line))) } }
}

function labelOf({ is, name }: ValuesLayer): string {
  return is === 'inline' ? name : `${is} ${name}`
}
