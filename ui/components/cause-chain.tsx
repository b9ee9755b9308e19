import { causeInWords, tellingStep } from './cause-in-words.ts'
import { useText } from './locale.tsx'
import type { CauseStep } from './read-causes.ts'

interface Props {
  readonly steps: readonly CauseStep[]
}

/** The way from an object down to what holds it up; the step that says most stands out, and known causes are explained in a sentence. */
export function CauseChain({ steps }: Props) {
  const say = useText()
  const telling = tellingStep(steps)
  const words = causeInWords(steps)
  return (
    <div className="cause">
      {words === undefined ? undefined : (
        <p className="cause-words">{say(words.text, words.values)}</p>
      )}
      <ol className="causes" aria-label={say('problem.cause')}>
        {steps.map((step, at) => (
          <li key={`${at} ${step.subject}`} data-telling={step === telling}>
            <b>{step.subject}</b> <span className="cause-reason">{step.reason}</span>{' '}
            <span className="break">{step.message}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
