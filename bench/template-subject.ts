import { seededEntropy } from '../src/chart/render/entropy.ts'
import type { Value } from '../src/formats/value.ts'
import { readValues } from '../src/chart/values/read-values.ts'
import { renderTemplates, sortTemplates } from '../src/template/engine.ts'
import { helmFunctions } from '../src/template/functions/helm-functions.ts'
import { newValues } from '../src/template/objects/values.ts'

/** A template with what it sees; `partials` holds its definitions. */
export interface TemplateSubject {
  readonly name: string
  readonly template: string
  readonly partials?: string
  /** values.yaml, as text. */
  readonly values?: string
  /** The most milliseconds that it may take. */
  readonly limit?: number
}

const encoder = new TextEncoder()
const moment = 1_700_000_000_000_000_000n

/** Makes a function that renders the subject once more, and gives the length of its output. */
export function prepare({ template, partials = '', values = '' }: TemplateSubject): () => number {
  const name = 'bench/templates/subject.yaml'
  return () => {
    // Templates may change their values, so each render reads its own.
    const entries: [string, Value][] = [
      ['Values', newValues([...readValues(encoder.encode(values))])],
    ]
    const data = newValues(entries)
    const basePath = 'bench/templates'
    const { files } = renderTemplates({
      templates: sortTemplates([
        { name, text: template, data, basePath },
        { name: 'bench/templates/_partials.tpl', text: partials, data, basePath },
      ]),
      funcs: helmFunctions,
      entropy: seededEntropy('bench', moment),
    })
    return files.get(name)?.length ?? 0
  }
}

/**
 * The processor time of the fastest of some rounds in milliseconds, after one that warms up. It counts
 * the collector's threads too, so that it is rather more than the time that passes on an idle machine,
 * and the same on a busy one.
 */
export function fastest(render: () => number, rounds: number): number {
  const times: number[] = []
  for (let round = -1; round < rounds; round++) {
    const began = process.cpuUsage()
    render()
    const { user, system } = process.cpuUsage(began)
    if (round >= 0) times.push((user + system) / 1000)
  }
  return Math.min(...times)
}
