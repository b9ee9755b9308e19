import { followObjects } from '../../kube/watch/follow-objects.ts'
import { type KubeObject, nameOf } from '../../objects/kube-object.ts'
import { clusterChoiceOf, type OpenCluster, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { OutputFormat } from '../output/format.ts'
import { formatTable } from '../output/table.ts'
import { readArguments } from '../read-arguments.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import type { KindView } from './kind-view.ts'
import { type Look, lookOptions } from './look-options.ts'
import { objectsOf, selectionOf } from './objects-of.ts'
import { columnsOf, printObjects } from './print-objects.ts'

export interface ListOptions {
  readonly look: Look
  readonly output: OutputFormat
  readonly watch: boolean
}

interface WatchOptions extends ListOptions {
  readonly isShown: (object: KubeObject) => boolean
}

/** `list`, and `get` with names: the objects of a kind as rows or as they are. */
export function listVerb(view: KindView, names: 'all' | 'named') {
  const { noun, definition } = view
  const command = {
    arguments:
      names === 'all' ? {} : { name: { count: 'any', summary: `the ${noun}; all unless given` } },
    options: lookOptions,
    examples:
      names === 'all'
        ? [`${noun} list`, `${noun} list -A -w`]
        : [`${noun} get web -o yaml`, `${noun} get web -w`],
  } as const satisfies CommandSpec
  return defineVerb<ListOptions>({
    command,
    parse: (argv) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      const { options } = given
      const wanted = (given.arguments as { readonly name?: readonly string[] }).name ?? []
      return {
        look: {
          names: wanted,
          everywhere: options['all-namespaces'],
          selector: options.selector,
          cluster: clusterChoiceOf(options),
        },
        output: options.output,
        watch: options.watch,
      }
    },
    run: async ({ look, output, watch }, ports, io, signal) => {
      await withCluster(look.cluster, { ports, io }, async (cluster) => {
        const isShown = await shownFor(view, look, cluster, signal)
        const found = await objectsOf(view, look, cluster, signal)
        const objects = found.filter(isShown)
        const hidden = found.length - objects.length
        if (hidden > 0) {
          const who = `namespace ${cluster.namespace}: -A lists them`
          io.stderr.write(`${hidden} ${hidden === 1 ? 'is' : 'are'} not for ${who}\n`)
        }
        const printing = { output, everywhere: look.everywhere, now: Date.now() }
        if (!watch) return await printObjects(view, objects, printing, io)
        const options = { look, output, watch, isShown }
        return await watchObjects(view, options, { cluster, io }, signal)
      })
      return 'done'
    },
    complete: names === 'all' ? () => [] : completeNames(definition),
  })
}

/** Which objects are shown; those that somebody names always are. */
async function shownFor(
  { visibleTo }: KindView,
  { names, everywhere }: Look,
  { client, namespace }: OpenCluster,
  signal: AbortSignal,
): Promise<(object: KubeObject) => boolean> {
  if (visibleTo === undefined || everywhere || names.length > 0) return () => true
  return await visibleTo(client, namespace, signal)
}

/** Prints a line for every change, as `kubectl get -w` does, until the signal. */
async function watchObjects(
  view: KindView,
  { look, output, isShown }: WatchOptions,
  { cluster, io }: { readonly cluster: OpenCluster; readonly io: Io },
  signal: AbortSignal,
): Promise<void> {
  let isFirst = true
  const print = async (objects: readonly KubeObject[]) => {
    const wanted = objects.filter((one) =>
      look.names.length === 0 ? isShown(one) : look.names.includes(nameOf(one)),
    )
    const printing = { output, everywhere: look.everywhere, now: Date.now() }
    if (output !== 'table' && output !== 'wide') {
      for (const one of wanted) await printObjects(view, [one], printing, io)
      return
    }
    const text = formatTable(columnsOf(view, printing), wanted, output)
    io.stdout.write(isFirst ? text : text.slice(text.indexOf('\n') + 1))
    isFirst = false
  }
  const selection = selectionOf(view, look, cluster)
  for await (const change of followObjects(cluster.client, selection, {}, signal)) {
    if (change.type === 'replaced') await print(change.objects)
    else if (change.type === 'changed') await print(change.events.map(({ object }) => object))
  }
}
