import { X509Certificate } from 'node:crypto'
import type { JsonObject } from '../../objects/json.ts'
import { listAt, numberAt, textAt } from '../../objects/kube-object.ts'
import { readRequest } from '../certificates/read-request.ts'
import {
  duplicate,
  forbiddenField,
  invalid,
  required,
  unsupported,
  type FieldError,
} from '../field-errors.ts'
import { draftOf, ensureChild, itemsOf, setField, textIn, type Draft } from '../registry/draft.ts'
import { isLabel, isSubdomain } from '../registry/name-rules.ts'
import type { MakingContext, Strategy } from '../registry/strategy.ts'

/** Requests for certificates: the server records who asks, and each part has a writer of its own. */
export const signingRequest: Partial<Strategy> = {
  checkName: () => [],
  prepareForCreate: tellWhoAsks,
  restoreOthers,
  validate: checkRequest,
  validateUpdate: (object, old) => [...checkStatus(object, old), ...checkLost(object, old)],
  validateStatusUpdate: (object, old) => [
    ...checkStatus(object, old),
    ...checkAdded(object, old),
    ...checkLost(object, old),
  ],
}

const leastSeconds = 600
const decisions = ['Approved', 'Denied']
const final = [...decisions, 'Failed']
const legacySigner = 'kubernetes.io/legacy-unknown'
const usages = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
]

function tellWhoAsks(draft: Draft, { user }: MakingContext): void {
  const spec = ensureChild(draft, 'spec')
  for (const field of ['username', 'uid', 'groups', 'extra']) delete spec[field]
  spec['username'] = user.name
  if (user.uid !== '') spec['uid'] = user.uid
  if (user.groups.length > 0) spec['groups'] = [...user.groups]
  for (const [key, values] of Object.entries(user.extra)) {
    setField(ensureChild(spec, 'extra'), key, [...values])
  }
}

/**
 * Restores the fields that this write may not change: the request itself; conditions belong to
 * approval and status, the certificate to status alone.
 */
function restoreOthers(
  draft: Draft,
  old: JsonObject,
  subresource: string,
  { now }: MakingContext,
): void {
  const before = draftOf(old)
  keep(draft, before, 'spec')
  if (subresource === '') {
    keep(draft, before, 'status')
    return
  }
  const status = ensureChild(draft, 'status')
  const statusBefore = ensureChild(before, 'status')
  if (subresource === 'approval') keep(status, statusBefore, 'certificate')
  for (const type of subresource === 'approval' ? ['Failed'] : decisions) {
    keepConditions(status, statusBefore, type)
  }
  fillTimes(status, statusBefore, `${now().toISOString().slice(0, 19)}Z`)
}

function keep(draft: Draft, before: Draft, field: string): void {
  if (before[field] === undefined) delete draft[field]
  else draft[field] = before[field]
}

/** As many as there were are kept as they were; more or fewer are refused later. */
function keepConditions(status: Draft, before: Draft, type: string): void {
  const known = itemsOf(before, 'conditions').filter((one) => textIn(one, 'type') === type)
  const sent = itemsOf(status, 'conditions')
  if (sent.filter((one) => textIn(one, 'type') === type).length !== known.length) return
  let next = 0
  const kept = sent.map((one) => (textIn(one, 'type') === type ? (known[next++] ?? one) : one))
  if (kept.length > 0) status['conditions'] = kept
}

function fillTimes(status: Draft, before: Draft, now: string): void {
  for (const condition of itemsOf(status, 'conditions')) {
    const same = itemsOf(before, 'conditions').find(
      (one) =>
        textIn(one, 'type') === textIn(condition, 'type') &&
        textIn(one, 'status') === textIn(condition, 'status'),
    )
    if (textIn(condition, 'lastTransitionTime') === '') {
      condition['lastTransitionTime'] = textIn(same, 'lastTransitionTime') || now
    }
    if (textIn(condition, 'lastUpdateTime') === '') condition['lastUpdateTime'] = now
  }
}

function checkRequest(object: JsonObject): readonly FieldError[] {
  const seconds = numberAt(object, ['spec', 'expirationSeconds'])
  const tooShort = `may not specify a duration less than ${leastSeconds} seconds (10 minutes)`
  return [
    ...checkReadable(textAt(object, ['spec', 'request'])),
    ...checkUsages(listAt(object, ['spec', 'usages']).map(String)),
    ...checkSigner(textAt(object, ['spec', 'signerName'])),
    ...(seconds !== undefined && seconds < leastSeconds
      ? [invalid('spec.expirationSeconds', seconds, tooShort)]
      : []),
  ]
}

function checkReadable(request: string): readonly FieldError[] {
  try {
    readRequest(decode(request))
    return []
  } catch (error) {
    return [invalid('spec.request', request, (error as Error).message)]
  }
}

