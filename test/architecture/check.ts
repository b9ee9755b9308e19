import type { Finding, Rule } from './rule.ts'
import * as documents from './rules/documents.ts'
import * as imports from './rules/imports.ts'
import * as modules from './rules/modules.ts'
import * as page from './rules/page.ts'
import * as safety from './rules/safety.ts'
import { readTree } from './tree.ts'

/** Every rule of the layers. */
export const rules: readonly Rule[] = [
  ...Object.values(imports),
  ...Object.values(safety),
  ...Object.values(modules),
  ...Object.values(page),
  ...Object.values(documents),
]

/** What src/, ui/ and ARCHITECTURE.md below a root folder break. */
export function check(root: string): readonly Finding[] {
  const tree = readTree(root)
  return rules.flatMap((rule) => rule.check(tree).map((report) => ({ rule: rule.name, ...report })))
}
