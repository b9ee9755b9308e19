import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readFacts } from '../read-facts.ts'
import type { Report, Rule } from '../rule.ts'

/** Every sentence of a comment names its subject first; one that begins with these words hides it. */
export const commentsNameTheirSubject: Rule = {
  name: 'comments-name-their-subject',
  check: ({ root, files }) => [
    ...[...files.values()].flatMap(({ path, comments }) => reportsOf(path, comments)),
    ...otherFiles(root)
      .filter((path) => !files.has(path))
      .flatMap((path) => {
        const text = readFileSync(join(root, path), 'utf8')
        return quickly.test(text) ? reportsOf(path, readFacts(path, text).comments) : []
      }),
  ],
}

const hidden = /(?:^|[.:]\s+)((?:What|Who|Whoever|Whatever|Nobody)\b.{0,23})/
/** Parsing costs more than looking for the words first. */
const quickly = /(?:[/*]|[.:]) (?:What|Who|Whoever|Whatever|Nobody)\b/

const folders = ['src', 'ui', 'test', 'tools', 'bench']
/** Violations that prove our rules, and texts of others. */
const foreign = /(?:^|\/)(?:testdata|violations|node_modules|dist)\//

function reportsOf(
  file: string,
  comments: readonly { readonly text: string; readonly line: number }[],
): readonly Report[] {
  return comments.flatMap(({ text, line }) => {
    const found = hidden.exec(text)?.[1]
    if (found === undefined) return []
    return [{ file, message: `line ${line}: begin with the thing itself, not with "${found}…"` }]
  })
}

function otherFiles(root: string): readonly string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
    .filter((path) => !foreign.test(path))
}
