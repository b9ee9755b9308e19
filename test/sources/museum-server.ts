import { createHash } from 'node:crypto'
import { loadArchive } from '../../src/chart/load/load.ts'
import { gunzip } from '../../src/chart/node/load-chart.ts'
import { chartConfigJson } from '../../src/sources/oci/chart-config.ts'
import { startScriptedServer } from '../registry/scripted-server.ts'

/** Uploads, by the path of their tenant and their file name. */
export type Museum = ReadonlyMap<string, Buffer>

export interface MuseumServer {
  readonly url: string
  readonly stored: Museum
  readonly stop: () => Promise<void>
}

/**
 * A small server of our own that answers as ChartMuseum's documentation says. It is not ChartMuseum: no
 * published build of that was found to test against.
 */
export async function startMuseumServer(options: {
  readonly authorization?: string
  /** Refuses uploads whose file has this in its name. */
  readonly refuse?: string
}): Promise<MuseumServer> {
  const stored = new Map<string, Buffer>()
  const server = await startScriptedServer(
    ({ method, path, authorization, headers, bytes }, response) => {
      const answer = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }
      if (options.authorization !== undefined && authorization !== options.authorization) {
        return answer(401, { error: 'unauthorized' })
      }
      const [route = '', query = ''] = path.split('?')
      const held =
        method === 'GET' ? stored.get(route.replace(/\/charts\/([^/]+)$/, '/$1')) : undefined
      if (held !== undefined) return void response.writeHead(200).end(held)
      const index = method === 'GET' ? /^((?:\/[^/]+)*)\/index\.yaml$/.exec(route)?.[1] : undefined
      if (index !== undefined) return answer(200, indexOf(index, stored))
      const [, owner, chart = '', version = ''] =
        /^\/api((?:\/[^/]+)*)\/charts\/([^/]+)\/([^/]+)$/.exec(route) ?? []
      if (method === 'DELETE' && owner !== undefined) {
        stored.delete(`${owner}/${chart}-${version}.tgz.prov`)
        const isGone = stored.delete(`${owner}/${chart}-${version}.tgz`)
        return isGone ? answer(200, { deleted: true }) : answer(404, { error: 'not found' })
      }
      const tenant = /^\/api((?:\/[^/]+)*)\/charts$/.exec(route)?.[1]
      if (method !== 'POST' || tenant === undefined) return answer(404, { error: 'not found' })
      const files = filesIn(bytes, headers['content-type'] ?? '')
      if (files.length === 0)
        return answer(400, { error: 'no package or provenance file found in form' })
      for (const { name, content } of files) {
        if (options.refuse !== undefined && name.includes(options.refuse)) {
          return answer(507, { error: 'no space left' })
        }
        const key = `${tenant}/${name}`
        if (stored.has(key) && !query.split('&').includes('force')) {
          return answer(409, { error: `${name} already exists` })
        }
        stored.set(key, content)
      }
      return answer(201, { saved: true })
    },
  )
  return { url: server.url, stored, stop: server.stop }
}

/** JSON is YAML. */
function indexOf(tenant: string, stored: Museum) {
  const entries: Record<string, unknown[]> = {}
  for (const [key, bytes] of stored) {
    const file = key.slice(tenant.length + 1)
    if (!key.startsWith(`${tenant}/`) || !file.endsWith('.tgz')) continue
    const { metadata } = loadArchive(bytes, gunzip)
    const about = JSON.parse(chartConfigJson(metadata)) as object
    const digest = createHash('sha256').update(bytes).digest('hex')
    const entry = { ...about, urls: [`charts/${file}`], digest }
    entries[metadata.name] = [...(entries[metadata.name] ?? []), entry]
  }
  return { apiVersion: 'v1', entries }
}

function filesIn(body: Buffer, type: string): readonly { name: string; content: Buffer }[] {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(type)?.[1]
  if (boundary === undefined) return []
  const text = body.toString('latin1')
  return text
    .split(`--${boundary}\r\n`)
    .slice(1)
    .flatMap((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n')
      const [, field, name] = /form-data; name="(\w+)"; filename="([^"]+)"/.exec(head) ?? []
      if (name === undefined || (field !== 'chart' && field !== 'prov')) return []
      const end = new RegExp(`\\r\\n(?:--${boundary}--\\r\\n)?$`)
      return [{ name, content: Buffer.from(rest.join('\r\n\r\n').replace(end, ''), 'latin1') }]
    })
}
