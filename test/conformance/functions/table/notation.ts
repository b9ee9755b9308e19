import { caseFile, chartName, type Outcome } from '../../case.ts'
import { shapeOf } from './shapes.ts'

// A cell is one line of a file, so what all errors repeat is left out: the file, and the call itself.
const file = `${chartName}/${caseFile}`
const execution = `executing ${JSON.stringify(file)} at `
const callMark = '<…>'
const severalLines = new RegExp(`^${file}:(\\S+)\n  ${execution}(.*):\n    (.*)$`, 's')
const oneLine = new RegExp(`^template: ${file}:(\\S+): ${execution}(.*)$`, 's')

/**
 * An outcome as it stands in a cell: `=` and the output, or `~` and the reason why an output of the
 * right shape is not the same twice. An error begins with `!` when helm prints it on three lines (the
 * place, the node, the message), with `!!` when it prints that on one, else with `!!!`.
 */
export function noteOutcome(call: string, outcome: Outcome): string {
  if ('error' in outcome) return noteError(call, outcome.error)
  const shape = shapeOf(call)
  if (shape?.output.test(outcome.output)) return `~${shape.reason}`
  return `=${outcome.output}`
}

function noteError(call: string, error: string): string {
  const short = error.includes(callMark) ? error : error.replaceAll(`<${call}>`, callMark)
  const [, place, node, message] = severalLines.exec(short) ?? []
  if (place !== undefined) return `!${place} ${node}: ${message}`
  const [, start, rest] = oneLine.exec(short) ?? []
  return start === undefined ? `!!!${short}` : `!!${start} ${rest}`
}
