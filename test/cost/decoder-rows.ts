import { gzipSync } from 'node:zlib'
import { duplicateFields, inOrderOfText } from '../../src/apiserver/api/codecs/duplicate-fields.ts'
import { decodeProtobuf } from '../../src/apiserver/protobuf/decode-protobuf.ts'
import { readArchive } from '../../src/chart/load/archive.ts'
import { gunzip } from '../../src/chart/node/load-chart.ts'
import { decodeJson } from '../../src/formats/json/decode.ts'
import { compileJsonSchema, describeProblems } from '../../src/formats/json-schema/json-schema.ts'
import { parseConstraint } from '../../src/formats/semver/constraint.ts'
import { parseVersion } from '../../src/formats/semver/version.ts'
import { decodeToml } from '../../src/formats/toml/decode.ts'
import { splitYamlDocuments } from '../../src/formats/yaml/documents.ts'
import { readYaml, readYamlStrict } from '../../src/formats/yaml/read.ts'
import { builtInSchemas } from '../../src/objects/api/built-in-schemas.ts'
import { parseJson } from '../../src/objects/json-text.ts'
import type { Json, JsonObject } from '../../src/objects/json.ts'
import { applyJsonPatch } from '../../src/objects/patch/json-patch.ts'
import { applyMergePatch } from '../../src/objects/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../src/objects/patch/strategic-merge.ts'
import { parseQuantity } from '../../src/objects/quantity/parse-quantity.ts'
import { parseFieldSelector } from '../../src/objects/selector/field-selector.ts'
import { parseLabelSelector } from '../../src/objects/selector/parse-label-selector.ts'
import { writeTar } from '../bombs/tar.ts'
import { jsonTexts, tomlTexts, versionTexts, yamlTexts } from './format-texts.ts'
import type { Work } from './measure.ts'
import { readerRows } from './reader-rows.ts'
import { type MakeText, nested, numbered, plainTexts, repeated } from './texts.ts'

type MakeWork = (size: number) => Work
type Texts = Readonly<Record<string, MakeText>>

const selectors: Texts = {
  ...plainTexts,
  'many requirements': (length) => `${numbered((at) => `k${at}=v,`)(length)}z`,
  'many values': (length) => `k in (${numbered((at) => `v${at},`)(length)}z)`,
  brackets: repeated('('),
  'signs of difference': repeated('!='),
}

const problems = many(2000, (at) => `unknown field "k${at}"`)

