import { mergePatch } from '../../conformance/kube/merge-patch.ts'
import { Normaliser, isObject } from '../../conformance/kube/normalise.ts'
import type { Player } from '../../conformance/kube/play.ts'
import type { Json, JsonObject } from '../../conformance/kube/row.ts'
import type { FuzzSequence, FuzzStep } from './sequence.ts'

/** The result of a sequence on a server, ready to be compared. */
export interface Played {
  readonly answers: readonly { readonly status: number; readonly body: Json }[]
  /** The object at the end; null when there is none. */
  readonly object: Json
}

const types = {
  apply: 'application/apply-patch+yaml',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  update: 'application/json',
} as const

/** Plays a sequence in a namespace of its own. */
export async function playSequence(sequence: FuzzSequence, player: Player): Promise<Played> {
  const id = `f${sequence.seed}-${Math.random().toString(36).slice(2, 8)}`
  await send(player, 'POST', '/api/v1/namespaces', {
    type: 'application/json',
    body: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: id },
    },
  })
  const { apiVersion, plural } = sequence.kind
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const collection = `${root}/namespaces/${id}/${plural}`
  const answers: { readonly status: number; readonly body: Json }[] = []
  let live: Json = null
  for (const step of sequence.steps) {
    answers.push(
      await take(player, collection, step, { live, isCustom: sequence.kind.isCustom === true }),
    )
    const read = await send(player, 'GET', `${collection}/it`)
    live = read.status === 200 ? read.body : null
  }
  const normaliser = new Normaliser(id)
  for (const { body } of answers) normaliser.see(body)
  if (live !== null) normaliser.see(live)
  return {
    answers: answers.map(({ status, body }) => ({ status, body: normaliser.write(body) })),
    object: normaliser.write(live),
  }
}

async function take(
  player: Player,
  collection: string,
  step: FuzzSequence['steps'][number],
  { live, isCustom }: { readonly live: Json; readonly isCustom: boolean },
) {
  const part = step.subresource === '' ? '' : `/${step.subresource}`
  const forced = step.do === 'apply' && step.force ? '&force=true' : ''
  const query = `?fieldManager=${step.manager}${forced}`
  const body = bodyOf(step, live, isCustom)
  if (step.do === 'update') {
    const isNew = live === null
    const path = isNew ? collection : `${collection}/it${part}`
    return send(player, isNew ? 'POST' : 'PUT', path + query, { type: types.update, body })
  }
  return send(player, 'PATCH', `${collection}/it${part}${query}`, { type: types[step.do], body })
}

function bodyOf(step: FuzzStep, live: Json, isCustom: boolean): Json {
  switch (step.do) {
    case 'apply':
      return step.config
    case 'update':
      return without(mergePatch(live ?? {}, step.merge), chosen(live, step.at, 'maps'))
    case 'merge':
    case 'strategic':
      return withNulls(step.patch, chosen(live, step.at, 'maps'))
    case 'json':
      return chosen(live, step.at, 'everything').map((path, index) =>
        operation(step, path, index, isCustom),
      )
  }
}

function operation(
  step: Extract<FuzzStep, { do: 'json' }>,
  path: Path,
  index: number,
  isCustom: boolean,
): Json {
  const pointer = path
    .map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
  // Other rows ask which values the fields of built-in kinds may hold.
  const mayHoldAnything = isCustom || path[0] === 'metadata' || path[0] === 'data'
  if ((step.at[index] ?? 0) % 2 === 0 || !mayHoldAnything) return { op: 'remove', path: pointer }
  return { op: 'replace', path: pointer, value: step.value }
}

type Path = readonly string[]

/** Fields of the object by their number, counted round and round. */
function chosen(live: Json, at: readonly number[], into: 'maps' | 'everything'): readonly Path[] {
  const paths = live === null ? [] : pathsOf(live, [], into)
  return paths.length === 0 ? [] : at.map((number) => paths[number % paths.length] ?? [])
}

const leftAlone = new Set(['apiVersion', 'kind', 'status'])

function pathsOf(value: Json, path: Path, into: 'maps' | 'everything'): readonly Path[] {
  if (Array.isArray(value)) {
    if (into === 'maps') return []
    return (value as readonly Json[]).flatMap((item, index) => {
      const own = [...path, String(index)]
      return [own, ...pathsOf(item, own, into)]
    })
  }
  if (!isObject(value)) return []
  return Object.keys(value)
    .toSorted()
    .flatMap((name) => {
      const own = [...path, name]
      if (path.length === 0 && leftAlone.has(name)) return []
      // Written by the server, and read as a number by it.
      if (name.startsWith('deprecated.')) return []
      if (path[0] === 'metadata' && path.length === 1 && !/^(?:labels|annotations)$/.test(name))
        return []
      const inner = pathsOf(value[name] ?? null, own, into)
      return own.length === 1 ? inner : [own, ...inner]
    })
}

function without(value: Json, paths: readonly Path[]): Json {
  return paths.reduce((now, path) => removeAt(now, path), value)
}

function removeAt(value: Json, [first = '', ...rest]: Path): Json {
  if (!isObject(value) || !(first in value)) return value
  if (rest.length > 0) return { ...value, [first]: removeAt(value[first] ?? null, rest) }
  const { [first]: _, ...others } = value
  return others
}

function withNulls(patch: JsonObject, paths: readonly Path[]): Json {
  return paths.reduce<Json>((now, path) => setNull(now, path), patch)
}

function setNull(value: Json, [first = '', ...rest]: Path): Json {
  const own = isObject(value) ? value : {}
  return { ...own, [first]: rest.length === 0 ? null : setNull(own[first] ?? {}, rest) }
}

async function send(
  player: Player,
  method: string,
  path: string,
  content?: { readonly type: string; readonly body: Json },
) {
  const headers = content === undefined ? {} : { 'content-type': content.type }
  const answer = await player.send({
    method,
    path,
    headers,
    ...(content !== undefined && { body: JSON.stringify(content.body) }),
  })
  return { status: answer.status, body: parse(answer.body) }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
