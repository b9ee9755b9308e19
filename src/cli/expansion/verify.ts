import { readFile } from 'node:fs/promises'
import { type PackageDemand, verifyPackage } from '../../expansion/tools/sign.ts'
import { SourceError } from '../../sources/errors.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withPackage } from './open-given.ts'
import { bundlePath } from './sign.ts'

export const command = {
  description:
    'Says who signed a package, or fails: by a public key, or by an identity whose certificate a trusted root vouches for (keyless). It asks no server. Every byte of the package is compared with its lock as well.',
  arguments: {
    package: {
      count: 'one',
      summary: 'the package, as build wrote it; or oci://HOST/REPOSITORY:TAG with --bundle',
    },
  },
  options: {
    key: { kind: 'text', value: 'FILE', summary: 'the public key in PEM' },
    'trusted-root': {
      kind: 'text',
      value: 'FILE',
      summary: 'trusted_root.json of Sigstore, for a keyless signature',
    },
    identity: { kind: 'text', value: 'TEXT', summary: 'who signed it, such as an address' },
    issuer: { kind: 'text', value: 'URL', summary: 'who knows that identity' },
    bundle: {
      kind: 'text',
      value: 'FILE',
      summary: 'the signature; PACKAGE.sigstore.json unless given',
    },
    output: textOrJsonOption('a line, or an object for programs'),
    ...connectionOptions,
  },
  examples: [
    'expansion verify my-1.0.0.tar.zst --key my.pub',
    'expansion verify my-1.0.0.tar.zst --trusted-root root.json --identity me@example.com --issuer https://accounts.example.com',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly package: string
  readonly bundle: string
  readonly by:
    | { readonly key: string }
    | { readonly trustedRoot: string; readonly identity: string; readonly issuer: string }
  readonly output: 'text' | 'json'
  readonly connection: Connection
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { key, identity, issuer, bundle, output } = given.options
  const trustedRoot = given.options['trusted-root']
  const path = given.arguments.package
  const connection = connectionOf(given.options)
  const rest = { package: path, bundle: bundle || bundlePath(path), output, connection }
  if (key && !trustedRoot) return { ...rest, by: { key } }
  if (!key && trustedRoot && identity && issuer) {
    return { ...rest, by: { trustedRoot, identity, issuer } }
  }
  const wanted = '--key, or --trusted-root with --identity and --issuer'
  return new UsageError('missing-value', `wanted ${wanted}`)
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const bundle = await read(options.bundle)
  const demand = await demandOf(options.by)
  try {
    const by = await withPackage(
      options.package,
      { connection: options.connection, ports },
      ({ opened }) => verifyPackage(opened, bundle, demand, signal),
      signal,
    )
    const who = 'identity' in by ? `${by.identity} (${by.issuer})` : 'the key'
    const text = `verified: signed by ${who}\n`
    io.stdout.write(options.output === 'json' ? `${JSON.stringify(by)}\n` : text)
    return 'done'
  } catch (error) {
    if (error instanceof SourceError) throw new PlainError(error.message, { cause: error })
    throw error
  }
}

async function demandOf(by: Options['by']): Promise<PackageDemand> {
  if ('key' in by) return { by: 'key', demand: { key: (await read(by.key)).toString('utf8') } }
  const { identity, issuer } = by
  const trustedRoot = (await read(by.trustedRoot)).toString('utf8')
  const demand = { identity: { exact: identity }, issuer: { exact: issuer }, trustedRoot }
  return { by: 'identity', demand }
}

async function read(path: string): Promise<Buffer> {
  return await readFile(path).catch((cause: unknown) => {
    throw new PlainError(`cannot read ${path}`, { cause })
  })
}