/** Functions that read text from outside, or change an object on request. */
export const decoderRows: Readonly<Record<string, Readonly<Record<string, MakeWork>>>> = {
  ...Object.fromEntries(
    Object.entries(readerRows).map(([name, { read, texts }]) => [name, reading(read, texts)]),
  ),
  YAML: reading(readYaml, yamlTexts),
  'strict YAML': reading(readYamlStrict, yamlTexts),
  'documents of YAML': reading((text) => [...splitYamlDocuments(text)], yamlTexts),
  'JSON of objects': reading(parseJson, jsonTexts),
  'JSON of values': reading((text) => decodeJson(text, 'any'), jsonTexts),
  TOML: reading(decodeToml, tomlTexts),
  versions: reading(parseVersion, { ...plainTexts, ...versionTexts }),
  'ranges of versions': reading(parseConstraint, { ...plainTexts, ...versionTexts }),
  quantities: reading(parseQuantity, {
    ...plainTexts,
    'a long fraction': (length) => `0.${'1'.repeat(length)}`,
    'a long exponent': (length) => `1e${'1'.repeat(length)}`,
  }),
  'label selectors': reading(parseLabelSelector, selectors),
  'field selectors': reading(parseFieldSelector, selectors),
  'repeated fields': reading((text) => (isJson(text) ? duplicateFields(text) : []), {
    ...jsonTexts,
    'fields that are there twice': (length) => `{${repeatedPairs(length)}"z":1}`,
  }),
  'the order of fields': reading((text) => inOrderOfText(text, problems), {
    'many fields': (length) => `{${numbered((at) => `"k${at}":1,`)(length)}"z":1}`,
  }),
  'JSON schemas': reading((text) => compileJsonSchema(text, 'file:///s.json'), {
    properties: (length) =>
      `{"properties":{${numbered((at) => `"k${at}":{"type":"string"},`)(length)}"z":{}}}`,
    choices: (length) => `{"anyOf":[${repeated('{"type":"string"},')(length)}{}]}`,
    'schemas in schemas': nested('{"items":', '{}', '}'),
    enumerations: (length) => `{"enum":[${numbered((at) => `"v${at}",`)(length)}1]}`,
    references: (length) =>
      `{"$defs":{"a":{}},"allOf":[${repeated('{"$ref":"#/$defs/a"},')(length)}{}]}`,
  }),
  'values against a schema': {
    items: (size) =>
      checking(
        '{"items":{"type":"integer"}}',
        many(size, (at) => BigInt(at)),
      ),
    'items that differ': (size) =>
      checking(
        '{"uniqueItems":true}',
        many(size, (at) => `item${at}`),
      ),
    'items that are wrong': (size) =>
      checking(
        '{"items":{"type":"string"}}',
        many(size, (at) => BigInt(at)),
      ),
  },
  protobuf: {
    labels: (size) => onBytes(objectOf(repeatedPart(size, metadataLabel)), decodeProtobuf),
    'one label again and again': (size) =>
      onBytes(objectOf(repeatedPart(size, () => metadataLabel(0))), decodeProtobuf),
    'empty fields': (size) =>
      onBytes(objectOf(Buffer.alloc(size, Buffer.from([0x7a, 0]))), decodeProtobuf),
    numbers: (size) =>
      onBytes(
        Buffer.concat([Buffer.from('k8s\0'), Buffer.alloc(size, Buffer.from([0x08, 1]))]),
        decodeProtobuf,
      ),
  },
  tar: {
    'many files': (size) =>
      onBytes(writeTar(many(size / 64, (at) => ({ name: `c/${at}`, data: 'x' }))), readArchive),
    'one file': (size) =>
      onBytes(writeTar([{ name: 'c/big', data: Buffer.alloc(size) }]), readArchive),
  },
  gzip: {
    zeros: (size) => onBytes(gzipSync(Buffer.alloc(size)), (bytes) => gunzip(bytes, 100_000_000)),
    'many members': (size) =>
      onBytes(Buffer.concat(many(size / 4, () => gzipSync('x'))), (bytes) =>
        gunzip(bytes, 100_000_000),
      ),
  },
  'JSON patch': {
    add: (size) =>
      patching(size, (at) => ({ op: 'add', path: `/a/k${at}`, value: at }), applyJsonPatch),
    'add to a list': (size) =>
      patching(size, (at) => ({ op: 'add', path: '/l/-', value: at }), applyJsonPatch),
    'add before a list': (size) =>
      patching(size, (at) => ({ op: 'add', path: '/l/0', value: at }), applyJsonPatch),
    remove: (size) => patching(size, (at) => ({ op: 'remove', path: `/a/f${at}` }), applyJsonPatch),
    'remove from a list': (size) =>
      patching(size, () => ({ op: 'remove', path: '/l/0' }), applyJsonPatch),
    replace: (size) =>
      patching(size, (at) => ({ op: 'replace', path: `/a/f${at}`, value: 1 }), applyJsonPatch),
    move: (size) =>
      patching(
        size,
        (at) => ({ op: 'move', from: `/a/f${at}`, path: `/a/m${at}` }),
        applyJsonPatch,
      ),
    copy: (size) =>
      patching(
        size,
        (at) => ({ op: 'copy', from: `/a/f${at}`, path: `/a/c${at}` }),
        applyJsonPatch,
      ),
    test: (size) =>
      patching(size, (at) => ({ op: 'test', path: `/a/f${at}`, value: at }), applyJsonPatch),
    // They end where three megabytes were copied, however many there are.
    'copies of copies': (size) => ({
      ...patching(size, (at) => ({ op: 'copy', from: '/a', path: `/a/c${at}` }), applyJsonPatch),
      input: 3 * 1024 * 1024,
    }),
  },
  'merge patch': {
    fields: (size) =>
      merging({ data: fields(size, 'a') }, { data: fields(size, 'b') }, applyMergePatch),
    deletions: (size) =>
      merging({ data: fields(size, 'a') }, { data: nulls(size, 'a') }, applyMergePatch),
  },
  'strategic merge patch': {
    'new items': (size) => strategic(variables(size, 'A'), variables(size, 'B')),
    'the same items': (size) => strategic(variables(size, 'A'), variables(size, 'A')),
    'deleted items': (size) =>
      strategic(
        variables(size, 'A'),
        variables(size, 'A').map((item) => ({ $patch: 'delete', ...item })),
      ),
  },
}

