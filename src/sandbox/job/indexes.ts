import { type KubeObject, annotationsOf, textAt } from '../../objects/kube-object.ts'
import { phaseOf } from '../engine/pod-facts.ts'

export const indexAnnotation = 'batch.kubernetes.io/job-completion-index'

/** The indexes that are done: those that the job has counted, and those whose pods have succeeded since. */
export function completedIndexes(
  job: KubeObject,
  pods: readonly KubeObject[],
  completions: number,
): ReadonlySet<number> {
  const done = readIndexes(textAt(job, ['status', 'completedIndexes']))
  for (const pod of pods) if (phaseOf(pod) === 'Succeeded') done.add(indexOf(pod))
  return new Set([...done].filter((index) => index >= 0 && index < completions))
}

/** The indexes that nobody works on, the lowest first. */
export function missingIndexes(
  active: readonly KubeObject[],
  done: ReadonlySet<number>,
  completions: number,
): readonly number[] {
  const busy = new Set(active.map(indexOf))
  return Array.from({ length: completions }, (_, index) => index).filter(
    (index) => !done.has(index) && !busy.has(index),
  )
}

/** `0,2-4`, as a status has it. */
export function writeIndexes(indexes: ReadonlySet<number>): string {
  const parts: { from: number; to: number }[] = []
  for (const index of [...indexes].toSorted((a, b) => a - b)) {
    const last = parts.at(-1)
    if (last?.to === index - 1) last.to = index
    else parts.push({ from: index, to: index })
  }
  return parts
    .map(({ from, to }) =>
      from === to ? `${from}` : to === from + 1 ? `${from},${to}` : `${from}-${to}`,
    )
    .join()
}

function readIndexes(text: string): Set<number> {
  const all = new Set<number>()
  for (const part of text === '' ? [] : text.split(',')) {
    const [from = '', to = from] = part.split('-')
    for (let index = Number(from); index <= Number(to); index++) all.add(index)
  }
  return all
}

function indexOf(pod: KubeObject): number {
  return Number(annotationsOf(pod)[indexAnnotation] ?? -1)
}