function checkUsages(asked: readonly string[]): readonly FieldError[] {
  if (asked.length === 0) return [required('spec.usages')]
  return asked.flatMap((usage, index) => {
    const field = `spec.usages[${index}]`
    if (!usages.includes(usage)) return [unsupported(field, usage, usages)]
    return asked.indexOf(usage) < index ? [duplicate(field, usage)] : []
  })
}

function checkSigner(name: string): readonly FieldError[] {
  const field = 'spec.signerName'
  if (name === '') return [required(field)]
  if (name === legacySigner) {
    return [invalid(field, name, 'the legacy signerName is not allowed via this API version')]
  }
  const [domain = '', path, ...more] = name.split('/')
  if (path === undefined || more.length > 0) {
    const form = "must be a fully qualified domain and path of the form 'example.com/signer-name'"
    return [invalid(field, name, form)]
  }
  const labels = domain.split('.')
  const told = (whole: string, label: string) => (problem: string) =>
    invalid(field, whole, `validating label ${JSON.stringify(label)}: ${problem}`)
  const tooFew = 'should be a domain with at least two segments separated by dots'
  return [
    ...(labels.length < 2 ? [invalid(field, domain, tooFew)] : []),
    ...labels.flatMap((label) => isLabel(label).map(told(domain, label))),
    ...path.split('.').flatMap((label) => isSubdomain(label).map(told(path, label))),
  ]
}

function checkStatus(object: JsonObject, old: JsonObject): readonly FieldError[] {
  const certificate = textAt(object, ['status', 'certificate'])
  const before = textAt(old, ['status', 'certificate'])
  if (certificate === before) return checkConditions(typesAndStates(object))
  const changed = 'updates may not modify existing certificate content'
  return [
    ...checkConditions(typesAndStates(object)),
    ...(certificate === '' ? [] : checkCertificate(decode(certificate))),
    ...(before === '' ? [] : [forbiddenField('status.certificate', changed)]),
  ]
}

interface TypeAndState {
  readonly type: string
  readonly state: string
}

function typesAndStates(object: JsonObject): readonly TypeAndState[] {
  return listAt(object, ['status', 'conditions']).map((one) => ({
    type: textAt(one, ['type']),
    state: textAt(one, ['status']),
  }))
}

function checkConditions(conditions: readonly TypeAndState[]): readonly FieldError[] {
  const types = conditions.map(({ type }) => type)
  const errors = conditions.flatMap(({ type, state }, index) => {
    const field = `status.conditions[${index}]`
    const states = final.includes(type) ? ['True'] : ['False', 'True', 'Unknown']
    return [
      ...(type === '' ? [required(`${field}.type`)] : []),
      ...(state === '' ? [required(`${field}.status`)] : []),
      ...(state === '' || states.includes(state)
        ? []
        : [unsupported(`${field}.status`, state, states)]),
      ...(types.indexOf(type) < index ? [duplicate(`${field}.type`, type)] : []),
    ]
  })
  if (!decisions.every((type) => types.includes(type))) return errors
  const last = types.findLast((type) => decisions.includes(type)) ?? ''
  const both = 'Approved and Denied conditions are mutually exclusive'
  return [...errors, invalid('status.conditions', last, both)]
}

function checkCertificate(pem: string): readonly FieldError[] {
  const blocks = [...pem.matchAll(/-----BEGIN ([^-]+)-----[^-]*-----END \1-----/g)]
  if (blocks.length === 0)
    return wrongCertificate('must contain at least one CERTIFICATE PEM block')
  for (const [text, type = ''] of blocks) {
    if (type !== 'CERTIFICATE') {
      return wrongCertificate(
        `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`,
      )
    }
    if (!isCertificate(text)) return wrongCertificate('x509: malformed certificate')
  }
  return []
}

function wrongCertificate(detail: string): readonly FieldError[] {
  return [invalid('status.certificate', '<certificate data>', detail)]
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

function checkAdded(object: JsonObject, old: JsonObject): readonly FieldError[] {
  return decisions
    .filter((type) => has(object, type) && !has(old, type))
    .map((type) =>
      forbiddenField('status.conditions', `updates may not add a condition of type "${type}"`),
    )
}

function checkLost(object: JsonObject, old: JsonObject): readonly FieldError[] {
  return final
    .filter((type) => has(old, type) && !has(object, type))
    .map((type) =>
      forbiddenField('status.conditions', `updates may not remove a condition of type "${type}"`),
    )
}

function has(object: JsonObject, type: string): boolean {
  return typesAndStates(object).some((one) => one.type === type)
}

function decode(base64: string): string {
  return Buffer.from(base64, 'base64').toString()
}
