import { platformGraph } from '../../actions/graph.ts'
import { clusterKind, parseCluster } from '../../kinds/cluster.ts'
import { extensionKind, parseExtension } from '../../kinds/extension.ts'
import { extensionInstanceKind, parseExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { KindDefinition } from '../../kinds/kind-definition.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { parseProfile, profileKind } from '../../kinds/profile.ts'
import { parseRepository, repositoryKind } from '../../kinds/repository.ts'
import type { DeniedRight } from '../contract.ts'
import { ProblemError } from '../http/problem.ts'
import type { JsonSchema, Reply, Route, SignedCall } from '../http/route.ts'
import {
  listOf,
  namespaceFilter,
  oneOfWords,
  shape,
  text,
  textOf,
  texts,
} from '../http/schema-shapes.ts'
import { schemaNamed } from '../resources/schemas.ts'
import { readKind } from './read-kinds.ts'

const states = [
  'ready',
  'disabled',
  'suspended',
  'working',
  'waiting',
  'stalled',
  'unknown',
  'missing',
] as const

/** The schemas of the graph. */
export const graphSchemas: Readonly<Record<string, JsonSchema>> = {
  Graph: shape('How everything hangs together.', {
    nodes: listOf(
      shape('An object, or something that one needs and that is not there.', {
        id: text,
        kind: text,
        namespace: text,
        name: text,
        state: oneOfWords(...states),
        version: text,
        message: text,
        waitingFor: texts,
      }),
    ),
    edges: listOf(
      shape('How two of them belong together.', {
        from: text,
        to: text,
        is: oneOfWords('makes', 'needs', 'chooses', 'fetches', 'runs-on'),
        version: text,
      }),
    ),
    denied: listOf(schemaNamed('DeniedRight')),
  }),
  DeniedRight: shape('A right that you lack, so that something is not shown.', {
    verb: text,
    group: text,
    resource: text,
    namespace: text,
  }),
}

/** The platform as a graph: what the asker may see of it. */
export const graphRoute: Route = {
  for: 'signed-in',
  tag: 'graph',
  right: { verb: 'list', group: 'outrigger.dev', resource: 'plugins' },
  method: 'GET',
  path: '/api/v1/graph',
  operationId: 'getGraph',
  summary: 'Gives the objects of the platform and how they belong together',
  query: namespaceFilter,
  answers: { 200: { description: 'The graph.', schema: schemaNamed('Graph') } },
  run: graph,
}

async function graph(call: SignedCall): Promise<Reply> {
  const namespace = textOf(call.query['namespace'])
  const denied: DeniedRight[] = []
  const read = async <Kind>(
    definition: KindDefinition,
    parse: (object: JsonRecord) => Parsed<Kind>,
  ): Promise<readonly Kind[]> => {
    const found = await readKind(definition, call, namespace)
    denied.push(...found.denied)
    return found.objects.flatMap((object) => {
      const parsed = parse(object)
      return parsed.ok ? [parsed.value] : []
    })
  }
  const [plugins, instances, extensions, profiles, clusters, repositories] = await Promise.all([
    read(pluginKind, parsePlugin),
    read(extensionInstanceKind, parseExtensionInstance),
    read(extensionKind, parseExtension),
    read(profileKind, parseProfile),
    read(clusterKind, parseCluster),
    read(repositoryKind, parseRepository),
  ])
  const lacking = denied.find(({ resource }) => resource === pluginKind.plural)
  if (lacking !== undefined) {
    const detail = `the graph needs the right to list plugins${placeText(namespace)}`
    throw new ProblemError(403, 'Forbidden', detail, { denied: lacking })
  }
  const objects = { plugins, instances, extensions, profiles, clusters, repositories }
  return { status: 200, body: { ...platformGraph(objects), denied } }
}

function placeText(namespace: string): string {
  return namespace === '' ? ' in all namespaces' : ` in namespace ${namespace}`
}
