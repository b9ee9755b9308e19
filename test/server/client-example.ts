// An example of outrigger/client: creates a plugin, sees it come by the stream, and lists those that are not ready.
import { createClient } from '../../src/sdk/client.ts'

/** The names of the plugins of a namespace that are not ready, after one more was made. */
export async function exampleOfClient(
  server: { readonly url: string; readonly token: string },
  namespace: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const outrigger = createClient(server)
  const stop = new AbortController()
  const events = outrigger.follow('streamChanges', AbortSignal.any([signal, stop.signal]), {
    query: { kinds: 'plugins', namespace },
  })
  await events.next()
  await outrigger.call('createPlugin', signal, {
    body: {
      apiVersion: 'outrigger.dev/v1alpha1',
      kind: 'Plugin',
      metadata: { namespace, name: 'by-script' },
      spec: { enabled: false, repo: 'builtin', name: 'dns', version: '1.0.0' },
    },
  })
  const { value } = await events.next()
  stop.abort()
  const seen = JSON.parse(value?.data ?? '{}') as { object: { metadata: { name: string } } }
  const { items } = await outrigger.call('listPlugins', signal, { query: { namespace } })
  const names = items.map(({ metadata }) => metadata.name)
  return [...new Set([seen.object.metadata.name, ...names])]
}
