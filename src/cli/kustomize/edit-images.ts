import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kustomizationFileNames } from '../../kustomize/file-names.ts'
import { parseImageArgument, setImages } from '../../kustomize/edit/set-images.ts'
import { KustomizeError } from '../../kustomize/errors.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

export const command = {
  description:
    'Sets images of a kustomization, as kustomize edit set image does, and keeps everything else of the file as it is.',
  arguments: {
    folder: { count: 'one', summary: 'the folder of the kustomization' },
    image: {
      count: 'one',
      summary: 'NAME=NEWNAME:TAG, NAME=NEWNAME@DIGEST, NAME:TAG, NAME@DIGEST or NAME=*:TAG',
    },
    'more-images': { count: 'any', summary: 'further images' },
  },
  options: {
    'dry-run': { kind: 'switch', summary: 'print the file instead of writing it' },
  },
  examples: [
    'kustomize edit-images overlays/production nginx:1.29',
    'kustomize edit-images . web=registry.example/web@sha256:0123 --dry-run',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly folder: string
  readonly images: readonly string[]
  readonly dryRun: boolean
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return {
    folder: given.arguments.folder,
    images: [given.arguments.image, ...given.arguments['more-images']],
    dryRun: given.options['dry-run'],
  }
}

export async function run(options: Options, _ports: Ports, io: Io): Promise<Outcome> {
  try {
    const file = fileOf(options.folder)
    const text = setImages(readFileSync(file, 'utf8'), options.images.map(parseImageArgument))
    if (options.dryRun) io.stdout.write(text)
    else writeFileSync(file, text)
    return 'done'
  } catch (error) {
    if (!(error instanceof KustomizeError)) throw error
    throw new PlainError(error.message, { cause: error })
  }
}

function fileOf(folder: string): string {
  const found = kustomizationFileNames
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path) && statSync(path).isFile())
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const what = only === undefined ? 'there is no kustomization' : 'there are several kustomizations'
  throw new KustomizeError('missing', `${what} in ${folder}`)
}
