import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A call of `helm template` that writes files; the word DIR stands for an empty folder. */
export interface OutputFolderRow {
  readonly name: string
  /** Words after `template`, one call after the other into the same folder. */
  readonly calls: readonly (readonly string[])[]
}

/** The output of each call, and the files that are there after the last. */
export interface OutputFolderOutcome {
  readonly printed: readonly string[]
  readonly files: Readonly<Record<string, string>>
}

const into = ['--output-dir', 'DIR']

export const outputFolderRows: readonly OutputFolderRow[] = [
  { name: 'a chart with many templates', calls: [['demo', 'web-app', ...into]] },
  {
    name: 'several documents of one template go to one file',
    calls: [['demo', 'documents', ...into]],
  },
  { name: 'hooks and manifests of one template', calls: [['demo', 'hooks-order', ...into]] },
  { name: 'no hooks', calls: [['demo', 'hooks-order', '--no-hooks', ...into]] },
  { name: 'no tests', calls: [['demo', 'hooks-test', '--skip-tests', ...into]] },
  { name: 'subcharts', calls: [['demo', 'nested', ...into]] },
  { name: 'definitions of crds/', calls: [['demo', 'crds-subchart', '--include-crds', ...into]] },
  {
    name: 'the release name in the path',
    calls: [['demo', 'crds-folder', '--include-crds', '--release-name', ...into]],
  },
  {
    name: 'a folder that is not there yet',
    calls: [['demo', 'alias', '--output-dir', 'DIR/new/deep']],
  },
  {
    name: 'a second run replaces manifests',
    calls: [
      ['demo', 'cron', ...into],
      ['demo', 'cron', '--set', 'once=false', ...into],
    ],
  },
  {
    name: 'a second run adds to hooks',
    calls: [
      ['demo', 'hooks-test', ...into],
      ['demo', 'hooks-test', ...into],
    ],
  },
  {
    name: 'a chart that renders nothing',
    calls: [['demo', 'cron', '-f', '../values/cron/none.yaml', ...into]],
  },
]

/** Every file below a folder, by path. */
export function readTree(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const names = paths.map((path) => path.slice(folder.length + 1)).toSorted()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}
