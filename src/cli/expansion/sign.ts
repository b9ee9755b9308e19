import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { signPackage } from '../../expansion/tools/sign.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withPackage } from './open-given.ts'

export const command = {
  description:
    'Signs a built package by a private key in PEM (PKCS #8, ECDSA or Ed25519). The signature is of the lock, which has the digest of every file; it goes beside the package as PACKAGE.sigstore.json, a Sigstore bundle. The passphrase of the key, if it has one, comes from $OUTRIGGER_KEY_PASSPHRASE.',
  arguments: { package: { count: 'one', summary: 'the package, as build wrote it' } },
  options: {
    key: { kind: 'text', value: 'FILE', summary: 'the private key' },
    bundle: {
      kind: 'text',
      value: 'FILE',
      summary: 'where the signature goes; PACKAGE.sigstore.json unless given',
    },
    output: textOrJsonOption('a line, or an object for programs'),
  },
  examples: ['expansion sign my-1.0.0.tar.zst --key my.key'],
} as const satisfies CommandSpec

export interface Options {
  readonly package: string
  readonly key: string
  readonly bundle: string
  readonly output: 'text' | 'json'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { key, bundle, output } = given.options
  if (!key) return new UsageError('missing-value', '--key: wanted the file of a private key')
  const path = given.arguments.package
  return { package: path, key, output, bundle: bundle || bundlePath(path) }
}

/** The signature of a package beside it. */
export function bundlePath(path: string): string {
  return `${path.replace(/\/+$/, '')}.sigstore.json`
}

export async function run(
  { package: path, key: file, bundle, output }: Options,
  { environment }: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const key = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new PlainError(`cannot read ${file}`, { cause })
  })
  const passphrase = environment['OUTRIGGER_KEY_PASSPHRASE']
  const digest = await withPackage(
    path,
    undefined,
    async ({ opened }) => {
      await writeFileAtomically(resolve(bundle), signPackage(opened, { key, passphrase }), signal)
      return opened.lock?.digest
    },
    signal,
  )
  const text = `signed ${digest ?? ''}: ${bundle}\n`
  io.stdout.write(output === 'json' ? `${JSON.stringify({ digest, bundle })}\n` : text)
  return 'done'
}
