import { createHash } from 'node:crypto'
import type { RecordedEntropy } from '../../chart/render/entropy.ts'
import { type Json, type JsonObject, fieldOf, isJsonList } from '../../objects/json.ts'
import { parseJson, printCanonicalJson, printJson } from '../../objects/json-text.ts'
import { textAt } from '../../objects/kube-object.ts'
import type { ReleaseRecord, ReleaseTarget } from '../release.ts'
import { packText, unpackText } from './codec/codec.ts'
import { changeOwn, createOwn, type OwnSecret, readOwn } from './own-secret.ts'

/** How far the work on a revision has come. */
export type Stage =
  /** The intent is recorded; nothing else was touched. */
  | 'intended'
  /** Objects or hooks may have been changed. */
  | 'changing'
  /** All is done; only the records do not say so yet. */
  | 'done'

/** The operation that is about to be done, written before the cluster is touched. */
export interface Intent {
  readonly verb: 'install' | 'upgrade' | 'rollback' | 'uninstall'
  readonly stage: Stage
  /** Of the plan that is carried out; the same digest means the same work. */
  readonly planDigest: string
  /** The revisions that are superseded when this one is done. */
  readonly supersedes: readonly number[]
}

/** The facts about a revision that we keep and Helm does not. Every reader must do without them. */
export interface OutriggerRecord {
  readonly intent: Intent
  /** The process that is or was at work: the identity in the release's Lease. */
  readonly holder: string
  readonly entropy?: RecordedEntropy
  /** Digests of what lookups found, by what was asked. */
  readonly lookups?: Readonly<Record<string, string>>
  /** The plan as data, without values of Secrets. */
  readonly plan?: Json
}

const secretType = 'outrigger.dev/release.v1'
const dataKey = 'companion'
// The most bytes that a Secret may hold.
const maxBytes = 1024 * 1024

/** Writes what we know of a revision that is not recorded yet. */
export async function createOutriggerRecord(
  target: ReleaseTarget,
  record: ReleaseRecord,
  outriggerRecord: OutriggerRecord,
  signal: AbortSignal,
): Promise<void> {
  await createOwn(target, record.version, secretOf(record, outriggerRecord), signal)
}

/** Writes what we know of a revision, instead of what was known before. */
export async function writeOutriggerRecord(
  target: ReleaseTarget,
  record: ReleaseRecord,
  outriggerRecord: OutriggerRecord,
  signal: AbortSignal,
): Promise<void> {
  await changeOwn(target, record.version, secretOf(record, outriggerRecord), signal)
}

/**
 * Reads our facts about a revision; undefined when there are none, or when they are about another
 * record of that number.
 */
export async function readOutriggerRecord(
  target: ReleaseTarget,
  record: ReleaseRecord,
  signal: AbortSignal,
): Promise<OutriggerRecord | undefined> {
  const secret = await readOwn(target, record.version, '', signal)
  const packed = textAt(secret, ['data', dataKey])
  if (packed === '') return undefined
  const json = parseOrNothing(packed)
  return fieldOf(json, 'digest') === recordDigest(record) ? outriggerRecordOf(json) : undefined
}

/** Tells records of the same number apart; the same however far the work on it has come. */
function recordDigest(record: ReleaseRecord): string {
  const { name, namespace, version, info, chart, manifest = '' } = record
  const { config = {}, hooks = [] } = record
  const deployed = info.last_deployed ?? ''
  const facts = { name, namespace, version, deployed, chart: chart.metadata, config }
  const hash = createHash('sha256').update(printCanonicalJson(facts))
  for (const text of [manifest, ...hooks.map((hook) => hook.manifest)]) {
    hash.update(`\0${text.length}\0`).update(text)
  }
  return hash.digest('hex')
}

function secretOf(record: ReleaseRecord, outriggerRecord: OutriggerRecord): OwnSecret {
  const digest = recordDigest(record)
  const whole = packed({ digest, ...recordJson(outriggerRecord) })
  // The plan is there to be looked at; nothing depends on it.
  const { plan: _plan, ...rest } = outriggerRecord
  const isLarge = whole.length > maxBytes
  const data = { [dataKey]: isLarge ? packed({ digest, ...recordJson(rest) }) : whole }
  return { suffix: '', type: secretType, data }
}

function packed(json: JsonObject): Uint8Array {
  return Buffer.from(packText(printJson(json)), 'base64')
}

// Ours is optional: one that cannot be read is as good as none.
function parseOrNothing(packed: string): Json | undefined {
  try {
    return parseJson(unpackText(packed))
  } catch {
    return undefined
  }
}

function recordJson({ intent, holder, entropy, lookups, plan }: OutriggerRecord): JsonObject {
  return {
    intent: { ...intent },
    holder,
    ...(entropy === undefined ? {} : { draws: entropyJson(entropy) }),
    ...(lookups === undefined ? {} : { lookups }),
    ...(plan === undefined ? {} : { plan }),
  }
}

function outriggerRecordOf(json: Json | undefined): OutriggerRecord | undefined {
  const intent = fieldOf(json, 'intent')
  if (intent === undefined) return undefined
  const [entropy, lookups, plan] = ['draws', 'lookups', 'plan'].map((field) => fieldOf(json, field))
  return {
    intent: intent as unknown as Intent,
    holder: textAt(json, ['holder']),
    ...(entropy === undefined ? {} : { entropy: entropyOf(entropy) }),
    ...(lookups === undefined ? {} : { lookups: lookups as Record<string, string> }),
    ...(plan === undefined ? {} : { plan }),
  }
}

function entropyJson({ random, now, keys }: RecordedEntropy): JsonObject {
  return {
    random: base64(random),
    now: now === undefined ? null : now.toString(),
    keys: keys.map(({ kind, key }) => ({ kind, key: base64(key) })),
  }
}

function entropyOf(json: Json): RecordedEntropy {
  const now = fieldOf(json, 'now')
  const keys = fieldOf(json, 'keys')
  return {
    random: bytes(textAt(json, ['random'])),
    now: typeof now === 'string' ? BigInt(now) : undefined,
    keys: (isJsonList(keys) ? keys : []).map((one) => ({
      kind: textAt(one, ['kind']) as RecordedEntropy['keys'][number]['kind'],
      key: bytes(textAt(one, ['key'])),
    })),
  }
}

function base64(data: Uint8Array): string {
  return Buffer.from(data).toString('base64')
}

function bytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}
