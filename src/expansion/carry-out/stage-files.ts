import { createReadStream } from 'node:fs'
import { chmod, lstat, mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compareStrings } from '../../formats/go-string.ts'
import { type Digest, digestOf, digestOfStream } from '../../oci/digest.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import type { Package } from '../package/open-package.ts'
import { flatName } from '../package/package-path.ts'
import { readText } from '../package/tree.ts'
import { type FileFacts, renderFile } from './render-file.ts'

/** A file that waits to be copied to machines or executed. */
export interface StagedFile {
  readonly kind: 'file' | 'hook' | 'provider'
  /** Below the folder of staged files. */
  readonly path: string
  /** Where it goes on a machine; a hook has none. */
  readonly destination?: string
  readonly mode: string
  readonly digest: Digest
  readonly size: number
}

/** The list of staged files, beside them. */
const stagedIndex = 'staged.json'

type StagedKind = StagedFile['kind']

interface FileToStage {
  readonly kind: StagedKind
  readonly source: string
  readonly path: string
  readonly destination?: string
  readonly mode: number
  readonly rendered?: string
}

/** Stages the files of one kind; a file that is there with the same bytes and mode is left as it is. */
export async function stageFiles(
  opened: Package,
  kind: StagedKind,
  { folder, facts }: { readonly folder: string; readonly facts: FileFacts },
  signal: AbortSignal,
): Promise<readonly StagedFile[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const wanted = await filesOf(opened, kind, facts)
  const staged: StagedFile[] = []
  for (const file of wanted) staged.push(await stageFile(opened, file, folder, signal))
  await dropOthers(
    join(folder, folders[kind]),
    new Set(wanted.map(({ path }) => path)),
    folders[kind],
  )
  await writeIndex(folder, kind, staged, signal)
  return staged
}

const folders = { file: 'files_generated', hook: 'hooks', provider: 'provider' } as const

async function filesOf(
  { tree, declaration }: Package,
  kind: StagedKind,
  facts: FileFacts,
): Promise<readonly FileToStage[]> {
  const { content } = declaration
  const modeOf = (path: string) => tree.entries.get(path)?.mode ?? 0o644
  if (kind === 'hook') {
    return content.hooks.map((name) => {
      const path = `hooks/${name}`
      return { kind, source: path, path, mode: 0o755 }
    })
  }
  if (kind === 'provider') {
    return content.provider.map((name) => {
      const path = `provider/${name}`
      return { kind, source: path, path, mode: modeOf(path) }
    })
  }
  const files: FileToStage[] = []
  for (const { path, render, mode } of content.files) {
    const source = `files/${path}`
    const text = render ? ((await readText(tree, source)) ?? '') : undefined
    files.push({
      kind,
      source,
      path: `${folders.file}/${flatName(path)}`,
      destination: `/${path}`,
      mode: mode === undefined ? modeOf(source) : Number.parseInt(mode, 8),
      ...(text === undefined ? {} : { rendered: renderFile(path, text, facts) }),
    })
  }
  return files
}

async function stageFile(
  { tree }: Package,
  { kind, source, path, destination, mode, rendered }: FileToStage,
  folder: string,
  signal: AbortSignal,
): Promise<StagedFile> {
  const from = join(tree.folder, source)
  const bytes = rendered === undefined ? undefined : Buffer.from(rendered)
  const digest =
    bytes === undefined
      ? await digestOfStream(createReadStream(from, { signal }), 'sha256')
      : digestOf(bytes)
  const size = bytes?.length ?? tree.entries.get(source)?.size ?? 0
  const target = join(folder, path)
  if (!(await isSame(target, digest, mode, signal))) {
    await mkdir(dirname(target), { recursive: true })
    const content = bytes ?? createReadStream(from, { signal })
    await writeFileAtomically(target, content, signal, { mode })
    await chmod(target, mode)
  }
  const where = destination === undefined ? {} : { destination }
  return { kind, path, ...where, mode: mode.toString(8).padStart(4, '0'), digest, size }
}

async function isSame(
  path: string,
  digest: Digest,
  mode: number,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  if (found?.isFile() !== true || (found.mode & 0o777) !== mode) return false
  return (await digestOfStream(createReadStream(path, { signal }), 'sha256')) === digest
}

// A file of the version before would otherwise go on to machines.
async function dropOthers(
  folder: string,
  wanted: ReadonlySet<string>,
  below: string,
): Promise<void> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of found) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if (!wanted.has(`${below}${path.slice(folder.length)}`)) await rm(path)
  }
}

async function writeIndex(
  folder: string,
  kind: StagedKind,
  staged: readonly StagedFile[],
  signal: AbortSignal,
): Promise<void> {
  const before = await readStaged(folder)
  const all = [...before.filter((file) => file.kind !== kind), ...staged].toSorted((a, b) =>
    compareStrings(a.path, b.path),
  )
  const text = `${JSON.stringify({ files: all }, undefined, 1)}\n`
  const path = join(folder, stagedIndex)
  if ((await readFile(path, 'utf8').catch(() => '')) === text) return
  await writeFileAtomically(path, text, signal)
}

/** The files that are staged in a folder. */
export async function readStaged(folder: string): Promise<readonly StagedFile[]> {
  const text = await readFile(join(folder, stagedIndex), 'utf8').catch(() => undefined)
  if (text === undefined) return []
  const { files } = JSON.parse(text) as { readonly files: readonly StagedFile[] }
  return files
}
