import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ControlPlane, startControlPlane } from '../control-plane.ts'
import { defaultRelease } from '../releases.ts'
import { createRawClient, type RawClient } from '../send.ts'
import { type DiscoveryList, readResources } from './read-resources.ts'
import { type OpenApiDocument, reduceSchemas } from './reduce-schemas.ts'

/** A generated file of facts. */
export interface ApiTable {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

/** The tables of `src/objects/api`, asked of real servers: of the newest, and of each minor that it can play. */
export async function makeApiTables(): Promise<readonly ApiTable[]> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-tables-'))
  const plane = await startControlPlane({ folder, keeps: 'nothing', parts: [] })
  const client = createRawClient(plane.admin)
  try {
    const schemas = reduceSchemas(await readDocuments(client))
    const resources = readResources(await readMinors(plane, client))
    const { version } = defaultRelease
    return [
      { path: 'src/objects/api/schemas.json', text: writeTable(version, 'schemas', schemas) },
      { path: 'src/objects/api/resources.json', text: writeTable(version, 'resources', resources) },
    ]
  } finally {
    client.close()
    await plane.shutDown()
  }
}

async function readDocuments(client: RawClient): Promise<readonly OpenApiDocument[]> {
  const index = await readJson<{
    readonly paths: Readonly<Record<string, { readonly serverRelativeURL: string }>>
  }>(client, '/openapi/v3')
  const documents: OpenApiDocument[] = []
  for (const { serverRelativeURL } of Object.values(index.paths)) {
    documents.push(await readJson<OpenApiDocument>(client, serverRelativeURL))
  }
  return documents
}

/** The oldest first; the newest is the server as it is. */
async function readMinors(
  plane: ControlPlane,
  client: RawClient,
): Promise<ReadonlyMap<string, readonly DiscoveryList[]>> {
  const byMinor = new Map<string, readonly DiscoveryList[]>()
  const newest = defaultRelease.version.replace(/\.\d+$/, '')
  const current = await readDiscovery(client)
  for (const minor of defaultRelease.emulates) {
    await plane.restart('kube-apiserver', { emulatedVersion: minor })
    byMinor.set(minor, await readDiscovery(client))
  }
  return byMinor.set(newest, current)
}

function readDiscovery(client: RawClient): Promise<readonly DiscoveryList[]> {
  return Promise.all(
    ['/api', '/apis'].map((path) => readJson<DiscoveryList>(client, path, aggregated)),
  )
}

async function readJson<Result>(
  client: RawClient,
  path: string,
  accept = 'application/json',
): Promise<Result> {
  const { status, body } = await client.send({ method: 'GET', path, headers: { accept } })
  if (status !== 200) throw new Error(`${path} answers ${status}: ${body}`)
  return JSON.parse(body) as Result
}

/** One schema or resource a line, so that a new release is a diff that can be read. */
function writeTable(version: string, name: string, table: object): string {
  const isList = Array.isArray(table)
  const lines = Object.entries(table).map(([key, value]) =>
    isList ? JSON.stringify(value) : `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  )
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  const head = `"kubernetes": ${JSON.stringify(version)},\n"${name}": ${open}`
  return `{\n${head}\n${lines.join(',\n')}\n${close}\n}\n`
}
