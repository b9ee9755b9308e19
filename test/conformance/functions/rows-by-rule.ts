import type { Rows } from '../row.ts'

/** Templates by the rule that they stand for and the sentence that names them. */
export type TemplatesByRule = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Rows that all see the same values; each is no more than a template. */
export function rowsByRule(templates: TemplatesByRule, values = ''): Rows {
  return Object.entries(templates).flatMap(([rule, named]) =>
    Object.entries(named).map(([name, template]) => ({ rule, name, template, values })),
  )
}
