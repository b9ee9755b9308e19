import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Report, Rule } from '../rule.ts'

/** A word that this project gave up, and the words that it has instead. */
interface BannedWord {
  readonly word: RegExp
  readonly instead: string
}

const bannedWords: readonly BannedWord[] = [
  { word: /shelf|shelves/i, instead: 'store' },
  { word: /(?:Render|Source)Book\b/, instead: 'RenderCache, SourceCache' },
  { word: /ClusterBook/, instead: 'ClusterConnections' },
  { word: /RepositoryBook|BookEntry/, instead: 'RepositoryDirectory, DirectoryEntry' },
  { word: /wish/i, instead: 'input, desired or request, whichever it is' },
  // The verb is English; the noun is the name that entropy once had.
  { word: /\w+Draws\b|\b(?:interface|type) Draws\b|\bdraws(?=\s*[:.,(){}])/, instead: 'entropy' },
  { word: /\bgivers?\b|giverOf/i, instead: 'provider' },
  { word: /\bgifts?\b|Gifts\b/i, instead: 'profileInstances' },
  { word: /\bpressing/, instead: 'priority' },
  { word: /unhurried/i, instead: 'LowPriorityWrites' },
  { word: /\b(?:class|new|type|interface) Turns\b|[{,] Turns\b/, instead: 'FairTurns' },
  { word: /looks-after|looksAfter|\b(?:interface|type|class) Charge\b/, instead: 'managedScope' },
  { word: /conceal/i, instead: 'redact' },
  { word: /untidy/i, instead: 'storageQuirks' },
  { word: /\blives\.(?:ts|json)\b|\bconst lives\b/, instead: 'apiLifecycle' },
  { word: /\bparticulars/, instead: 'kindOverrides' },
  {
    word: /\b(?:interface|type|class) (?:Place|Given|Wanted)\b/,
    instead: 'a name that says which',
  },
  { word: /\baside(?=[(:,}'])|\bthis\.aside\b|[a-z]Aside\b/, instead: 'offWorker' },
  { word: /let-go|letGo/, instead: 'remove-finalizer' },
  { word: /\bisTried\b/, instead: 'wasAttempted' },
  { word: /isSuspect|suspects?\(|\bgetReady\b/, instead: 'countChanges, prepareAhead' },
  { word: /AskedNote/, instead: 'ClusterQuestions' },
  { word: /isVouched|vouchedPlace/, instead: 'isNamedByExtension, sourceKey' },
  { word: /\b(?:interface|type) \w+World\b/, instead: 'context' },
  { word: /Companion\b/, instead: 'OutriggerRecord' },
  { word: /\bShadows\b|values-shadows/, instead: 'ContainerOrigins, OriginStore' },
  { word: /\btype Flow\b|\b(?:dict|list|merge|read|encoding)Flows\b/, instead: 'OriginRule' },
  { word: /\bwanted\.wanted\b/, instead: 'a name that says which' },
]

/** Files in which a word has to stay. */
const allowed: Readonly<Record<string, string>> = {
  'src/release/record/outrigger-record.ts': 'stored records have the key `draws`',
  'test/architecture/plants.ts': 'it names the violations',
  'test/architecture/rules/words.ts': 'it lists the words',
}

const sources = ['src', 'ui', 'test', 'bench', 'tools', 'docs']
const folders = [...sources, 'charts', 'deploy', 'examples', 'providers', '.ci', '.githooks']
/** Texts that people write; the scripts of CI have no ending. */
const written = /\.(?:[cm]?[jt]sx?|css|html|md|go|scenario|ya?ml|tpl|sh)$|^\.(?:ci|githooks)\//
/** Texts of others: recorded answers, charts, and the violations that prove our rules. */
const foreign = /(?:^|\/)(?:testdata|recorded|violations|node_modules|dist)\//

/** A word that was given up is in no file. */
export const bannedWordsAbsent: Rule = {
  name: 'banned-words',
  check: ({ root }) =>
    pathsBelow(root)
      .filter((path) => allowed[path] === undefined)
      .flatMap((path) => reportsOf(path, readFileSync(join(root, path), 'utf8'))),
}

function reportsOf(path: string, text: string): readonly Report[] {
  const found = bannedWords.filter(({ word }) => word.test(text) || word.test(path))
  if (found.length === 0) return []
  const lines = [path, ...text.split('\n')]
  return found.flatMap(({ word, instead }) =>
    lines.flatMap((line, number) => {
      const match = word.exec(line)?.[0]
      if (match === undefined) return []
      const where = number === 0 ? 'its name' : `line ${number}`
      return [{ file: path, message: `${where}: "${match}" was given up; write ${instead}` }]
    }),
  )
}

function pathsBelow(root: string): readonly string[] {
  const pages = readdirSync(root).filter((name) => name.endsWith('.md'))
  return [...pages, ...folders.flatMap((folder) => filesIn(root, folder))]
}

function filesIn(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && written.test(entry.name))
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
    .filter((path) => !foreign.test(path))
}
