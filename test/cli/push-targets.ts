import type { ServerResponse } from 'node:http'
import { startMuseumServer } from '../sources/museum-server.ts'
import { type Seen, startScriptedServer } from '../registry/scripted-server.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'

/** A template of a Deployment with these labels in its selector, which never change. */
export function deployment(labels: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {${labels}}}
  template:
    metadata: {labels: {${labels}}}
    spec: {containers: [{name: web, image: "example.test/web:1"}]}
`
}

const schema = '{"type":"object","properties":{"replicas":{"type":"integer"}}}'

/** The files of a chart that passes every check, but for what is told. */
export function chart(
  name: string,
  version: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const files = {
    'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: ${version}\ndescription: The chart ${name}\nappVersion: "1"\nicon: https://example.test/icon.png\n`,
    'values.yaml': 'replicas: 1\n',
    'values.schema.json': schema,
    'templates/web.yaml': deployment('app: web'),
    ...more,
  }
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [`charts/${name}/${file}`, text]),
  )
}

/** A place that charts are pushed to. */
export interface PushTarget {
  readonly push: string
  /** `NAME VERSION`, sorted. */
  readonly published: () => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

/** A registry or a ChartMuseum; one that refuses a chart, when told, after it took everything else. */
export async function startTarget(
  target: 'registry' | 'museum',
  { refuse }: { readonly refuse?: string } = {},
): Promise<PushTarget> {
  if (target === 'museum') {
    const museum = await startMuseumServer(refuse === undefined ? {} : { refuse })
    const names = () =>
      [...museum.stored.keys()].map((key) => key.replace(/^\/(.*)-(\S+)\.tgz$/, '$1 $2'))
    return {
      push: museum.url,
      published: async () => names().toSorted(),
      stop: museum.stop,
    }
  }
  const registry = await startTemporaryRegistry()
  const guard = refuse === undefined ? undefined : await startGuard(registry.host, refuse)
  return {
    push: `oci://${guard?.host ?? registry.host}/charts`,
    published: () => tagsOf(registry.host),
    stop: async () => {
      await guard?.stop()
      await registry.stop()
    },
  }
}

async function tagsOf(host: string): Promise<readonly string[]> {
  const rows = await Promise.all(
    ['web', 'queue', 'bad', 'good'].map(async (name) => {
      const response = await fetch(`http://${host}/v2/charts/${name}/tags/list`)
      const { tags } = (await response.json()) as { tags?: string[] | null }
      return (tags ?? []).map((tag) => `${name} ${tag}`)
    }),
  )
  return rows.flat().toSorted()
}

const forwarded = /^(?:accept|content-type|content-range)$/
const ofConnection = /^(?:connection|transfer-encoding|keep-alive)$/

/** A guard that refuses the version of one chart as a tag, the last thing that is sent. */
function startGuard(host: string, refuse: string) {
  const refused = new RegExp(`/${refuse}/manifests/\\d`)
  const answer = async ({ method, path, headers, bytes }: Seen, response: ServerResponse) => {
    if (method === 'PUT' && refused.test(path)) {
      response.writeHead(403).end('{"errors":[{"code":"DENIED","message":"full"}]}')
      return
    }
    const body = ['GET', 'HEAD'].includes(method) ? {} : { body: new Uint8Array(bytes) }
    const sent = Object.entries(headers).filter(([name]) => forwarded.test(name))
    const got = await fetch(`http://${host}${path}`, {
      method,
      headers: Object.fromEntries(sent) as Record<string, string>,
      ...body,
    })
    const passed = [...got.headers].filter(([name]) => !ofConnection.test(name))
    response.writeHead(got.status, Object.fromEntries(passed))
    response.end(Buffer.from(await got.arrayBuffer()))
  }
  return startScriptedServer((request, response) => void answer(request, response))
}
