/** The kinds of fault that a YAML text can have. */
export type YamlErrorCode =
  | 'encoding'
  | 'syntax'
  | 'too-deep'
  | 'alias'
  | 'tag'
  | 'merge'
  | 'map-key'
  | 'duplicate-key'
  | 'not-json'
  | 'wrong-type'
  | 'unknown-key'

/** The two steps of sigs.k8s.io/yaml, each of which puts its own words before an error. */
export type YamlStage = 'convert' | 'decode'

const prefixes: Readonly<Record<YamlStage, string>> = {
  convert: 'error converting YAML to JSON: ',
  decode: 'error unmarshaling JSON: while decoding JSON: ',
}

/**
 * A YAML text that cannot be read. `message` is letter for letter what sigs.k8s.io/yaml says,
 * `problem` the same without the words that it puts before the error of the library below it.
 */
export class YamlError extends Error {
  override readonly name = 'YamlError'
  readonly code: YamlErrorCode
  readonly problem: string
  readonly stage: YamlStage
  /** The line as the message has it, which go-yaml counts in several ways; undefined where it names none. */
  readonly line: number | undefined

  constructor(code: YamlErrorCode, problem: string, line?: number, stage: YamlStage = 'convert') {
    super(prefixes[stage] + problem)
    this.code = code
    this.problem = problem
    this.stage = stage
    this.line = line
  }
}

/** An error in the words of go-yaml. It names no line when that line is the first, counted from zero. */
export function yamlError(code: YamlErrorCode, problem: string, line: number): YamlError {
  if (line === 0) return new YamlError(code, `yaml: ${problem}`)
  return new YamlError(code, `yaml: line ${line}: ${problem}`, line)
}
