import { StatusError } from '../errors.ts'

/** How an answer is written. */
export interface Representation {
  readonly format: 'json' | 'yaml'
  /** The form that the objects are turned into first. */
  readonly as: 'object' | 'table' | 'metadata'
  /** The version of meta.k8s.io of a table or of metadata. */
  readonly metaVersion: string
}

interface Clause {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly weight: number
}

const formats: Readonly<Record<string, Representation['format']>> = {
  'application/json': 'json',
  'application/yaml': 'yaml',
  'application/*': 'json',
  '*/*': 'json',
}

const conversions: Readonly<Record<string, Representation['as']>> = {
  Table: 'table',
  PartialObjectMetadata: 'metadata',
  PartialObjectMetadataList: 'metadata',
}

/**
 * The form that the client likes best of those that we can write. A clause that asks for a form we
 * do not know is passed over, so that a client which would rather have protobuf gets JSON when it
 * allows that.
 */
export function negotiate(accept: string | undefined): Representation {
  if (accept === undefined || accept.trim() === '') return plainJson
  for (const clause of clausesOf(accept)) {
    const found = representationOf(clause)
    if (found !== undefined) return found
  }
  throw notAcceptable()
}

/** Objects as JSON, which every client gets that asks for nothing. */
const plainJson: Representation = { format: 'json', as: 'object', metaVersion: 'v1' }

/** The clauses of an Accept header, the best liked first. */
export function clausesOf(accept: string): readonly Clause[] {
  const clauses = accept.split(',').map((text) => {
    const [type = '', ...parameters] = text.split(';').map((part) => part.trim())
    const named = new Map(
      parameters.map((parameter) => {
        const [name = '', value = ''] = parameter.split('=')
        return [name.trim(), value.trim().replaceAll('"', '')] as const
      }),
    )
    const weight = Number(named.get('q') ?? 1)
    return { type, parameters: named, weight: Number.isNaN(weight) ? 1 : weight }
  })
  return clauses.toSorted((a, b) => b.weight - a.weight)
}

function representationOf({ type, parameters }: Clause): Representation | undefined {
  const format = formats[type]
  if (format === undefined) return undefined
  const wanted = parameters.get('as')
  if (wanted === undefined) return { ...plainJson, format }
  const as = conversions[wanted]
  const metaVersion = parameters.get('v') ?? ''
  const isKnown = parameters.get('g') === 'meta.k8s.io' && /^v1(beta1)?$/.test(metaVersion)
  return as === undefined || !isKnown ? undefined : { format, as, metaVersion }
}

export function notAcceptable(): StatusError {
  const available = [
    'application/json',
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
    'application/json;stream=watch',
    'application/vnd.kubernetes.protobuf;stream=watch',
  ]
  const message = `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`
  return new StatusError(406, 'NotAcceptable', message, { details: {} })
}
