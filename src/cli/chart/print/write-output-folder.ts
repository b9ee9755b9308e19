import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromBytes, toBytes } from '../../../formats/go-string.ts'
import {
  type OutputOptions,
  type PrintedRender,
  shownHooks,
} from '../../../chart/render/template-output.ts'
import type { Io } from '../../io.ts'

export interface OutputFolders {
  readonly folder: string
  /** Helm puts CRDs beside the release's folder, not into it. */
  readonly crdFolder: string
}

/**
 * Writes each document to the file of its template, as `helm template --output-dir` does: a file of
 * manifests starts anew, one that holds only hooks is added to.
 */
export function writeOutputFolder(
  rendered: PrintedRender,
  options: OutputOptions,
  { folder, crdFolder }: OutputFolders,
  io: Io,
): void {
  const written = new Set<string>()
  const write = (path: string, source: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
    const flag = written.has(path) ? 'a' : 'w'
    writeFileSync(path, toBytes(`---\n# Source: ${source}\n${text}\n`), { flag })
    written.add(path)
    io.stdout.write(`wrote ${path}\n`)
  }
  if (options.includeCrds) {
    for (const { path, file } of rendered.crds) {
      write(`${crdFolder}/${path}`, path, fromBytes(file.data))
    }
  }
  for (const { path, text } of rendered.manifests) write(`${folder}/${path}`, path, text)
  for (const { path, text } of shownHooks(rendered, options)) {
    const full = `${folder}/${path}`
    if (existsSync(full)) written.add(full)
    write(full, path, text)
  }
  io.stdout.write('\n')
}
