import { toValue, type Plain } from './plain.ts'
import type { Io } from '../io.ts'

/** Prints an object as YAML in the order of its fields, texts of several lines as such. */
export async function printManifest(object: Plain, io: Io): Promise<void> {
  const { writeYaml } = await import('../../formats/yaml/write/write.ts')
  io.stdout.write(`${writeYaml(toValue(object))}\n`)
}
