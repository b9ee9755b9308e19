import { notBrowserSafe, notPure } from '../globals.ts'
import { type Reached, type Walk, reach } from '../graph.ts'
import { layerOf, mustBeBrowserSafe, mustBePure, safePackages } from '../layers.ts'
import type { Report, Rule } from '../rule.ts'
import type { Link, SourceFile, Tree } from '../tree.ts'

/** Browser-safe folders reach no Node and no HTTP client, in types either. */
export const browserSafe: Rule = {
  name: 'browser-safe',
  // The page is type-checked without Node's types, so a type import counts like any other.
  check: (tree) =>
    judge(tree, { isBound: mustBeBrowserSafe, follows: () => true, faultsOf: browserFaults }),
}

/** Pure files reach no I/O, no clock and no random numbers when they run. */
export const pure: Rule = {
  name: 'pure',
  check: (tree) =>
    judge(tree, { isBound: mustBePure, follows: (link) => !link.typesOnly, faultsOf: impurities }),
}

/** Files of src/ that ui/ imports work in a browser, and so does ui/ itself. */
export const pageIsBrowserSafe: Rule = {
  name: 'ui-browser-safe',
  check: (tree) => {
    const page = [...tree.files.values()].filter(({ path }) => path.startsWith('ui/'))
    const own = page.flatMap((file) =>
      report(file, { file, chain: [file.path] }, nodeImports(file)),
    )
    // Files that browser-safe already answers for are not reported a second time here.
    const walk = { follows: () => true, stopsAt: ({ path }: SourceFile) => mustBeBrowserSafe(path) }
    const foreign = page.flatMap((file) =>
      reachBeyond(tree, file, { walk, prefix: 'src/' }, browserFaults),
    )
    return [...own, ...foreign]
  },
}

interface Judgement {
  readonly isBound: (path: string) => boolean
  readonly follows: (link: Link) => boolean
  readonly faultsOf: (file: SourceFile) => readonly string[]
}

// Each bound file answers for itself and for the files that are not bound behind it, so that a
// fault is reported once: at the file where the promise is made and broken.
function judge(tree: Tree, { isBound, follows, faultsOf }: Judgement): readonly Report[] {
  const bound = [...tree.files.values()].filter(({ path }) => isBound(path))
  const walk = { follows, stopsAt: ({ path }: SourceFile) => isBound(path) }
  return bound.flatMap((file) => [
    ...report(file, { file, chain: [file.path] }, faultsOf(file)),
    ...reachBeyond(tree, file, { walk, prefix: '' }, faultsOf),
  ])
}

function reachBeyond(
  tree: Tree,
  start: SourceFile,
  { walk, prefix }: { readonly walk: Walk; readonly prefix: string },
  faultsOf: (file: SourceFile) => readonly string[],
): readonly Report[] {
  const others = {
    ...walk,
    stopsAt: (file: SourceFile) => walk.stopsAt(file) || !file.path.startsWith(prefix),
  }
  return reach(tree, start, others)
    .slice(1)
    .flatMap((reached) => report(start, reached, faultsOf(reached.file)))
}

function report(
  start: SourceFile,
  { chain }: Reached,
  faults: readonly string[],
): readonly Report[] {
  const way = chain.length > 1 ? ` (${chain.join(' → ')})` : ''
  return faults.map((fault) => ({ file: start.path, message: `${fault}${way}` }))
}

function browserFaults(file: SourceFile): readonly string[] {
  const client = layerOf(file.path)?.httpClient === true
  return [
    ...(client ? [`${file.path} is part of an HTTP client`] : []),
    ...nodeImports(file),
    ...packageFaults(file.links),
    ...globalFaults(file, notBrowserSafe),
  ]
}

function impurities(file: SourceFile): readonly string[] {
  const atRunTime = file.links.filter((link) => !link.typesOnly)
  return [
    ...nodeImports({ ...file, links: atRunTime }),
    ...packageFaults(atRunTime),
    ...chanceFaults(atRunTime),
    ...globalFaults(file, notPure),
  ]
}

function nodeImports(file: SourceFile): readonly string[] {
  const modules = file.links.flatMap(({ to }) => (to.kind === 'node' ? [to.module] : []))
  return unique(modules).map((module) => `${file.path} imports ${module}`)
}

function packageFaults(links: readonly Link[]): readonly string[] {
  const names = links.flatMap(({ to }) => (to.kind === 'package' ? [to.name] : []))
  return unique(names)
    .filter((name) => !(name in safePackages))
    .map((name) => `the package ${name} is not in the safe list of layers.ts`)
}

function chanceFaults(links: readonly Link[]): readonly string[] {
  return links.flatMap(({ to, names }) => {
    const drawing = to.kind === 'package' ? (safePackages[to.name]?.not ?? []) : []
    return names
      .filter((name) => drawing.includes(name))
      .map((name) => `${name} makes random numbers by itself; let the caller hand them in`)
  })
}

function globalFaults(file: SourceFile, table: ReadonlySet<string>): readonly string[] {
  const found = file.uses.filter(({ name, form }) => table.has(name) || table.has(form))
  return unique(found.map(({ form }) => form)).map((form) => {
    const lines = found.filter((use) => use.form === form).map(({ line }) => line)
    return `${file.path} uses ${form} on line ${unique(lines).join(', ')}; let the caller hand it in`
  })
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)]
}
