import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { writeTar } from '../../src/formats/tar-write.ts'
import { type ScriptedServer, startScriptedServer } from '../registry/scripted-server.ts'

/** A chart by what differs: its templates and values, as text. */
export interface TestChart {
  readonly name: string
  readonly version: string
  readonly files: Readonly<Record<string, string>>
}

/** An http repository of charts, index and all; charts can be added while it runs. */
export class ChartRepository {
  private readonly files = new Map<string, Uint8Array>()
  private readonly entries: { name: string; version: string; digest: string; url: string }[] = []
  private server: ScriptedServer | undefined

  static async start(charts: readonly TestChart[]): Promise<ChartRepository> {
    const repository = new ChartRepository()
    for (const chart of charts) repository.add(chart)
    repository.server = await startScriptedServer(({ path }, response) => {
      const body =
        path === '/index.yaml' ? Buffer.from(repository.index()) : repository.files.get(path)
      if (body === undefined) return void response.writeHead(404).end()
      response.writeHead(200, { 'content-length': String(body.length) }).end(body)
    })
    return repository
  }

  get url(): string {
    return this.server?.url ?? ''
  }

  add({ name, version, files }: TestChart): void {
    const head = `apiVersion: v2\nname: ${name}\nversion: ${version}\nappVersion: "${version}-app"\n`
    const all = { 'Chart.yaml': head, ...files }
    const tar = Object.entries(all).map(([path, text]) => ({
      name: `${name}/${path}`,
      data: Buffer.from(text),
    }))
    const archive = gzipSync(writeTar(tar, 0))
    const url = `/${name}-${version}.tgz`
    const digest = createHash('sha256').update(archive).digest('hex')
    this.files.set(url, archive)
    this.entries.push({ name, version, digest, url: url.slice(1) })
  }

  async stop(): Promise<void> {
    await this.server?.stop()
  }

  private index(): string {
    const byName = Map.groupBy(this.entries, ({ name }) => name)
    const entries = Object.fromEntries(
      [...byName].map(([name, versions]) => [
        name,
        versions.map(({ version, digest, url }) => ({
          apiVersion: 'v2',
          name,
          version,
          digest,
          urls: [url],
        })),
      ]),
    )
    return JSON.stringify({ apiVersion: 'v1', generated: '2026-01-01T00:00:00Z', entries })
  }
}
