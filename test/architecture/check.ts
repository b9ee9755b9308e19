import type { Finding, Rule } from './rule.ts'
import * as comments from './rules/comments.ts'
import * as documents from './rules/documents.ts'
import * as fences from './rules/fences.ts'
import * as folders from './rules/folders.ts'
import * as imports from './rules/imports.ts'
import * as modules from './rules/modules.ts'
import * as operator from './rules/operator.ts'
import * as page from './rules/page.ts'
import * as paths from './rules/paths.ts'
import * as safety from './rules/safety.ts'
import * as words from './rules/words.ts'
import { readTree } from './tree.ts'

/** Every rule of the layers. */
export const rules: readonly Rule[] = [
  ...Object.values(imports),
  ...Object.values(safety),
  ...Object.values(modules),
  ...Object.values(page),
  ...Object.values(operator),
  ...Object.values(fences),
  ...Object.values(documents),
  ...Object.values(comments),
  ...Object.values(paths),
  ...Object.values(words),
  ...Object.values(folders),
]

/** The rules that src/, ui/, the documents and the other folders below a root folder break. */
export function check(root: string): readonly Finding[] {
  const tree = readTree(root)
  return rules.flatMap((rule) => rule.check(tree).map((report) => ({ rule: rule.name, ...report })))
}
