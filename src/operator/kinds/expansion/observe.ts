import { existsSync } from 'node:fs'
import { expansionPlace } from '../../../expansion/carry-out/expansion-place.ts'
import type { ExpansionHost } from '../../../expansion/carry-out/run-expansion.ts'
import type { Cluster } from '../../../kinds/cluster.ts'
import type { Expansion } from '../../../kinds/expansion.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import { type Access, readAccess } from '../../sources/read-access.ts'
import type { ReadSecret } from '../../../kube/objects/secret-reader.ts'
import type { Observation } from './decide.ts'

export interface ObservePorts {
  readonly expansions: KindStore<Expansion>
  readonly clusters: KindStore<Cluster>
  readonly readSecret: ReadSecret
  readonly platformNamespace: string
  readonly host: Pick<ExpansionHost, 'folder'>
}

/** Reads everything that a pass needs to know. */
export async function observe(
  expansion: Expansion,
  ports: ObservePorts,
  signal: AbortSignal,
): Promise<Observation> {
  return {
    expansion,
    all: ports.expansions.values(),
    clusters: ports.clusters.values(),
    access: await accessOf(expansion, ports, signal),
    isHere: existsSync(expansionPlace(ports.host.folder, expansion.metadata.name).folder),
  }
}

// The login is read as a Repository's is, from the namespace of the platform.
async function accessOf(
  { spec }: Expansion,
  { readSecret, platformNamespace }: ObservePorts,
  signal: AbortSignal,
): Promise<Access> {
  const url = spec.registry === undefined ? spec.package : `oci://${spec.registry}`
  const { secretName } = spec
  const place = { url, ...(secretName === undefined ? {} : { credentials: { secretName } }) }
  return await readAccess(
    { metadata: { namespace: platformNamespace }, spec: place },
    readSecret,
    signal,
  )
}