function reading(
  read: (text: string) => unknown,
  texts: Texts,
): Readonly<Record<string, MakeWork>> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, make]) => [
      name,
      (size: number) => {
        const text = make(size)
        return { input: text.length, run: () => attempt(() => read(text)) }
      },
    ]),
  )
}

function onBytes(bytes: Buffer, read: (bytes: Buffer) => unknown): Work {
  return { input: bytes.length, run: () => attempt(() => read(bytes)) }
}

/** A text that is refused has been read as well. */
function attempt(work: () => unknown): { readonly output: number } {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
  return { output: 0 }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function repeatedPairs(length: number): string {
  return numbered((at) => `"k${at}":1,"k${at}":2,`)(length)
}

/** About one for every eight characters. */
function many<Item>(size: number, item: (at: number) => Item): Item[] {
  return Array.from({ length: Math.ceil(size / 8) }, (_, at) => item(at))
}

function checking(schema: string, items: readonly (bigint | string)[]): Work {
  const compiled = compileJsonSchema(schema, 'file:///s.json')
  return { input: items.length * 8, run: () => attempt(() => describeProblems(compiled, items)) }
}

function fields(size: number, prefix: string): Record<string, Json> {
  return Object.fromEntries(many(size, (at) => [`${prefix}${at}`, at]))
}

function nulls(size: number, prefix: string): Record<string, Json> {
  return Object.fromEntries(many(size, (at) => [`${prefix}${at}`, null]))
}

function patching(
  size: number,
  operation: (at: number) => Json,
  apply: (document: Json, patch: Json) => Json,
): Work {
  const document = { a: fields(size, 'f'), l: many(size, (at) => at) }
  const patch = many(size, operation).slice(0, 10_000)
  return {
    input: JSON.stringify([document, patch]).length,
    run: () => attempt(() => apply(document, patch)),
  }
}

function merging(document: Json, patch: Json, apply: (document: Json, patch: Json) => Json): Work {
  return {
    input: JSON.stringify([document, patch]).length,
    run: () => attempt(() => apply(document, patch)),
  }
}

function variables(size: number, prefix: string): JsonObject[] {
  return many(size / 4, (at) => ({ name: `${prefix}${at}`, value: 'x' }))
}

function pod(env: readonly JsonObject[]): JsonObject {
  return { spec: { containers: [{ name: 'a', env }] } }
}

function strategic(before: readonly JsonObject[], after: readonly JsonObject[]): Work {
  const type = builtInSchemas().typeOf({ group: '', version: 'v1', kind: 'Pod' })
  if (type === undefined) throw new Error('pods have a schema')
  return merging(pod(before), pod(after), (document, patch) =>
    applyStrategicMergePatch(document as JsonObject, patch as JsonObject, type),
  )
}

/** A field of bytes. */
function part(number: number, bytes: Buffer): Buffer {
  const length: number[] = []
  let rest = bytes.length
  for (; rest >= 0x80; rest >>= 7) length.push((rest & 0x7f) | 0x80)
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), bytes])
}

function metadataLabel(at: number): Buffer {
  return part(11, Buffer.concat([part(1, Buffer.from(`k${at}`)), part(2, Buffer.from('v'))]))
}

function repeatedPart(size: number, make: (at: number) => Buffer): Buffer {
  return part(1, Buffer.concat(many(size, make)))
}

/** A ConfigMap in its envelope. */
function objectOf(raw: Buffer): Buffer {
  const type = Buffer.concat([part(1, Buffer.from('v1')), part(2, Buffer.from('ConfigMap'))])
  return Buffer.concat([Buffer.from('k8s\0'), part(1, type), part(2, raw)])
}
