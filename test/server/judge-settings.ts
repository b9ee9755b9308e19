import type { JsonRecord } from '../../src/kinds/json-value.ts'
import type { StageUser } from '../../src/server/stage-users-for-test.ts'

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly responses: JsonRecord
  readonly requestBody?: unknown
}

export interface OpenApiPaths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The operations that sign somebody in: a wrong code is 401, and guessing is slowed down for everybody (429). */
export const signIns = ['signIn', 'followSignInLink', 'beginOidcSignIn', 'finishOidcSignIn']

/** Streams say something at once, and then only when something happens. */
const streams = ['streamChanges', 'streamRun']

/** Answers that no schema can foretell, because they depend on what is on the cluster. */
const ofTheCluster = [404, 409, 412, 422, 424, 428]

/** Refusals of requests that do not fit the document: the body, the media type, or the size. */
const refusals = [400, 405, 413, 415, 431]

export interface JudgedUser {
  readonly user: StageUser
  /** The namespace in which the viewer and the editor may do something. */
  readonly team: string
  /** Sequences of requests that follow links. */
  readonly sequences: number
}

/**
 * The settings of schemathesis for one user. An operation may answer what fits the schema with success, or with a status that it
 * declares itself; what does not fit must be refused. A signed-in user never gets 401, and an administrator is never denied anything.
 */
export function judgeSettings(
  document: OpenApiPaths,
  { user, team, sequences }: JudgedUser,
): string {
  const denied = user === 'admin' ? [] : [403]
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const parts = operations
    .filter(({ operationId }) => !signIns.includes(operationId))
    .map((operation) => settingsOf(operation, denied))
  return [`max-stream-events = 1`, followingLinks(team, sequences), ...parts].join('\n')
}

/**
 * Links are followed from answers that succeed, and at random nobody names a namespace that there is. A sequence has several steps, and
 * needs many tries until each link was met.
 */
function followingLinks(team: string, sequences: number): string {
  const bound = '{ dictionary = "namespaces", probability = 0.8 }'
  return `[dictionaries.namespaces]
values = ["${team}"]
[parameters]
"body.metadata.namespace" = ${bound}
"path.namespace" = ${bound}
"query.namespace" = ${bound}
[phases.stateful]
max-steps = 8
generation.max-examples = ${sequences}
`
}

function settingsOf(operation: Operation, denied: readonly number[]): string {
  const { operationId, parameters = [], responses, requestBody } = operation
  const declared = ofTheCluster.filter((status) => String(status) in responses)
  const isOfOne = parameters.some((one) => one.in === 'path')
  // The cluster judges whether somebody may write before it judges what; an object that is not there is told before its body is read.
  const refused = requestBody === undefined ? (isOfOne ? [404] : []) : [...declared, ...denied]
  return section(operationId, {
    positive: ['2xx', '3xx', ...declared, ...denied],
    negative: [...refusals, ...refused],
    patience: streams.includes(operationId) ? 8 : 20,
  })
}

/** The settings for the operations that sign in. */
export function signInSettings(): string {
  return signIns
    .map((operation) =>
      section(operation, {
        positive: ['2xx', '3xx', 401, 404, 429],
        negative: [...refusals, 401, 404, 429],
        patience: 20,
      }),
    )
    .join('\n')
}

interface Section {
  readonly positive: readonly (string | number)[]
  readonly negative: readonly (string | number)[]
  /** Seconds. */
  readonly patience: number
}

function section(operationId: string, { positive, negative, patience }: Section): string {
  return `[[operations]]
include-operation-id = "${operationId}"
request-timeout = ${patience}
[operations.checks.positive_data_acceptance]
expected-statuses = ${statuses(positive)}
[operations.checks.negative_data_rejection]
expected-statuses = ${statuses(negative)}
`
}

function statuses(list: readonly (string | number)[]): string {
  return JSON.stringify([...new Set(list)].map(String))
}
