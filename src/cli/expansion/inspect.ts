import { type PackagePart, describePackage } from '../../expansion/package/describe-package.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import type { Column } from '../output/table.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withPackage } from './open-given.ts'
import { type RegistryChoice, registryChoiceOf, registryOptions } from './registry-options.ts'

export const command = {
  description:
    'Says what is in an expansion package: its name, version and digest, and every chart, image, file, hook, provider file, application and file of objects.',
  arguments: {
    package: { count: 'one', summary: 'a folder, a .tar.zst, a .tgz or oci://HOST/REPOSITORY:TAG' },
  },
  options: registryOptions,
  examples: [
    'expansion inspect my-platform-1.0.0.tar.zst',
    'expansion inspect oci://registry.example/expansions/my-platform:1.0.0',
  ],
} as const satisfies CommandSpec

const columns: readonly Column<PackagePart>[] = [
  { header: 'what', cell: ({ what }) => what },
  { header: 'name', cell: ({ name }) => name },
  { header: 'bytes', cell: ({ bytes }) => String(bytes ?? '') },
  { header: 'digest', cell: ({ digest }) => digest ?? '', wide: true },
]

export interface Options extends RegistryChoice {
  readonly package: string
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return { ...given.arguments, ...registryChoiceOf(given.options) }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const described = await withPackage(
    options.package,
    { connection: options.connection, ports },
    async ({ opened }) => describePackage(opened),
    signal,
  )
  const { name, version, digest, rows } = described
  const value = described as unknown as Plain
  io.stderr.write(`${name} ${version}${digest === undefined ? ', not built' : ` ${digest}`}\n`)
  await printResult(
    { noun: 'part', name: ({ what, name: own }) => `${what}/${own}`, columns, rows, value },
    options.output,
    io,
  )
  return 'done'
}
