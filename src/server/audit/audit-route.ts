import { reviewAccess } from '../../kube/objects/review-access.ts'
import { ProblemError } from '../http/problem.ts'
import type { JsonSchema, Reply, Route, SignedCall } from '../http/route.ts'
import {
  flag,
  listParameters,
  shape,
  shortText,
  text,
  textOf,
  whole,
} from '../http/schema-shapes.ts'
import { told } from '../http/told-problem.ts'
import { type RowOrder, cutPage, cutRequestOf, hasWords } from '../resources/rows-page.ts'
import { pageSchema, schemaNamed } from '../resources/schemas.ts'
import type { AuditEntry, AuditTail } from './audit-tail.ts'

/** The schema of a line of the audit. */
export const auditSchemas: Readonly<Record<string, JsonSchema>> = {
  AuditEntry: shape(
    'A change or a sign-in that somebody made or tried.',
    {
      sequence: whole,
      time: text,
      user: { type: 'string', description: 'Empty while nobody is signed in.' },
      from: { type: 'string', description: 'The address that it came from.' },
      operation: text,
      target: { type: 'object', additionalProperties: { type: 'string' } },
      dryRun: flag,
      status: { type: 'integer', description: 'The status of the answer.' },
    },
    {
      reason: { type: 'string', description: 'The reason of the problem, where it was refused.' },
      forwardedFor: { type: 'string', description: 'The addresses that a reverse proxy told.' },
    },
  ),
}

const right = { verb: 'list', group: 'outrigger.dev', resource: 'audit' } as const

const order: RowOrder<AuditEntry> = {
  idOf: ({ sequence }) => String(sequence).padStart(12, '0'),
  fields: {
    time: ({ time, sequence }) => `${time} ${String(sequence).padStart(12, '0')}`,
    user: ({ user }) => user,
    operation: ({ operation }) => operation,
  },
}

/** Reads the audit. The right behind it is to list `audit` of our group, which no object has: a role names it all the same. */
export function auditRoute(tail: AuditTail): Route {
  return {
    for: 'signed-in',
    tag: 'audit',
    right,
    method: 'GET',
    path: '/api/v1/audit',
    operationId: 'listAudit',
    summary: 'Lists changes and sign-ins: who, what, from where, and what became of it',
    query: {
      ...listParameters(
        ['time', 'user', 'operation'],
        'the user, operation, target, address or reason',
        '-time',
      ),
      user: { description: 'Only of this user.', schema: shortText, example: 'jane' },
      operation: {
        description: 'Only this operation, by its id.',
        schema: shortText,
        example: 'upgradePlugin',
      },
    },
    answers: {
      200: { description: 'A page of lines.', schema: pageSchema(schemaNamed('AuditEntry')) },
    },
    run: (call) => list(tail, call),
  }
}

async function list(tail: AuditTail, { client, signal, query }: SignedCall): Promise<Reply> {
  const denied = { ...right, namespace: '' }
  if (!(await told(() => reviewAccess(client, denied, signal)))) {
    const detail = 'the audit needs the right to list audit of outrigger.dev'
    throw new ProblemError(403, 'Forbidden', detail, { denied })
  }
  const [user, operation] = [textOf(query['user']), textOf(query['operation'])]
  const fitting = (await tail.all()).filter(
    (one) =>
      (user === '' || one.user === user) &&
      (operation === '' || one.operation === operation) &&
      hasWords(textOf(query['search']), [
        one.user,
        one.operation,
        one.from,
        one.reason ?? '',
        one.forwardedFor ?? '',
        ...Object.values(one.target),
      ]),
  )
  return { status: 200, body: cutPage(fitting, order, cutRequestOf(query, '-time')) }
}
