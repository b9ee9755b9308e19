import { forbiddenField, invalidObject, unsupported, type FieldError } from '../../field-errors.ts'
import { badRequest } from '../../status-errors.ts'
import { booleanIn, integerIn } from '../query.ts'

export interface ListOptions {
  readonly watch: boolean
  readonly resourceVersion: string
  readonly match: string
  readonly limit: number
  readonly continue: string
  readonly timeoutSeconds: number | undefined
  readonly allowBookmarks: boolean
  readonly sendInitialEvents: boolean | undefined
}

/** Reads the options of a list or a watch, and refuses those that exclude each other. */
export function readListOptions(query: URLSearchParams, watches: boolean): ListOptions {
  const options = {
    watch: watches || booleanIn(query, 'watch') === true,
    resourceVersion: query.get('resourceVersion') ?? '',
    match: query.get('resourceVersionMatch') ?? '',
    limit: integerIn(query, 'limit') ?? 0,
    continue: query.get('continue') ?? '',
    timeoutSeconds: integerIn(query, 'timeoutSeconds'),
    allowBookmarks: booleanIn(query, 'allowWatchBookmarks') === true,
    sendInitialEvents: booleanIn(query, 'sendInitialEvents'),
  }
  const errors = options.watch ? checkWatch(options) : checkList(options)
  if (errors.length > 0) {
    throw invalidObject({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors)
  }
  return options
}

const path = 'resourceVersionMatch'
function withContinue(): FieldError {
  return forbidden('resourceVersionMatch is forbidden when continue is provided')
}

function forbidden(detail: string): FieldError {
  return forbiddenField(path, detail)
}

function checkList(options: ListOptions): readonly FieldError[] {
  const { match, resourceVersion } = options
  const errors: FieldError[] = []
  if (match !== '') {
    if (resourceVersion === '') {
      errors.push(forbidden('resourceVersionMatch is forbidden unless resourceVersion is provided'))
    }
    if (options.continue !== '') errors.push(withContinue())
    if (match !== 'Exact' && match !== 'NotOlderThan') {
      errors.push(unsupported(path, match, ['Exact', 'NotOlderThan', '']))
    }
    if (match === 'Exact' && resourceVersion === '0') {
      errors.push(forbidden('resourceVersionMatch "exact" is forbidden for resourceVersion "0"'))
    }
  }
  if (options.sendInitialEvents !== undefined) {
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  }
  return errors
}

function checkWatch(options: ListOptions): readonly FieldError[] {
  const { match, sendInitialEvents } = options
  const errors: FieldError[] = []
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    errors.push(
      forbidden('sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    )
  }
  if (options.continue !== '' && match === '') {
    errors.push(withContinue())
  }
  if (match === '') return errors
  if (sendInitialEvents === undefined) {
    errors.push(
      forbidden('resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
    )
  }
  if (match !== 'NotOlderThan') errors.push(unsupported(path, match, ['NotOlderThan']))
  if (options.continue !== '') errors.push(withContinue())
  return errors
}

/** The revision in a resourceVersion; 0 when it is not given. */
export function revisionIn(text: string): number {
  if (text === '') return 0
  if (/^\d+$/.test(text)) return Number(text)
  throw badRequest(
    `invalid resource version: resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
  )
}
