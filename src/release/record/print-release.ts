import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../objects/json.ts'
import { printCanonicalJson } from '../../objects/json-text.ts'
import type { ReleaseRecord } from '../release.ts'

// Go writes the fields of a type in the order of their declaration and those of a map sorted. Which is which cannot be
// seen in the JSON, so the types are listed here; what no list names keeps its place behind the rest.

interface Shape {
  readonly fields: readonly string[]
  /** The fields that hold further types, themselves or as the items of a list. */
  readonly inner?: Readonly<Record<string, Shape>>
}

const dependency: Shape = {
  fields: [
    'name',
    'version',
    'repository',
    'condition',
    'tags',
    'enabled',
    'import-values',
    'alias',
  ],
}

const metadata: Shape = {
  fields: [
    'name',
    'home',
    'sources',
    'version',
    'description',
    'keywords',
    'maintainers',
    'icon',
    'apiVersion',
    'condition',
    'tags',
    'appVersion',
    'deprecated',
    'annotations',
    'kubeVersion',
    'dependencies',
    'type',
  ],
  inner: { maintainers: { fields: ['name', 'email', 'url'] }, dependencies: dependency },
}

const lock: Shape = {
  fields: ['generated', 'digest', 'dependencies'],
  inner: { dependencies: dependency },
}

const file: Shape = { fields: ['name', 'data', 'modtime'] }

const chart: Shape = {
  fields: [
    'metadata',
    'lock',
    'templates',
    'values',
    'schema',
    'schemamodtime',
    'files',
    'modtime',
  ],
  inner: { metadata, lock, templates: file, files: file },
}

const info: Shape = {
  fields: ['first_deployed', 'last_deployed', 'deleted', 'description', 'status', 'notes'],
}

const hook: Shape = {
  fields: [
    'name',
    'kind',
    'path',
    'manifest',
    'events',
    'last_run',
    'weight',
    'delete_policies',
    'output_log_policies',
  ],
  inner: { last_run: { fields: ['started_at', 'completed_at', 'phase'] } },
}

const release: Shape = {
  fields: [
    'name',
    'info',
    'chart',
    'config',
    'manifest',
    'hooks',
    'version',
    'namespace',
    'apply_method',
  ],
  inner: { info, chart, hooks: hook },
}

/** The JSON text of a record, byte for byte as Helm writes it. */
export function printRelease(record: ReleaseRecord): string {
  return printHead(record) + printBody(record)
}

/** The beginning of that text: whose it is and what became of it. */
export function printHead({ name, info: became }: ReleaseRecord): string {
  return `{"name":${printCanonicalJson(name)},"info":${printShape(became, info)},`
}

/** The rest of it, which stays the same whatever becomes of it. */
export function printBody({ name: _name, info: _info, ...body }: ReleaseRecord): string {
  return printShape(body, release).slice(1)
}

function printShape(value: Json, shape: Shape): string {
  if (isJsonList(value)) return `[${value.map((item) => printShape(item, shape)).join(',')}]`
  if (!isJsonObject(value)) return printCanonicalJson(value)
  const fields = orderedFields(value, shape).map(([name, inner]) => {
    const within = shape.inner?.[name]
    const text = within === undefined ? printCanonicalJson(inner) : printShape(inner, within)
    return `${printCanonicalJson(name)}:${text}`
  })
  return `{${fields.join(',')}}`
}

function orderedFields(value: JsonObject, { fields }: Shape): (readonly [string, Json])[] {
  const known = fields.flatMap((name) => {
    const inner = Object.hasOwn(value, name) ? value[name] : undefined
    return inner === undefined ? [] : [[name, inner] as const]
  })
  const unknown = Object.entries(value).filter(([name]) => !fields.includes(name))
  return [...known, ...unknown]
}
