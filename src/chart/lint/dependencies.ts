import type { LintMessage, LintSeverity } from './message.ts'
import type { LintSubject } from './subject.ts'

/** Whether what Chart.yaml declares and what lies below charts/ belong together. */
export function* lintDependencies({ path, loaded }: LintSubject): Generator<LintMessage> {
  if ('problem' in loaded) {
    yield { severity: 'error', path: '', message: `unable to load chart\n\t${loaded.problem}` }
    return
  }
  const { chart } = loaded
  const declared = (chart.metadata.dependencies ?? []).map((one) => one.name)
  const present = chart.dependencies.map((sub) => sub.metadata.name)
  const found: readonly [LintSeverity, string, readonly string[]][] = [
    ['error', 'chart metadata is missing these dependencies', without(present, declared)],
    ['warning', 'chart directory is missing these dependencies', without(declared, present)],
  ]
  // Helm also has a rule against two dependencies of one name, but such a chart cannot be loaded.
  for (const [severity, what, missing] of found) {
    if (missing.length > 0) yield { severity, path, message: `${what}: ${missing.join(',')}` }
  }
}

function without(names: readonly string[], others: readonly string[]): readonly string[] {
  return names.filter((name) => !others.includes(name))
}
