import type { PodLogs } from '../../apiserver/registry/pod-logs.ts'
import {
  type KubeObject,
  isKubeObject,
  listAt,
  nameOf,
  namespaceOf,
  textAt,
} from '../../objects/kube-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { parseTime } from '../../objects/time.ts'
import { readInstructions } from './behaviour.ts'
import { type ContainerStage, readContainerState } from './container-state.ts'

interface Line {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly text: string
}

/** Resolves when a container no longer runs, with the pod as it is then. */
export type UntilEnded = (
  pod: KubeObject,
  container: string,
  signal: AbortSignal,
) => Promise<KubeObject | undefined>

/**
 * The log of a simulated container: the text of the pod's annotation, or a few lines that say what
 * the container is. Following it waits for its end, which the pod tells.
 */
export function simulatedLogs(untilEnded: UntilEnded): PodLogs {
  return async function* (pod, options, signal) {
    const print = ({ at, text }: Line) =>
      options.timestamps ? `${nanoTime(at)} ${text}\n` : `${text}\n`
    const lines = linesOf(pod, options.container, options.previous)
    const recent = lines.filter(({ at }) => options.since === undefined || at >= options.since)
    const shown =
      options.tailLines === undefined ? recent : recent.slice(-options.tailLines || recent.length)
    const text = (options.tailLines === 0 ? [] : shown).map(print).join('')
    const bytes = Buffer.from(text)
    yield bytes.subarray(0, options.limitBytes)
    if (!options.follow || !isKubeObject(pod)) return
    const ended = await untilEnded(pod, options.container, signal)
    const more = ended === undefined ? [] : linesOf(ended, options.container, false)
    const left = options.limitBytes === undefined ? undefined : options.limitBytes - bytes.length
    if (left !== undefined && left <= 0) return
    yield Buffer.from(more.slice(lines.length).map(print).join('')).subarray(0, left)
  }
}

function linesOf(pod: JsonObject, name: string, previous: boolean): readonly Line[] {
  const status = [
    ...listAt(pod, ['status', 'containerStatuses']),
    ...listAt(pod, ['status', 'initContainerStatuses']),
  ].find((one) => textAt(one, ['name']) === name)
  const state = readContainerState(status)
  const stage = previous || state.stage.is === 'waiting' ? state.last : state.stage
  if (stage === undefined) return []
  const at = parseTime(stage.since)?.getTime() ?? 0
  const told = readInstructions(pod as KubeObject).logs
  const said = told?.split('\n') ?? [
    `simulated container ${name} of pod ${namespaceOf(pod)}/${nameOf(pod)}`,
    `image ${imageOf(pod, name)} is not run: nothing here is real but what the API tells`,
  ]
  return [...said.map((text) => ({ at, text })), ...lastLine(stage)]
}

function lastLine(stage: ContainerStage): readonly Line[] {
  if (stage.is !== 'ended') return []
  const at = parseTime(stage.at)?.getTime() ?? 0
  return [{ at, text: `exit code ${stage.exitCode}` }]
}

function imageOf(pod: JsonObject, name: string): string {
  const all = [...listAt(pod, ['spec', 'containers']), ...listAt(pod, ['spec', 'initContainers'])]
  return textAt(
    all.find((one) => textAt(one, ['name']) === name),
    ['image'],
  )
}

function nanoTime(at: number): string {
  return new Date(at).toISOString().replace('Z', '000000Z')
}
