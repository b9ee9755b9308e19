// Every name that a user of the package can import, so that adding or losing one is a visible diff.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { entryPoints, libraryEntryPoints } from '../tools/entry-points.ts'
import { golden } from './golden.ts'

type Target = string | { readonly [condition: string]: Target }

const root = resolve(import.meta.dirname, '..')
const { bin = {}, exports = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, Target>>
}
const modules = Object.entries(exports).filter(([, target]) => !isDataFile(defaultTarget(target)))

test.each(Object.entries(bin))('bin %s is something that the build makes', (_name, file) => {
  expect(entryPoints[entryName(file)]).toBeDefined()
})

test.each(Object.entries(exports))('%s names one file, no pattern', (entry, target) => {
  expect(entry).not.toContain('*')
  const file = defaultTarget(target)
  expect(
    isDataFile(file) ? existsSync(join(root, file)) : libraryEntryPoints[entryName(file)],
  ).toBeTruthy()
})

describe('exported names', () => {
  test('are recorded for every module of package.json exports', () => {
    const names = modules.flatMap(([entry, target]) => [
      [entry, exportedNames(defaultTarget(target))],
      ...browserTarget(target).map((file) => [`${entry} in a browser`, exportedNames(file)]),
    ])
    const text = `${JSON.stringify(Object.fromEntries(names), undefined, 2)}\n`
    expect(text).toBe(golden(join(import.meta.dirname, 'testdata', 'public-surface.golden'), text))
  })
})

/** The file for Node: the last condition, which by convention is `default`. */
function defaultTarget(target: Target): string {
  if (typeof target === 'string') return target
  const last = target['default']
  if (last === undefined) throw new Error('an entry of exports has no default condition')
  return defaultTarget(last)
}

/** The file for a browser, where that is another one. */
function browserTarget(target: Target): readonly string[] {
  const browser = typeof target === 'string' ? undefined : target['browser']
  return browser === undefined ? [] : [defaultTarget(browser)]
}

function isDataFile(file: string): boolean {
  return file.endsWith('.json')
}

/** './dist/lib/kube.js' is what tools/entry-points.ts calls 'kube'. */
function entryName(file: string): string {
  return file.replace(/^(\.\/)?dist\/(lib\/)?/, '').replace(/\.js$/, '')
}

/** Read from the source, because types are gone at run time. */
function exportedNames(target: string): readonly string[] {
  const source = libraryEntryPoints[entryName(target)] ?? ''
  const { module } = parseSync(source, readFileSync(join(root, source), 'utf8'))
  const entries = module.staticExports.flatMap((statement) => statement.entries)
  return entries
    .map((entry) => {
      const name = entry.exportName.name
      // `export *` would let names in that nobody sees in the diff.
      if (name === null) throw new Error(`${source} exports something without naming it`)
      return entry.isType ? `type ${name}` : name
    })
    .toSorted()
}
