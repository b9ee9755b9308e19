import type { JsonObject } from '../json.ts'
import { listAt, textAt } from '../kube-object.ts'
import { redacted } from '../redact/redact-secrets.ts'

const longest = 300
// A shorter secret may be a part of other words by chance, so it is redacted only where it is a whole word.
const shortest = 5

/**
 * The line of a log that says why a container ended: the last one that speaks of a failure, else the last one that is no part of
 * a stack trace. Undefined when there is none.
 */
export function tellingLine(log: string): string | undefined {
  const lines = log.split('\n').map(withoutEscapes).filter(isText)
  const spoken = lines.filter((line) => !frame.test(line))
  const line = spoken.findLast((one) => failure.test(one)) ?? spoken.at(-1)
  // An arrow would begin another step of the chain.
  return line?.trim().replaceAll('→', '->')
}

const failure =
  /(?:error|exception)\b|\b(?:fatal|panic|fail(?:ed|ure|s)?|cannot|can't|could not|couldn't|unable|refused|denied|forbidden|not found|no such|invalid|missing|required|out of memory)\b/i
/** Frames of Node, Java, Python and Go, and words of a runtime about the end itself. */
const frame = /^\s|^goroutine \d|^Node\.js v\d|^exit (?:status|code) \d|^Traceback /

// Colours of terminals, and characters that a terminal would obey.
function withoutEscapes(line: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  const plain = line.replaceAll(/\u001B\[[\d;?]*[ -/]*[@-~]/g, '')
  return plain.replaceAll(/(?!\t)\p{Cc}/gu, '')
}

function isText(line: string): boolean {
  return line.trim() !== ''
}

/** The names of the Secrets that the containers of a pod get. */
export function secretsOfPod(pod: JsonObject): readonly string[] {
  const containers = [
    ...listAt(pod, ['spec', 'initContainers']),
    ...listAt(pod, ['spec', 'containers']),
  ]
  const volumes = listAt(pod, ['spec', 'volumes'])
  const projected = volumes.flatMap((volume) => listAt(volume, ['projected', 'sources']))
  const names = [
    ...containers.flatMap((one) => [
      ...listAt(one, ['env']).map((entry) => textAt(entry, ['valueFrom', 'secretKeyRef', 'name'])),
      ...listAt(one, ['envFrom']).map((entry) => textAt(entry, ['secretRef', 'name'])),
    ]),
    ...volumes.map((volume) => textAt(volume, ['secret', 'secretName'])),
    ...projected.map((source) => textAt(source, ['secret', 'name'])),
  ]
  return [...new Set(names)].filter((name) => name !== '')
}

/** A line without these secrets, and without what looks like one; it is cut after that. */
export function redactLine(line: string, secrets: readonly string[]): string {
  const long = secrets.filter(({ length }) => length >= shortest)
  const words = new Set(secrets)
  const known = long
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, secret) => left.replaceAll(secret, redacted), line)
    .replaceAll(/[\p{L}\p{N}_]+/gu, (word) => (words.has(word) ? redacted : word))
  const text = known
    .replaceAll(/(:\/\/)[^\s/@]+@/g, `$1${redacted}@`)
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, redacted)
    .replaceAll(named, `$1${redacted}`)
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}

const named =
  /((?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|access[-_]?key|authorization)["']?\s*[:=]\s*(?:bearer\s+|basic\s+)?["']?)[^\s"',;&]+/gi
