import type { TextKey } from './messages/english.ts'
import type { TextValues } from './messages/fill-text.ts'
import { type CauseStep, isTrouble } from './read-causes.ts'

interface CauseInWords {
  readonly text: TextKey
  readonly values: TextValues
  /** The place where a person can mend it. */
  readonly mendIn: 'settings' | 'objects'
}

const known: readonly (readonly [RegExp, TextKey, CauseInWords['mendIn']])[] = [
  [
    /^(?:ImagePullBackOff|ErrImagePull|InvalidImageName|ErrImageNeverPull)$/,
    'cause.image',
    'settings',
  ],
  [/^CrashLoopBackOff$/, 'cause.crash', 'objects'],
  [/^OOMKilled$/, 'cause.memory', 'settings'],
  [/^CreateContainerConfigError$/, 'cause.config', 'objects'],
  [/^Unschedulable$/, 'cause.place', 'objects'],
  [/^NodeNotReady$/, 'cause.node', 'objects'],
]

/** The step that says most: one that we have a sentence for, else the last one that does not mend itself. */
export function tellingStep(steps: readonly CauseStep[]): CauseStep | undefined {
  return (
    steps.find(({ reason }) => known.some(([one]) => one.test(reason))) ??
    steps.findLast((step) => isTrouble([step])) ??
    steps.at(-1)
  )
}

/** A sentence for a cause that people meet often; nothing for others, whose own message is shown. */
export function causeInWords(steps: readonly CauseStep[]): CauseInWords | undefined {
  const step = tellingStep(steps)
  if (step === undefined) return undefined
  const found = known.find(([reason]) => reason.test(step.reason))
  if (found === undefined) return undefined
  const [, text, mendIn] = found
  const image = /image "(?<image>[^"]+)"/.exec(step.message)?.groups?.['image'] ?? ''
  return { text, values: { image }, mendIn }
}
