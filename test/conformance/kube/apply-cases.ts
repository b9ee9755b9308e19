import { loadKubeChapters } from './chapters.ts'
import { mergePatch } from './merge-patch.ts'
import { isObject } from './normalise.ts'
import type { Answer, Json, JsonObject, KubeRow, RequestStep, Step } from './row.ts'

/** One write of an apply row, with all that is needed to work out the answer without a server. */
export interface ApplyCase {
  /** `<row>` or `<row>, step 2`. */
  readonly name: string
  readonly operation: 'apply' | 'update'
  /** Of the object on the server; the same for all of a row. */
  readonly apiVersion: string
  readonly kind: string
  readonly subresource: string
  readonly manager: string
  readonly force: boolean
  /** The object as the server had it, with its managed fields; undefined when there was none. */
  readonly before: JsonObject | undefined
  /** The body of the request: an applied configuration, or the whole object of an update. */
  readonly sent: JsonObject
  readonly outcome:
    | { readonly object: JsonObject }
    | { readonly status: number; readonly message: string; readonly body: Json }
}

interface Walk {
  readonly row: KubeRow
  readonly answers: readonly Answer[]
  readonly objects: Map<string, JsonObject>
}

/**
 * The applies and the updates of whole objects of the apply chapters. Patches are left out, because they are another
 * matter, but what they leave behind is the next case's `before`. Placeholders stand as they were recorded: `{id}`
 * for the namespace, `<time>`, `<uid 1>`, `<version 2>`.
 */
export async function loadApplyCases(): Promise<readonly ApplyCase[]> {
  const chapters = await loadKubeChapters('apply')
  return chapters.flatMap(({ rows, recorded }) =>
    rows.flatMap((row) => casesOf({ row, answers: recorded[row.name] ?? [], objects: new Map() })),
  )
}

function casesOf(walk: Walk): readonly ApplyCase[] {
  const { row, answers, objects } = walk
  return row.steps.flatMap((step, index) => {
    const answer = answers[index]
    if (step.do !== 'request' || answer === undefined) return []
    const found = caseOf(walk, step, index)
    const { object, subresource } = placeOf(step)
    const isDryRun = step.path.includes('dryRun=')
    const body = bodyOf(answer)
    // The answer of a scale is a Scale, so what it leaves behind is not known from it.
    if (subresource === 'scale') objects.delete(object)
    else if (!isDryRun && answer.status < 300 && isObject(body)) objects.set(object, body)
    return found === undefined ? [] : [found]
  })
}

function caseOf(
  { row, answers, objects }: Walk,
  step: RequestStep,
  index: number,
): ApplyCase | undefined {
  const operation = operationOf(step)
  const answer = answers[index]
  const sent = sentBy(step, answers)
  if (operation === undefined || answer === undefined || sent === undefined) return undefined
  const { object, subresource, query } = placeOf(step)
  const scaled = row.steps.slice(0, index).some((other) => isScale(other))
  if (scaled || subresource === 'scale') return undefined
  return {
    name: row.steps.length === 1 ? row.name : `${row.name}, step ${index + 1}`,
    operation,
    apiVersion: textOf(sent['apiVersion']),
    kind: textOf(sent['kind']),
    subresource,
    manager: query.get('fieldManager') ?? '',
    force: query.get('force') === 'true',
    before: objects.get(object),
    sent,
    outcome: outcomeOf(answer),
  }
}

function operationOf({ method, headers, path }: RequestStep): ApplyCase['operation'] | undefined {
  if (headers?.['content-type'] === 'application/apply-patch+yaml') return 'apply'
  return method === 'PUT' && !path.includes('/status') ? 'update' : undefined
}

function sentBy({ body }: RequestStep, answers: readonly Answer[]): JsonObject | undefined {
  if (body === undefined || 'text' in body) return undefined
  if ('json' in body) return isObject(body.json) ? body.json : undefined
  const before = answers[body.answer]
  const object = before === undefined ? undefined : bodyOf(before)
  return isObject(object) ? (mergePatch(object, body.merge) as JsonObject) : undefined
}

function placeOf({ path }: RequestStep): {
  readonly object: string
  readonly subresource: string
  readonly query: URLSearchParams
} {
  const [all = '', text = ''] = path.split('?')
  const subresource = /\/(status|scale)$/.exec(all)?.[1] ?? ''
  const object = subresource === '' ? all : all.slice(0, -subresource.length - 1)
  return { object, subresource, query: new URLSearchParams(text) }
}

function isScale(step: Step): boolean {
  return step.do === 'request' && placeOf(step).subresource === 'scale'
}

function outcomeOf(answer: Answer): ApplyCase['outcome'] {
  const body = bodyOf(answer)
  if (answer.status < 300 && isObject(body)) return { object: body }
  const message = isObject(body) ? textOf(body['message']) : textOf(body)
  return { status: answer.status, message, body: body ?? null }
}

function bodyOf(answer: Answer): Json | undefined {
  return 'body' in answer ? answer.body : undefined
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
