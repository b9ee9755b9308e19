import type { LineOrigin } from '../../template/trace/provenance.ts'
import { noReads, type ReadSets } from '../../template/trace/read-set.ts'
import type { TracedFile } from '../../template/trace/trace-templates.ts'
import type { Manifest } from '../render/manifests.ts'
import type { Rendered } from '../render/render.ts'
import { splitManifests } from '../render/split-manifests.ts'
import { shownHooks, type OutputOptions } from '../render/template-output.ts'

/** A line of what `helm template` prints. */
export interface OutputLine {
  readonly text: string
  /** The document it belongs to, by its place in the output. */
  readonly document: number
  /** Undefined for what Helm writes around documents. */
  readonly origin: LineOrigin | undefined
}

/** A document of the output. */
export interface OutputDocument {
  /** The template file. */
  readonly path: string
  readonly kind: string
  readonly name: string
  /** Where its own text begins, counted from 1; the separator and the source stand above. */
  readonly firstLine: number
  readonly lastLine: number
}

interface Traced {
  readonly lines: readonly OutputLine[]
  readonly documents: readonly OutputDocument[]
}

/** The lines of templateOutput, each with where it comes from. */
export function outputLines(
  rendered: Rendered,
  files: ReadonlyMap<string, TracedFile>,
  options: OutputOptions,
  sets: ReadSets,
): Traced {
  const places = new DocumentPlaces(files)
  const lines: OutputLine[] = []
  const documents: OutputDocument[] = []
  const add = (manifest: Manifest, origins: readonly LineOrigin[]) => {
    const document = documents.length
    const texts = manifest.text.split('\n')
    for (const text of ['---', `# Source: ${manifest.path}`]) {
      lines.push({ text, document, origin: undefined })
    }
    const firstLine = lines.length + 1
    texts.forEach((text, index) => lines.push({ text, document, origin: origins[index] }))
    const { path, kind, name } = manifest
    const lastFilled = texts.findLastIndex((text) => text.trim() !== '')
    documents.push({ path, kind, name, firstLine, lastLine: firstLine + Math.max(0, lastFilled) })
  }
  if (options.includeCrds) addCrds(rendered, add)
  for (const manifest of rendered.manifests) add(manifest, places.find(manifest))
  // Helm trims what comes before the hooks.
  while (lines.at(-1)?.text.trim() === '') lines.pop()
  const last = lines.pop() ?? { text: '', document: 0, origin: undefined }
  lines.push({ ...last, text: last.text.trimEnd() })
  for (const hook of shownHooks(rendered, options)) {
    add(hook, withHookReads(hook, places.find(hook), sets))
  }
  lines.push({ text: '', document: documents.length - 1, origin: undefined })
  return { lines, documents }
}

/** A document is printed with the hooks, or at all, because of its annotation. */
function withHookReads(
  { text }: Manifest,
  origins: readonly LineOrigin[],
  sets: ReadSets,
): readonly LineOrigin[] {
  const lines = text.split('\n')
  const deciding = origins.filter((_, index) =>
    /^\s+["']?helm\.sh\/hook["']?:/.test(lines[index] ?? ''),
  )
  const reads = sets.all(deciding.map((origin) => origin.reads))
  if (reads.id === 0) return origins
  return origins.map((origin) => ({ ...origin, reads: sets.union(origin.reads, reads) }))
}

function addCrds(
  { crds }: Rendered,
  add: (manifest: Manifest, origins: readonly LineOrigin[]) => void,
): void {
  const decoder = new TextDecoder()
  for (const { path, file } of crds) {
    const text = decoder.decode(file.data)
    const origins = text.split('\n').map((_, index) => ({
      reads: noReads,
      place: { template: path, line: index + 1, caller: undefined },
    }))
    add({ path, text, apiVersion: '', kind: 'CustomResourceDefinition', name: '' }, origins)
  }
}

/** Where in its rendered file each document stands. */
class DocumentPlaces {
  private readonly left = new Map<string, { text: string; lines: readonly LineOrigin[] }[]>()

  constructor(files: ReadonlyMap<string, TracedFile>) {
    for (const [path, file] of files) this.left.set(path, documentsOf(file))
  }

  /** Documents keep their order among those of one kind, so the first with this text is the one. */
  find({ path, text }: Manifest): readonly LineOrigin[] {
    const left = this.left.get(path) ?? []
    const index = left.findIndex((one) => one.text === text)
    return left.splice(Math.max(index, 0), 1)[0]?.lines ?? []
  }
}

function documentsOf(file: TracedFile): { text: string; lines: readonly LineOrigin[] }[] {
  let at = 0
  let line = 0
  return splitManifests(file.text).map((text) => {
    const start = file.text.indexOf(text, at)
    line += file.text.slice(at, start).split('\n').length - 1
    const count = text.split('\n').length
    const lines = file.lines.slice(line, line + count)
    at = start + text.length
    line += count - 1
    return { text, lines }
  })
}
