import type { Json } from '../../objects/json.ts'
import { type KubeObject, annotationsOf, textAt } from '../../objects/kube-object.ts'

/** How annotations make a pod behave: `sandbox.outrigger.dev/…`. */
export interface PodInstructions {
  readonly behaviour: string
  /** The only container that the instructions are about; all main ones by default. */
  readonly container: string
  readonly startAfter: number | undefined
  readonly readyAfter: number | undefined
  readonly runFor: number | undefined
  readonly stopAfter: number | undefined
  readonly exitCode: number | undefined
  /** How often a container fails before it does not. */
  readonly failures: number | undefined
  readonly logs: string | undefined
}

/** The behaviour of a container; times are in milliseconds. */
export interface Behaviour {
  readonly image: 'there' | 'missing' | 'invalid'
  readonly startAfter: number | undefined
  readonly readyAfter: number | 'never' | undefined
  readonly runFor: number | undefined
  readonly exitCode: number
  /** Ends by itself, whatever its restart policy says. */
  readonly ends: boolean
  readonly oom: boolean
  readonly failures: number | undefined
}

/** The start of the names of all annotations of the sandbox. */
const prefix = 'sandbox.outrigger.dev/'

/** The words for a behaviour, also the names of images `sandbox.outrigger.dev/<word>`. */
const words = ['crash', 'fail', 'missing-image', 'oom', 'pending', 'slow', 'unready'] as const

const slowMilliseconds = 30_000

/** The requests in the annotations of a pod; a value that is not understood counts as absent. */
export function readInstructions(pod: KubeObject): PodInstructions {
  const annotations = annotationsOf(pod)
  const annotation = (name: string) => annotations[`${prefix}${name}`]
  const duration = (name: string) => parseDuration(annotation(name) ?? '')
  return {
    behaviour: annotation('behaviour') ?? '',
    container: annotation('container') ?? '',
    startAfter: duration('start-after'),
    readyAfter: duration('ready-after'),
    runFor: duration('run-for'),
    stopAfter: duration('stop-after'),
    exitCode: wholeNumber(annotation('exit-code')),
    failures: wholeNumber(annotation('failures')),
    logs: annotation('logs'),
  }
}

/** The behaviour of one container of a pod. */
export function behaviourOf(
  instructions: PodInstructions,
  container: Json,
  isMain: boolean,
): Behaviour {
  const image = textAt(container, ['image'])
  const name = textAt(container, ['name'])
  const isMeant = instructions.container === '' ? isMain : instructions.container === name
  const own = isMeant ? instructions : undefined
  const word = behaviourOfImage(image) ?? own?.behaviour ?? ''
  const exitCode = own?.exitCode ?? exitCodes[word] ?? 0
  return {
    image: word === 'missing-image' ? 'missing' : isReference(image) ? 'there' : 'invalid',
    startAfter: own?.startAfter ?? (word === 'slow' ? slowMilliseconds : undefined),
    readyAfter: word === 'unready' ? 'never' : own?.readyAfter,
    runFor: own?.runFor,
    exitCode,
    ends: word in exitCodes || own?.exitCode !== undefined || own?.runFor !== undefined,
    oom: word === 'oom',
    failures: own?.failures,
  }
}

/** Whether no node is to be found for a pod. */
export function isToldToPend(pod: KubeObject): boolean {
  return readInstructions(pod).behaviour === 'pending'
}

const exitCodes: Readonly<Record<string, number>> = { crash: 1, fail: 1, oom: 137 }

function behaviourOfImage(image: string): string | undefined {
  if (!image.startsWith(prefix)) return undefined
  const word = image.slice(prefix.length).split(/[:@]/)[0] ?? ''
  return words.find((one) => one === word)
}

// Whether a container runtime can make sense of it: a path in lower case, a tag, a digest.
function isReference(image: string): boolean {
  return /^[\w.-]+(?::\d+)?(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?(?:@[a-z0-9+._-]+:[0-9a-f]+)?$/.test(
    image,
  )
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `1m30s`, `500ms` or `20` (seconds); undefined when it is none of these. */
function parseDuration(text: string): number | undefined {
  if (/^\d{1,9}(?:\.\d{1,3})?$/.test(text)) return Number(text) * 1000
  if (!/^(?:\d{1,9}(?:\.\d{1,3})?(?:ms|s|m|h))+$/.test(text)) return undefined
  let sum = 0
  for (const [, amount, unit] of text.matchAll(/([\d.]+)(ms|s|m|h)/g)) {
    sum += Number(amount) * (units[unit ?? ''] ?? 0)
  }
  return sum
}
