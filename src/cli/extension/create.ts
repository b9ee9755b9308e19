import { parseJson } from '../../objects/json-text.ts'
import { type Json, type JsonObject, isJsonObject } from '../../objects/json.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type CreateRequest, createOne } from '../kind/create-one.ts'
import { readPairs } from '../kind/read-pairs.ts'
import { waitOptions, waitingOf } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import { readPlainFile } from '../read-plain-file.ts'
import type { Outcome, Ports } from '../verb.ts'
import { extensionView } from './extension-view.ts'

const sourceKeys = [
  'repo',
  'name',
  'chartVersion',
  'kubernetes',
  'version',
  'appVersion',
  'tag',
  'kind',
  'path',
] as const

export const command = {
  description:
    'Offers something new. Each --source is one place it comes from, for some versions of Kubernetes; "extension import" makes one from charts instead.',
  arguments: { name: { count: 'one', summary: 'the name of the extension' } },
  options: {
    source: {
      kind: 'list',
      value: 'KEY=VALUE,…',
      summary: `where it comes from: ${sourceKeys.join(', ')}`,
    },
    'display-name': { kind: 'text', value: 'TEXT', summary: 'the name for people' },
    description: { kind: 'text', value: 'TEXT', summary: 'a few sentences, in Markdown' },
    category: { kind: 'text', value: 'MAIN/SUB', summary: 'where it is listed' },
    logo: { kind: 'text', value: 'URL', summary: 'an https address or a data URL of a picture' },
    'depends-on': { kind: 'list', value: 'EXTENSION', summary: 'what must be there first' },
    schema: { kind: 'text', value: 'FILE', summary: 'a JSON Schema of what a user can set' },
    'target-namespace': { kind: 'text', value: 'NAMESPACE', summary: 'where the objects go' },
    'dry-run': { kind: 'switch', summary: 'print the extension instead of creating it' },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: [
    'extension create metrics --source repo=builtin,name=metrics,chartVersion=2.1.0 --wait',
    'extension create web --source repo=oci://registry.example.com/charts/web,kubernetes=1.36,chartVersion=2.0.0',
  ],
} as const satisfies CommandSpec

export interface Options extends CreateRequest {
  readonly schema: string | undefined
}

const mostSchemaBytes = 1_048_576

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const waiting = waitingOf(options)
  if (waiting instanceof UsageError) return waiting
  const sources: JsonObject[] = []
  for (const text of options.source) {
    const source = readPairs('source', text, sourceKeys)
    if (source instanceof UsageError) return source
    if (source['repo'] === undefined) {
      return new UsageError('bad-value', `--source wants a repo, not "${text}"`)
    }
    sources.push(source)
  }
  const targetNamespace = options['target-namespace']
  const spec = {
    ...present('displayName', options['display-name']),
    ...present('description', options.description),
    ...present('category', options.category),
    ...present('logo', options.logo),
    ...present('dependsOn', listOf(options['depends-on'].map((extension) => ({ extension })))),
    ...present('defaults', targetNamespace === undefined ? undefined : { targetNamespace }),
    ...present('sources', listOf(sources)),
  }
  const { schema, 'dry-run': dryRun } = options
  return { name: given.arguments.name, spec, schema, dryRun, ...waiting }
}

function present(key: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value }
}

function listOf(items: readonly JsonObject[]): Json | undefined {
  return items.length === 0 ? undefined : [...items]
}

export async function run(
  { schema, spec, ...options }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const parameters = schema === undefined ? undefined : await readSchema(schema, signal)
  const whole = { ...spec, ...present('parameters', parameters) }
  await createOne(extensionView, { ...options, spec: whole }, { ports, io }, signal)
  return 'done'
}

async function readSchema(file: string, signal: AbortSignal): Promise<JsonObject> {
  const text = fromBytes(await readPlainFile(file, mostSchemaBytes, signal))
  try {
    const parsed = parseJson(text)
    if (isJsonObject(parsed)) return parsed
  } catch (error) {
    throw new PlainError(`${file} is no JSON: ${(error as Error).message}`, { cause: error })
  }
  throw new PlainError(`${file} wants an object of JSON Schema`)
}
