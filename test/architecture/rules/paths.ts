import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Report, Rule } from '../rule.ts'
import type { Tree } from '../tree.ts'

/** Every link and every path of ours in the documents leads to something that is there. */
export const documentPathsExist: Rule = {
  name: 'document-paths-exist',
  check: (tree) => {
    const known = namesIn(tree)
    return documentsOf(tree.root).flatMap((file) =>
      linesOf(tree.root, file).flatMap(({ text, line }) => [
        ...linksIn(text)
          .filter((path) => !existsSync(join(tree.root, posix.dirname(file), path)))
          .map((path) => says(file, line, `the link to ${path} leads nowhere`)),
        ...pathsIn(text)
          .filter((path) => !isThere(path, file, tree, known))
          .map((path) => says(file, line, `there is no ${path}`)),
      ]),
    )
  },
}

const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
/** Decisions tell of their time and keep the names that files had then; the reference is generated. */
const ofTheirTime = /^docs\/(?:adr|reference)\//
/** The folders that a path in a document can start in, besides the document's own. */
const starts = ['.', 'src', 'test', 'docs']
const topFolders = ['src', 'test', 'docs', 'tools', 'bench', 'deploy']

function documentsOf(root: string): readonly string[] {
  const docs = join(root, 'docs')
  const below = existsSync(docs)
    ? readdirSync(docs, { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`)
    : []
  return [...pages, ...below.toSorted()].filter(
    (path) => path.endsWith('.md') && !ofTheirTime.test(path) && existsSync(join(root, path)),
  )
}

/** The lines of a document outside its blocks of code. */
function linesOf(root: string, file: string): readonly { text: string; line: number }[] {
  let inCode = false
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((text, at) => {
      if (text.trimStart().startsWith('```')) {
        inCode = !inCode
        return []
      }
      return inCode ? [] : [{ text, line: at + 1 }]
    })
}

/** The targets of links within the repository, without their anchors. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => !/^[a-z]+:/i.test(path))
}

/**
 * The paths between backticks that can only be ours: files of TypeScript, and whatever lies below a
 * folder of the repository. Patterns and placeholders (`src/cli/<noun>/`, `*.test.ts`) are none.
 */
function pathsIn(text: string): readonly string[] {
  const words = [...text.matchAll(/`([\w./-]+)`/g)].map(([, word]) => word ?? '')
  return words.filter((word) => {
    if (/[A-Z]{2,}/.test(word.replace(/[A-Z]+\.md$/, ''))) return false
    if (/[\w-]\.(?:ts|cjs)$/.test(word)) return true
    return word.includes('/') && topFolders.includes(word.split('/')[0] ?? '')
  })
}

/** The names of all files of code, for documents that name a file without its folder. */
function namesIn({ root }: Tree): ReadonlySet<string> {
  const folders = topFolders.filter((folder) => existsSync(join(root, folder)))
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }),
  )
  return new Set(files.map((path) => posix.basename(path)))
}

function isThere(path: string, file: string, tree: Tree, known: ReadonlySet<string>): boolean {
  if (!path.includes('/')) return known.has(path)
  // A page of docs/design/ is about one folder of src/ and names files from there.
  const about = join('src', posix.basename(file, '.md'))
  return [...starts, about].some((start) => existsSync(join(tree.root, start, path)))
}

function says(file: string, line: number, message: string): Report {
  return { file, message: `line ${line}: ${message}` }
}
