/**
 * How many rules each section of the facts about the template language and the formats has: bullets,
 * numbered points or table rows. Each of them needs a row.
 */
const rules: Readonly<Record<string, number>> = {
  '1.1': 15, // lexing
  '1.2': 12, // grammar
  '1.3': 4, // template set, definition and redefinition
  '1.4': 5, // variables and scope
  '1.5': 2, // the kinds a template can see; interface nil against invalid
  '1.6': 11, // pipelines and calls
  '1.7': 14, // field access, nil and <no value>: five steps, then nine consequences
  '1.8': 7, // control structures
  '1.9': 9, // built-ins
  '1.10': 10, // fmt
  '1.11': 5, // numbers in values
  '1.12': 13, // objects available to templates
  '1.13': 34, // worked examples
  '3.1': 3, // toYaml pipeline: the pipeline, its effects, the inner parse
  '3.2': 6, // key order: three cases, no difference, yaml.v3, bytewise order elsewhere
  '3.3': 4, // block layout
  '3.4': 16, // scalar styles: four decisions, then twelve rules of the emitter
  '3.5': 12, // YAML input: the parser, then eleven rules
  '3.6': 1, // toToml
  '3.7': 1, // toYamlPretty
  '3.8': 20, // worked examples of toYaml
  '9': 40, // traps
}

/** The identifiers of all rules, such as `1.10.3`. */
export function ruleIds(): string[] {
  return Object.entries(rules).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
  )
}
