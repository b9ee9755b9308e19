import { ChartError } from '../../../../chart/errors.ts'
import { KubeError } from '../../../../kube/errors.ts'
import { ReleaseError, type ReleaseErrorCode } from '../../../../release/errors.ts'
import { SourceError } from '../../../../sources/errors.ts'
import { RenderError } from '../../../../template/errors.ts'
import type { Redact } from '../../../values/redact.ts'

const deepest = 8

/** The facts by which it is told what of an error may be said. */
export interface OutlineFacts {
  readonly redact: Redact
  /** Namespaces that the plugin itself names; any other may be rendered. */
  readonly namespaces: readonly string[]
}

/**
 * The kind of an error and its place, in words of our own: nothing that a template printed, and
 * nothing that a server quotes of a rendered object. For errors of releases whose values come from
 * Secrets. Only what is not our own words is redacted: a gap in those would tell a secret that is one of them.
 */
export function errorOutline(error: unknown, facts: OutlineFacts): string {
  const { redact } = facts
  const chain = chainOf(error)
  const release = chain.findLast((one) => one instanceof ReleaseError)
  // The fields that a server names here may be keys that were rendered.
  if (release !== undefined && namesFields.has(release.code)) return phrases[release.code] ?? ''
  for (const one of chain.toReversed()) {
    if (one instanceof SourceError) return redact(one.message)
    if (one instanceof RenderError) return renderOutline(one)
    if (one instanceof ChartError) return chartOutline(one, redact)
    if (one instanceof KubeError) return serverOutline(one, facts)
  }
  if (release === undefined) return 'it failed'
  return phrases[release.code] ?? redact(release.message)
}

const namesFields: ReadonlySet<ReleaseErrorCode> = new Set<ReleaseErrorCode>([
  'conflict',
  'foreign',
  'immutable',
])

function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  for (let at = error; at !== undefined && chain.length < deepest;) {
    chain.push(at)
    at = at instanceof Error ? at.cause : undefined
  }
  return chain
}

/** Of codes whose messages name rendered objects. */
const phrases: Readonly<Partial<Record<ReleaseErrorCode, string>>> = {
  'bad-manifest': 'a rendered document is no Kubernetes object',
  'bad-patch': 'a patch does not fit what was rendered',
  'bad-table': 'images.table, or the table of the chart, has a row that is none',
  'foreign-image': 'an image comes from a registry that is not wanted',
  'not-served': 'a kind is not served by the cluster',
  foreign: 'an object is there already that is not of this release',
  conflict: 'somebody else owns fields of an object',
  immutable: 'a field of an object cannot be changed',
  refused: 'an object was refused',
  'not-ready': 'objects did not become ready',
  'hook-failed': 'a hook failed',
  failed: 'it failed',
}

function renderOutline(error: RenderError): string {
  const { code, message, limit } = error
  const at = placeOf(error)
  if (code === 'parse') return `a template is not well formed${at}`
  if (code === 'limit') return `a template passes the limit ${limit ?? ''}${at}`
  const refuses = /^execution error at|error calling (?:fail|required)\b/.test(message)
  return refuses ? `the chart refuses its values (fail or required)${at}` : `a template fails${at}`
}

// A text given to `tpl` has no place of its own; Helm writes the place before anything that a template could have printed.
function placeOf({ location, message }: RenderError): string {
  if (location !== undefined && location.template !== 'gotpl') {
    const { template, line, column } = location
    return ` at ${template}:${line}${column === undefined ? '' : `:${column}`}`
  }
  const place = /^[^\n]{0,200}?([\w.-]+(?:\/[\w.-]+)*\/templates\/[\w./-]+:\d+(?::\d+)?)/
  const found = place.exec(message)?.[1]
  return found === undefined ? '' : ` at ${found}`
}

function chartOutline({ code, message }: ChartError, redact: Redact): string {
  switch (code) {
    case 'schema': {
      const pointers = [...message.matchAll(/at '(\/?[\w./~-]*)'/g)].map(([, pointer]) => pointer)
      const at = pointers.map((pointer = '') => `'${redact(plainSteps(pointer, '/'))}'`).join(', ')
      return `the values do not fit the schema of the chart${at === '' ? '' : ` at ${at}`}`
    }
    case 'render': {
      const file = /^YAML parse error on ([\w./-]+)/.exec(message)?.[1]
      const line = /: line (\d+)/.exec(message)?.[1]
      const at = line === undefined ? '' : ` (line ${line} of that)`
      return `what ${file ?? 'a template'} renders to is no YAML${at}`
    }
    case 'values':
      return 'the values do not read'
    default:
      return `the chart is not right: ${code}`
  }
}

function serverOutline(
  { code, reason, message, causes }: KubeError,
  { redact, namespaces }: OutlineFacts,
): string {
  const what = `refused by the API server: ${reason === undefined || reason === '' ? code : reason}`
  if (code === 'forbidden') {
    // The right that is missing: who, the verb, the kind, and the namespace where it is the plugin's own.
    const right =
      /User "[^"]*" cannot \w+ resource "[\w./-]+" in API group "[\w.-]*"(?: in the namespace "([\w-]+)"| at the cluster scope)?/.exec(
        message,
      )
    if (right === null) return what
    const [text, namespace] = right
    const isOwn = namespace === undefined || namespaces.includes(namespace)
    return `${what}: ${isOwn ? text : text.replace(/ in the namespace "[\w-]+"$/, ' in another namespace')}`
  }
  const fields = [
    ...new Set(causes.flatMap(({ field }) => (field === '' ? [] : [redact(plainPath(field))]))),
  ]
  return fields.length === 0 ? what : `${what} at ${fields.join(', ')}`
}

/** Fields below which the names are free, and may be rendered. */
const freeMaps =
  /\b((?:string|binary)?[dD]ata|labels|annotations|matchLabels|nodeSelector|parameters)[.[].*$/

// Keys in brackets may be rendered; numbers are places in lists.
function plainPath(field: string): string {
  const known = field.replace(freeMaps, '$1')
  const closed = known.replaceAll(/\[(?!\d+\])[^\]]*\]?/g, '[…]').replaceAll(/[^\w.[\]…-]/g, '')
  return plainSteps(closed, '.')
}

/** A name of a field as people write it in a schema. Others may be keys that were rendered, or that are in a Secret. */
const plainStep = /^(?:\d{1,6}|[a-z][A-Za-z]{0,31}\d{0,2}(?:-[a-z]{1,31})*)?(?:\[(?:\d+|…)\])*$/

function plainSteps(path: string, separator: string): string {
  const steps = path.split(separator)
  return steps.map((step) => (plainStep.test(step) ? step : '…')).join(separator)
}
