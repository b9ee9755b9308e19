import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Registry } from 'prom-client'
import { RenderThreads } from '../../chart/node/render-threads.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Owner } from '../../server/auth/identity.ts'
import { type OpenServer, openServer } from '../../server/open-server.ts'
import type { ServerOptions } from '../../server/server-options.ts'
import { ViewThreads } from '../../server/threads/view-threads.ts'
import { openContentCache } from '../../sources/cache/content-cache.ts'
import { systemClock } from '../../std/clock.ts'
import { type Neighbours, prepareOwnFolder } from '../../std/node/own-folder.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { addressPolicyOf } from '../options/address-policy.ts'
import type { CleanUps } from '../platform/clean-ups.ts'
import { startThread } from '../platform/start-thread.ts'
import { servedSites } from '../site/served-sites.ts'
import type { Ports } from '../verb.ts'
import { AuditFile } from './audit-file.ts'
import { openClusterSessions } from './cluster-sessions.ts'
import { readAuditFile } from './read-audit-file.ts'
import { runFiles } from './run-files.ts'
import { openSessionSecret, signOutFile } from './session-files.ts'

export interface ApiInput {
  /** The server's own: its requests do not queue behind those of an operator. */
  readonly client: KubeClient
  /** Where the audit, the address and the session secret are kept. */
  readonly folder: string
  readonly neighbours: Neighbours
  readonly listen: ServerOptions['listen']
  readonly page: string | undefined
  /** Addresses that may be fetched from beyond the public ones. */
  readonly allow: readonly string[]
  /** Below which repositories may name folders as `file://`. */
  readonly fileRoot?: string | undefined
  /** The folder of a site, or one with a folder for each: their installations are shown. */
  readonly sites?: string | undefined
  /** The rest of what flags say. */
  readonly settings: Partial<ServerOptions>
  readonly registry: Registry
  /** Where sessions are kept: servers in several pods share those of the cluster. */
  readonly sessions: 'files' | 'cluster'
  /** The authority of its certificate, if that is one of our own. */
  readonly authority?: string
  /** The owner of a sandbox, whom links and the key beside the address sign in. */
  readonly owner?: Owner
}

/** The file in which a server on this machine says where it is. */
export interface ServerAddress {
  readonly url: string
  /** Signs in as the owner of the sandbox; absent on other clusters. */
  readonly key?: string
  /** The authority of its certificate, in PEM, if that is one of our own. */
  readonly authority?: string
}

export const addressFile = 'address.json'

/** Serves the REST API and the page. */
export async function serveApi(
  input: ApiInput,
  ports: Ports,
  troubled: (error: unknown) => void,
  ends: CleanUps,
): Promise<OpenServer> {
  const { client, neighbours, listen, page, settings, registry, owner } = input
  const { signal } = new AbortController()
  const root = await prepareOwnFolder(join(input.folder, 'server'), neighbours)
  const auditFile = join(root, 'audit.jsonl')
  const auditBefore = await readAuditFile(auditFile)
  const audit = await AuditFile.open(auditFile, troubled)
  ends.add(() => audit.close())
  const sessions =
    input.sessions === 'cluster'
      ? await openClusterSessions(client, signal)
      : { secret: await openSessionSecret(root, neighbours, signal), kept: signOutFile(root) }
  const renders = new RenderThreads({
    start: () => startThread('renders', ports),
    clock: systemClock,
  })
  ends.add(() => renders.close())
  const views = new ViewThreads({ start: () => startThread('views', ports), clock: systemClock })
  ends.add(() => views.close())
  const key = randomBytes(32).toString('base64url')
  const server = await openServer({
    client,
    listen,
    ...sessions,
    version: ports.program.version,
    isSandbox: owner !== undefined,
    ...(page === undefined ? {} : { page }),
    fetching: {
      policy: addressPolicyOf(input.allow, ports),
      indexFolder: await prepareOwnFolder(join(root, 'indexes'), neighbours),
      cache: await openContentCache({ root: join(root, 'content'), neighbours }),
      ...(input.fileRoot === undefined ? {} : { fileRoot: input.fileRoot }),
      boundToRoot: 'everybody',
    },
    render: renders.now,
    view: views.run,
    runs: runFiles(await prepareOwnFolder(join(root, 'runs'), neighbours)),
    ...(input.sites === undefined ? {} : { sites: servedSites(input.sites, ports) }),
    ...(owner === undefined ? {} : { ownerKey: { key, owner } }),
    ...settings,
    registry,
    auditEvents: true,
    auditBefore: async () => auditBefore,
    audit: audit.write,
    failed: troubled,
  })
  ends.add(server.close)
  await writeAddress(root, {
    url: server.url,
    ...(owner === undefined ? {} : { key }),
    ...(input.authority === undefined ? {} : { authority: input.authority }),
  })
  ends.add(() => rm(join(root, addressFile), { force: true }))
  return server
}

/** Says where the server is to those who may read its folder. */
async function writeAddress(root: string, address: ServerAddress): Promise<void> {
  const { signal } = new AbortController()
  const file = join(root, addressFile)
  await writeFileAtomically(file, `${JSON.stringify(address)}\n`, signal, { mode: 0o600 })
}
