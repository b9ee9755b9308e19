import { fromBytes } from '../../formats/go-string.ts'
import { trimSpace } from '../../formats/unicode/space.ts'
import { ChartError } from '../errors.ts'
import type { Hook } from './manifests.ts'
import { compilePathPattern } from '../load/path-match.ts'
import type { Rendered } from './render.ts'
import { splitManifests } from './split-manifests.ts'

export interface OutputOptions {
  readonly includeCrds: boolean
  readonly hooks: 'all' | 'without-tests' | 'none'
}

/** The parts of a rendered chart that are printed. */
export type PrintedRender = Pick<Rendered, 'manifests' | 'hooks' | 'crds'>

/** The bytes that `helm template` prints for a rendered chart. */
export function templateOutput(rendered: PrintedRender, options: OutputOptions): string {
  const crds = options.includeCrds
    ? rendered.crds.map((crd) => frame(crd.path, fromBytes(crd.file.data)))
    : []
  const manifests = rendered.manifests.map((manifest) => frame(manifest.path, manifest.text))
  const hooks = shownHooks(rendered, options).map((hook) => frame(hook.path, hook.text))
  return `${trimSpace([...crds, ...manifests].join(''))}\n${hooks.join('')}`
}

/** The hooks that the options leave. */
export function shownHooks(rendered: PrintedRender, options: OutputOptions): readonly Hook[] {
  if (options.hooks === 'none') return []
  if (options.hooks === 'all') return rendered.hooks
  return rendered.hooks.filter((hook) => !hook.events.includes('test'))
}

/** The documents of an output whose template matches one of the patterns, in the order of the patterns. */
export function showOnly(output: string, patterns: readonly string[]): string {
  const documents = splitManifests(output).flatMap((text) => {
    const path = /# Source: [^/]+\/(.+)/.exec(text)?.[1]
    return path === undefined ? [] : [{ path, text }]
  })
  const shown = patterns.flatMap((pattern) => {
    const matches = compilePathPattern(pattern) ?? (() => false)
    const found = documents.filter(({ path }) => matches(path))
    if (found.length > 0) return found
    throw new ChartError('not-found', `could not find template ${pattern} in chart`)
  })
  return shown.map(({ text }) => `---\n${text}\n`).join('')
}

function frame(path: string, text: string): string {
  return `---\n# Source: ${path}\n${text}\n`
}
