import { resourceOf } from '../../kinds/kind-definition.ts'
import { extensionInstanceKind, parseExtensionInstance } from '../../kinds/extension-instance.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type Change, followObjects } from '../../kube/watch/follow-objects.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { keyOf } from '../../controller/object-store.ts'
import { forecast } from '../../operator/graph/forecast.ts'
import { withInstances } from '../../operator/graph/instances-in-graph.ts'
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
    'Shows plugins and instances, and what they need: how far each is, what waits for what, the chain that decides how long the rest takes, and about how long that is, by what earlier changes took.',
  arguments: {},
  options: {
    'all-namespaces': { kind: 'switch', short: 'A', summary: 'those of all namespaces' },
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
    const selections = [pluginKind, extensionInstanceKind].map((kind) => ({
      resource: resourceOf(kind),
      ...place,
    }))
    const objects = new Map<string, KubeObject>()
    if (!watch) {
      for (const selection of selections) {
        const list = await explainMissingKinds(() => listObjects(client, selection, {}, signal))
        noteChange(objects, { type: 'replaced', objects: list.objects }, selection.resource.kind)
      }
      return io.stdout.write(print(objects, output))
    }
    let before = ''
    const known = new Set<string>()
    const follow = async (selection: (typeof selections)[number]) => {
      const { kind } = selection.resource
      for await (const change of followObjects(client, selection, {}, signal)) {
        if (change.type === 'quiet') continue
        noteChange(objects, change, kind)
        known.add(kind)
        const text = print(objects, output)
        if (text === before || known.size < selections.length) continue
        io.stdout.write(before === '' ? text : `\n${text}`)
        before = text
      }
    }
    await Promise.all(selections.map(follow))
  })
  return 'done'
}

function noteChange(
  objects: Map<string, KubeObject>,
  change: Pick<Change & { type: 'replaced' }, 'type' | 'objects'> | Change,
  kind: string,
): void {
  const keyFor = (one: KubeObject) => `${kind} ${keyOf(one)}`
  if (change.type === 'replaced') {
    for (const key of objects.keys()) if (key.startsWith(`${kind} `)) objects.delete(key)
    for (const one of change.objects) objects.set(keyFor(one), one)
  }
  if (change.type !== 'changed') return
  for (const { type, object } of change.events) {
    if (type === 'deleted') objects.delete(keyFor(object))
    else objects.set(keyFor(object), object)
  }
}

function print(objects: ReadonlyMap<string, KubeObject>, output: Options['output']): string {
  const of = (kind: string) =>
    [...objects].flatMap(([key, one]) => (key.startsWith(`${kind} `) ? [one] : []))
  const plugins = of(pluginKind.kind).flatMap((one) => readable(parsePlugin(one)))
  const instances = of(extensionInstanceKind.kind).flatMap((one) =>
    readable(parseExtensionInstance(one)),
  )
  const graph = withInstances(pluginGraph(plugins), instances)
  const ahead = forecast(graph)
  if (output === 'dot') return graphDot(graph, ahead)
  if (output === 'text') return graphText(graph, ahead)
  return `${JSON.stringify({ ...graph, ...ahead }, undefined, 2)}\n`
}

function readable<T>(parsed: Parsed<T>): readonly T[] {
  return parsed.ok ? [parsed.value] : []
}
