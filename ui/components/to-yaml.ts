import { decodeJson } from '../../src/formats/json/decode.ts'
import { writeYaml } from '../../src/formats/yaml/write/write.ts'

/** A value of JSON as YAML, written as Helm writes it. */
export function toYaml(value: unknown): string {
  return writeYaml(decodeJson(JSON.stringify(value), 'any'))
}
