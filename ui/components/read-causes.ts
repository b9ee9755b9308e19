/** One step from a symptom to its cause, as a status tells it. */
export interface CauseStep {
  /** Such as `Pod web-1 container main`, or `event`. */
  readonly subject: string
  readonly reason: string
  readonly message: string
}

const between = ' → '
const oneStep = /^(?<subject>[^:]+): (?<reason>[A-Z]\w*)(?:: (?<message>[\s\S]*))?$/

const preface = /^[a-z][^:]*: (?=[A-Z]\w* [^\s:]+: [A-Z]\w*(?:: |$))/
// Between the chains of two objects.
const next = /; (?=[A-Z]\w* [^\s:;]+: [A-Z]\w*(?:: |; |$))/

// A container that is only being made, or whose probe has not answered yet, is on its way.
const troubles =
  /BackOff|^Err|Error$|^Failed|Failed$|Invalid|^Unschedulable$|^OOMKilled$|^NodeNotReady$|Forbidden|Exceeded/

/**
 * The chain in the message of a condition: of several the first that does not mend itself, else the first. Nothing when the message tells no
 * chain.
 */
export function readCauses(message: string): readonly CauseStep[] {
  // A failure may say first what it is: `not ready after 5m: Deployment web: …`.
  const chains = message.replace(preface, '').split(next).map(readChain)
  const told = chains.filter((steps) => steps.length > 0)
  return told.find(isTrouble) ?? told[0] ?? []
}

function readChain(text: string): readonly CauseStep[] {
  const parts = text.split(between)
  if (parts.length < 2) return []
  const steps = parts.map((part) => oneStep.exec(part)?.groups)
  if (steps.some((step) => step === undefined)) return []
  return steps.map((step) => ({
    subject: step?.['subject'] ?? '',
    reason: step?.['reason'] ?? '',
    message: step?.['message'] ?? '',
  }))
}

/** Whether a chain ends in something that does not mend itself by waiting. */
export function isTrouble(steps: readonly CauseStep[]): boolean {
  return steps.some(({ reason }) => troubles.test(reason))
}
