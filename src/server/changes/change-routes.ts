import type { SimpleChange } from '../../actions/changes/change-object.ts'
import { extensionInstanceKind } from '../../kinds/extension-instance.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import type { JsonSchema, Parameters, Reply, Route } from '../http/route.ts'
import { anyObject, nameParameter, namespaceParameter, shape } from '../http/schema-shapes.ts'
import { type Noun, dryRun } from '../resources/kind-routes.ts'
import { kindSchemaNames, schemaNamed } from '../resources/schemas.ts'
import * as actions from './change-actions.ts'
import type { ChangeCall } from './change-actions.ts'

interface Change {
  /** The last word of the path. */
  readonly word: string
  /** One sentence about it, with `%` for the object. */
  readonly summary: string
  readonly kinds: readonly string[]
  /** The verb of the right that it needs. */
  readonly verb: 'patch' | 'create'
  readonly body?: (kind: string) => { readonly schema: JsonSchema; readonly example: unknown }
  readonly run: (from: ChangeCall) => Promise<Reply>
}

const [plugin, instance] = [pluginKind.kind, extensionInstanceKind.kind]

const simple: Readonly<Record<SimpleChange, { summary: string; kinds: readonly string[] }>> = {
  enable: { summary: 'Enables %', kinds: [plugin, instance, 'Repository'] },
  disable: {
    summary: 'Disables %; what it keeps are its values',
    kinds: [plugin, instance, 'Repository'],
  },
  retry: { summary: 'Tries % again now', kinds: [plugin, instance, 'Repository'] },
  suspend: {
    summary: 'Suspends %: nothing changes until it is resumed',
    kinds: [plugin, instance],
  },
  resume: { summary: 'Resumes %', kinds: [plugin, instance] },
  unpin: { summary: 'Lets % follow its spec again after a rollback', kinds: [plugin, instance] },
}

/** A spec that a change of each kind could have. */
const examples: Readonly<Record<string, { readonly new: object; readonly changed: object }>> = {
  [plugin]: { new: { repo: 'builtin', version: '^1.0' }, changed: { version: '2.0.0' } },
  [instance]: { new: { extension: 'dns' }, changed: { version: '2.0.0' } },
}

function onlyFields(description: string, fields: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { ...shape(description, fields), additionalProperties: false }
}

const changes: readonly Change[] = [
  ...Object.entries(simple).map(([word, { summary, kinds }]): Change => {
    const run = (from: ChangeCall) => actions.simpleChange(from, word as SimpleChange)
    return { word, summary, kinds, verb: 'patch', run }
  }),
  {
    word: 'rollback',
    summary: 'Makes an older revision of % the newest again',
    kinds: [plugin, instance],
    verb: 'patch',
    body: () => ({
      schema: {
        ...shape(
          'Which revision, and how.',
          {},
          {
            revision: {
              type: 'integer',
              minimum: 1,
              maximum: 999_999_999,
              description: 'The last that worked unless given.',
            },
            how: {
              type: 'string',
              enum: ['pin', 'rewrite'],
              default: 'pin',
              description: 'Hold the revision, or write its version and values into the spec.',
            },
          },
        ),
        additionalProperties: false,
      },
      example: { revision: 2 },
    }),
    run: actions.rollback,
  },
  {
    word: 'install',
    summary: 'Creates %, and follows it until it is ready',
    kinds: [plugin, instance],
    verb: 'create',
    body: (kind) => ({
      schema: onlyFields('The spec of the new object.', {
        spec: schemaNamed(kindSchemaNames({ kind }).spec),
      }),
      example: { spec: examples[kind]?.new },
    }),
    run: actions.install,
  },
  {
    word: 'upgrade',
    summary: 'Changes fields of the spec of %, and follows it until it is ready',
    kinds: [plugin, instance],
    verb: 'patch',
    body: (kind) => ({
      schema: onlyFields('The fields that change; null takes one away.', { spec: anyObject }),
      example: { spec: examples[kind]?.changed },
    }),
    run: actions.upgrade,
  },
  {
    word: 'adopt',
    summary: 'Lets % take over objects, or a release, that are there already',
    kinds: [plugin],
    verb: 'patch',
    body: () => ({
      schema: onlyFields('What is taken over, as the field adopt of a plugin has it.', {
        adopt: { type: 'array', minItems: 1, maxItems: 100, items: anyObject },
      }),
      example: { adopt: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings' }] },
    }),
    run: actions.adopt,
  },
]

// A status that is written while somebody edits outdates a resourceVersion, not a generation.
const ifSame: Parameters = {
  'if-match': {
    description:
      'The resourceVersion that the change was made from, in quotes as an ETag has it; or "generation-N" with its metadata.generation, so that only a change of the spec is a lost update.',
    schema: { type: 'string', maxLength: 100 },
    example: '"generation-3"',
  },
}

type ChangePorts = Pick<ChangeCall, 'runs' | 'clusters'>

/** The actions on plugins and instances. They are carried out at once, by the same functions as those of the command line, and followed in runs. */
export function changeRoutes(nouns: readonly Noun[], ports: ChangePorts): readonly Route[] {
  return nouns.flatMap((noun) =>
    changes
      .filter(({ kinds }) => kinds.includes(noun.definition.kind))
      .map((one) => routeOf(noun, one, ports)),
  )
}

function routeOf(
  noun: Noun,
  { word, summary, verb, body, run }: Change,
  ports: ChangePorts,
): Route {
  const { plural, singular, definition } = noun
  const article = /^[aeiou]/.test(singular) ? 'an' : 'a'
  return {
    for: 'signed-in',
    tag: plural,
    right: { verb, group: 'outrigger.dev', resource: definition.plural },
    method: 'POST',
    path: `/api/v1/${plural}/{namespace}/{name}/${word}`,
    operationId: `${word}${singular.charAt(0).toUpperCase()}${singular.slice(1)}`,
    summary: summary.replace('%', `${article} ${singular}`),
    params: { namespace: namespaceParameter, name: nameParameter },
    query: dryRun,
    headers: ifSame,
    ...(body === undefined
      ? {}
      : { body: { description: 'The change.', ...body(definition.kind) } }),
    answers: {
      200: {
        description: 'With dryRun: the object as it would be.',
        schema: schemaNamed(definition.kind),
      },
      202: {
        description: 'The change was made; the run follows what comes of it.',
        schema: schemaNamed('Run'),
      },
    },
    problems: [404, 409, 412, 422],
    run: (call) => run({ ...ports, noun, call }),
  }
}
