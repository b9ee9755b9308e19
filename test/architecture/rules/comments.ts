import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readFacts } from '../read-facts.ts'
import type { Report, Rule } from '../rule.ts'

/** A comment names its subject first; a sentence that begins with these words hides it. */
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

const hidden = /^(?:What|Who|Whoever|Nobody)\b/
/** Parsing costs more than looking for the words first. */
const quickly = /[/*] (?:What|Who|Whoever|Nobody)\b/

const folders = ['src', 'ui', 'test', 'tools', 'bench']
/** Violations that prove our rules, and texts of others. */
const foreign = /(?:^|\/)(?:testdata|violations|node_modules|dist)\//

function reportsOf(
  file: string,
  comments: readonly { readonly text: string; readonly line: number }[],
): readonly Report[] {
  return comments
    .filter(({ text }) => hidden.test(text))
    .map(({ text, line }) => ({
      file,
      message: `line ${line}: begin with the thing itself, not with "${text.slice(0, 30)}…"`,
    }))
}

function otherFiles(root: string): readonly string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
    .filter((path) => !foreign.test(path))
}
