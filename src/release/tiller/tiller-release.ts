import { gunzipSync } from 'node:zlib'
import {
  ProtobufFault,
  type WireField,
  readPacked,
  readWire,
} from '../../std/node/protobuf-wire.ts'
import { ReleaseError } from '../errors.ts'

/** A revision as Tiller, the server of Helm 2, recorded it. */
export interface TillerRelease {
  readonly name: string
  readonly namespace: string
  readonly revision: number
  /** A number of Helm 2's `Status.Code`. */
  readonly status: number
  readonly notes: string
  readonly description: string
  readonly firstDeployed: Timestamp | undefined
  readonly lastDeployed: Timestamp | undefined
  readonly deleted: Timestamp | undefined
  readonly chart: TillerChart
  /** The values of the user, as YAML. */
  readonly config: string
  readonly manifest: string
  readonly hooks: readonly TillerHook[]
  readonly tests: readonly TillerTestRun[]
}

export interface Timestamp {
  readonly seconds: number
  readonly nanoseconds: number
}

export interface TillerChart {
  readonly name: string
  readonly metadata: TillerMetadata
  readonly templates: readonly TillerFile[]
  readonly values: string
  readonly files: readonly TillerFile[]
  readonly dependencies: readonly TillerChart[]
}

/** Chart.yaml by its own names; lists and maps as they stand there. */
export type TillerMetadata = Readonly<
  Record<string, string | boolean | readonly string[] | readonly TillerMaintainer[] | Annotations>
>

type TillerMaintainer = Readonly<Record<string, string>>
type Annotations = Readonly<Record<string, string>>

export interface TillerFile {
  readonly name: string
  readonly data: Buffer
}

export interface TillerHook {
  readonly name: string
  readonly kind: string
  readonly path: string
  readonly manifest: string
  /** Numbers of Helm 2's `Hook.Event`. */
  readonly events: readonly number[]
  readonly weight: number
  /** Numbers of Helm 2's `Hook.DeletePolicy`. */
  readonly deletePolicies: readonly number[]
}

export interface TillerTestRun {
  readonly name: string
  /** A number of Helm 2's `TestRun.Status`. */
  readonly status: number
  readonly startedAt: Timestamp | undefined
  readonly completedAt: Timestamp | undefined
}

// As for the records of Helm 3: what unpacks to more was not made by Helm.
const maxBytes = 512 * 1024 * 1024
const mostNested = 100

/** Reads what Tiller stored: a protobuf message, in gzip, in base64. */
export function decodeTillerRelease(text: string): TillerRelease {
  try {
    return readRelease(unpack(Buffer.from(text, 'base64')))
  } catch (cause) {
    if (cause instanceof ReleaseError) throw cause
    const why = cause instanceof ProtobufFault ? 'it is no record of Helm 2' : 'it does not unpack'
    throw new ReleaseError('bad-record', `the record of Tiller cannot be read: ${why}`, { cause })
  }
}

// Early versions of Tiller did not compress.
function unpack(bytes: Buffer): Buffer {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 0x08
  return isPacked ? gunzipSync(bytes, { maxOutputLength: maxBytes }) : bytes
}

function readRelease(bytes: Buffer): TillerRelease {
  const release = new Message(bytes)
  const info = release.message(2)
  const status = info.message(1)
  if (!release.has(1) || !release.has(2) || !release.has(3)) {
    throw new ProtobufFault('a release has a name, what is known of it, and a chart')
  }
  return {
    name: release.text(1),
    namespace: release.text(8),
    revision: release.integer(7),
    status: status.integer(1),
    notes: status.text(4),
    description: info.text(5),
    firstDeployed: info.time(2),
    lastDeployed: info.time(3),
    deleted: info.time(4),
    chart: readChart(release.message(3), 0),
    config: release.message(4).text(1),
    manifest: release.text(5),
    hooks: release.messages(6).map(readHook),
    tests: status.message(5).messages(3).map(readTestRun),
  }
}

