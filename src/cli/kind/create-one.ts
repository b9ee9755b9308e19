import type { KindDefinition } from '../../kinds/kind-definition.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { apiVersion } from '../../kinds/group.ts'
import { createObject } from '../../kube/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type ClusterChoice, withCluster } from '../cluster-options.ts'
import type { Io } from '../io.ts'
import type { Plain } from '../output/plain.ts'
import type { Ports } from '../verb.ts'
import type { KindView } from './kind-view.ts'
import { explainMissingKinds } from './objects-of.ts'
import { printManifest } from './print-manifest.ts'
import { untilReady, waitFor } from './wait-for.ts'

/** An object of a kind that is in no namespace, as the command line asked for it. */
export interface CreateWish {
  readonly name: string
  readonly spec: JsonObject
  readonly dryRun: boolean
  readonly wait: boolean
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

/** Creates it, or prints it instead. */
export async function createOne(
  view: KindView & { readonly definition: KindDefinition },
  { name, spec, dryRun, wait, timeout, quiet, cluster: choice }: CreateWish,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  const body = { apiVersion, kind: view.definition.kind, metadata: { name }, spec }
  if (dryRun) return printManifest(body as Plain, io)
  await withCluster(choice, { ports, io }, async (cluster) => {
    const strict = { fieldValidation: 'Strict' } as const
    await explainMissingKinds(() =>
      createObject(cluster.client, resourceOf(view.definition), body, strict, signal),
    )
    io.stdout.write(`${view.noun}/${name} created\n`)
    const waiting = { names: [name], wish: untilReady, timeout, quiet }
    if (wait) await waitFor(view, waiting, cluster, io, signal)
  })
}
