import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OracleName } from '../oracles/catalogue.ts'
import { type Scenario, readScenario } from './scenario.ts'

/** A story and the kubectl that it is told with. */
export interface Story {
  readonly name: string
  readonly file: string
  readonly kubectl: OracleName
  readonly scenario: Scenario
}

const folder = new URL('./', import.meta.url)
const ending = '.scenario'
const olderKubectls: readonly OracleName[] = ['kubectl-1.33', 'kubectl-1.29']

/** Every story with the newest kubectl. */
export function newestStories(): readonly Story[] {
  return storiesIn('./')
}

/** Stories that only simulated workloads can show: the output of their containers, and failures on request. */
export function sandboxStories(): readonly Story[] {
  return storiesIn('./sandbox/')
}

function storiesIn(path: string): readonly Story[] {
  return readdirSync(new URL(path, folder))
    .filter((file) => file.endsWith(ending))
    .map((name) => ({ name, ...readStory(`${path}${name}`), kubectl: 'kubectl-1.36' }))
}

/** The story of kubectl with older ones; what those print otherwise is told beside it, and nothing else may differ. */
export function olderStories(): readonly Story[] {
  const { file, scenario } = readStory(`kubectl${ending}`)
  return olderKubectls.map((kubectl) => {
    const differences = readStory(`${kubectl}.differences`).scenario
    return { name: kubectl, file, kubectl, scenario: withDifferences(scenario, differences) }
  })
}

function readStory(name: string): { readonly file: string; readonly scenario: Scenario } {
  const file = fileURLToPath(new URL(name, folder))
  return { file, scenario: readScenario(readFileSync(file, 'utf8')) }
}

function withDifferences(scenario: Scenario, differences: Scenario): Scenario {
  const outcomes = new Map(
    differences.lines.flatMap((line) =>
      line.is === 'command' ? [[line.command.text, line.command.expected] as const] : [],
    ),
  )
  const lines = scenario.lines.map((line) => {
    if (line.is === 'prose') return line
    const expected = outcomes.get(line.command.text) ?? line.command.expected
    return { ...line, command: { ...line.command, expected } }
  })
  return { ...scenario, lines }
}
