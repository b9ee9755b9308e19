import { printObjects } from '../../kustomize/build.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'
import { buildPlainly } from './build-folder.ts'

/** The objects that a kustomization builds, with its charts. */
export async function objectsOfKustomization(
  folder: string,
  connection: Connection,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  return readManifest(printObjects(await buildPlainly(folder, connection, context, signal)))
}
