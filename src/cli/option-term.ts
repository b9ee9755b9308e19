import type { OptionSpec } from './command-spec.ts'

/** An option as help and errors show it, such as `-f, --values <FILE>`. */
export function optionTerm(name: string, spec: OptionSpec): string {
  const flags = spec.short === undefined ? `--${name}` : `-${spec.short}, --${name}`
  if (spec.kind === 'switch') return flags
  return `${flags} <${spec.kind === 'choice' ? spec.choices.join('|') : spec.value}>`
}