function readChart(chart: Message, depth: number): TillerChart {
  if (depth > mostNested) throw new ProtobufFault('charts are nested too deep')
  const file = (message: Message) => ({ name: message.text(1), data: message.bytes(2) })
  const metadata = chart.message(1)
  return {
    name: metadata.text(1),
    metadata: readMetadata(metadata),
    templates: chart.messages(2).map(file),
    dependencies: chart.messages(3).map((one) => readChart(one, depth + 1)),
    values: chart.message(4).text(1),
    files: chart.messages(5).map(file),
  }
}

/** The names of Chart.yaml by their numbers; `engine` and `tillerVersion` mean nothing to Helm 3. */
const metadataTexts = [
  ['name', 1],
  ['home', 2],
  ['version', 4],
  ['description', 5],
  ['icon', 9],
  ['apiVersion', 10],
  ['condition', 11],
  ['tags', 12],
  ['appVersion', 13],
  ['kubeVersion', 17],
] as const

function readMetadata(message: Message): TillerMetadata {
  const texts = metadataTexts.flatMap(([name, number]) => {
    const text = message.text(number)
    return text === '' ? [] : [[name, text] as const]
  })
  const sources = message.texts(3)
  const keywords = message.texts(6)
  const maintainers = message.messages(7).map(readMaintainer)
  const annotations = message.messages(16).map((one) => [one.text(1), one.text(2)] as const)
  return {
    ...Object.fromEntries(texts),
    ...(sources.length === 0 ? {} : { sources }),
    ...(keywords.length === 0 ? {} : { keywords }),
    ...(maintainers.length === 0 ? {} : { maintainers }),
    ...(message.integer(14) === 0 ? {} : { deprecated: true }),
    ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
  }
}

function readMaintainer(message: Message): TillerMaintainer {
  const fields = { name: message.text(1), email: message.text(2), url: message.text(3) }
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''))
}

function readHook(hook: Message): TillerHook {
  return {
    name: hook.text(1),
    kind: hook.text(2),
    path: hook.text(3),
    manifest: hook.text(4),
    events: hook.integers(5),
    weight: hook.integer(7),
    deletePolicies: hook.integers(8),
  }
}

function readTestRun(run: Message): TillerTestRun {
  return {
    name: run.text(1),
    status: run.integer(2),
    startedAt: run.time(4),
    completedAt: run.time(5),
  }
}

/** A message of protobuf whose fields are asked for by number; an absent one is its zero. */
class Message {
  readonly #fields: ReadonlyMap<number, readonly WireField[]>

  constructor(bytes: Buffer) {
    this.#fields = Map.groupBy(readWire(bytes), ({ number }) => number)
  }

  has(number: number): boolean {
    return this.#fields.has(number)
  }

  bytes(number: number): Buffer {
    return this.#all(number).at(-1) ?? Buffer.alloc(0)
  }

  text(number: number): string {
    return this.bytes(number).toString('utf8')
  }

  texts(number: number): readonly string[] {
    return this.#all(number).map((bytes) => bytes.toString('utf8'))
  }

  message(number: number): Message {
    return new Message(Buffer.concat(this.#all(number)))
  }

  messages(number: number): readonly Message[] {
    return this.#all(number).map((bytes) => new Message(bytes))
  }

  integer(number: number): number {
    return this.integers(number).at(-1) ?? 0
  }

  /** In one field or in several: both ways of writing a list are in use. */
  integers(number: number): readonly number[] {
    return (this.#fields.get(number) ?? []).flatMap((field) => {
      if (field.is === 'integer') return [Number(field.value)]
      return field.is === 'bytes' ? [...readPacked(field.value)].map(Number) : []
    })
  }

  time(number: number): Timestamp | undefined {
    if (!this.has(number)) return undefined
    const time = this.message(number)
    return { seconds: time.integer(1), nanoseconds: time.integer(2) }
  }

  #all(number: number): readonly Buffer[] {
    const fields = this.#fields.get(number) ?? []
    return fields.flatMap((field) => (field.is === 'bytes' ? [field.value] : []))
  }
}
