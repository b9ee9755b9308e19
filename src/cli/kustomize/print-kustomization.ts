import { printObjects } from '../../kustomize/build.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import type { Io } from '../io.ts'
import type { Outcome, Ports } from '../verb.ts'
import { buildPlainly } from './build-folder.ts'

/** Prints a kustomization where a chart could have been: with its charts, all else as it comes. */
export async function printKustomization(
  target: string,
  connection: Connection,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<Outcome> {
  context.io.stdout.write(printObjects(await buildPlainly(target, connection, context, signal)))
  return 'done'
}
