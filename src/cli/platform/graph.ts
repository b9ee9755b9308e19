import { resourceOf } from '../../kinds/kind-definition.ts'
import { parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type Change, followObjects } from '../../kube/watch/follow-objects.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { keyOf } from '../../controller/object-store.ts'
import { forecast } from '../../operator/graph/forecast.ts'
import { pluginGraph } from '../../operator/graph/plugin-graph.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { explainMissingKinds } from '../kind/objects-of.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { graphDot } from './graph-dot.ts'
import { graphText } from './graph-text.ts'

export const command = {
  description:
    'Shows plugins and what they need: how far each is, what waits for what, the chain that decides how long the rest takes, and about how long that is, by what earlier changes took.',
  arguments: {},
  options: {
    'all-namespaces': { kind: 'switch', short: 'A', summary: 'plugins of all namespaces' },
    watch: { kind: 'switch', short: 'w', summary: 'print it again at every change' },
    output: {
      kind: 'choice',
      short: 'o',
      value: 'format',
      choices: ['text', 'dot', 'json'],
      fallback: 'text',
      summary: 'as a tree, for Graphviz, or as data',
    },
    ...clusterOptions,
  },
  examples: ['graph', 'graph -A -w', 'graph -o dot'],
} as const satisfies CommandSpec

export interface Options {
  readonly everywhere: boolean
  readonly watch: boolean
  readonly output: 'text' | 'dot' | 'json'
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  return {
    everywhere: options['all-namespaces'],
    watch: options.watch,
    output: options.output,
    cluster: clusterChoiceOf(options),
  }
}

export async function run(
  { everywhere, watch, output, cluster: choice }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  await withCluster(choice, { ports, io }, async ({ client, namespace }) => {
    const place = everywhere ? {} : { namespace }
    const selection = { resource: resourceOf(pluginKind), ...place }
    const first = await explainMissingKinds(() => listObjects(client, selection, {}, signal))
    if (!watch) return io.stdout.write(print(first.objects, output))
    const objects = new Map<string, KubeObject>()
    let before = ''
    for await (const change of followObjects(client, selection, {}, signal)) {
      if (change.type === 'quiet') continue
      noteChange(objects, change)
      const text = print([...objects.values()], output)
      if (text !== before) io.stdout.write(before === '' ? text : `\n${text}`)
      before = text
    }
  })
  return 'done'
}

function noteChange(objects: Map<string, KubeObject>, change: Change): void {
  if (change.type === 'replaced') {
    objects.clear()
    for (const one of change.objects) objects.set(keyOf(one), one)
  }
  if (change.type !== 'changed') return
  for (const { type, object } of change.events) {
    if (type === 'deleted') objects.delete(keyOf(object))
    else objects.set(keyOf(object), object)
  }
}

function print(objects: readonly KubeObject[], output: Options['output']): string {
  const plugins = objects.flatMap((object) => {
    const parsed = parsePlugin(object)
    return parsed.ok ? [parsed.value] : []
  })
  const graph = pluginGraph(plugins)
  const ahead = forecast(graph)
  if (output === 'dot') return graphDot(graph, ahead)
  if (output === 'text') return graphText(graph, ahead)
  return `${JSON.stringify({ ...graph, ...ahead }, undefined, 2)}\n`
}
