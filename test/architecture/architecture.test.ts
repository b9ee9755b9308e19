import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { check, rules } from './check.ts'
import { importList, layers } from './layers.ts'
import { plants } from './plants.ts'
import { readFacts } from './read-facts.ts'
import { readTree } from './tree.ts'

const repository = join(import.meta.dirname, '../..')
const violations = join(import.meta.dirname, 'violations')

test('this repository keeps every rule', () => {
  const findings = check(repository)
  expect(findings.map(({ rule, file, message }) => `${rule}: ${file}: ${message}`)).toEqual([])
})

test('this repository has sources to look at, and the page that names their folders', () => {
  const tree = readTree(repository)
  expect(tree.folders).toContain('formats')
  expect(tree.files.size).toBeGreaterThan(5)
  expect(tree.dependencies).toContain('commander')
  expect(tree.page).toContain('| folder | one line | may import |')
})

test.each(plants)('$rule reports $plant, and nothing else is found', ({ rule, plant, file }) => {
  const findings = check(join(violations, rule, plant))
  const found = new Set(findings.map((finding) => `${finding.rule}: ${finding.file}`))
  expect([...found]).toEqual([`${rule}: ${file}`])
})

test('what only looks like a violation is not reported', () => {
  expect(check(join(violations, 'none/look-alikes'))).toEqual([])
})

test('every rule has a kept violation, and every kept violation a rule and a row', () => {
  const folders = foldersIn(violations).filter((rule) => rule !== 'none')
  const kept = folders.flatMap((rule) =>
    foldersIn(join(violations, rule)).map((plant) => `${rule}/${plant}`),
  )
  expect(folders).toEqual(rules.map(({ name }) => name).toSorted())
  expect(plants.map(({ rule, plant }) => `${rule}/${plant}`).toSorted()).toEqual(kept.toSorted())
})

test('a row of the table imports only rows above it', () => {
  const upwards = layers.flatMap((layer, place) => {
    const above = layers.slice(0, place).map(({ folder }) => folder)
    const others = importList(layer).filter((name) => !above.includes(name))
    return others.map((name) => `${layer.folder} imports ${name}`)
  })
  expect(upwards).toEqual([])
})

test('a message says what was wanted, what was found and on which way', () => {
  expect(messagesOf('import-list/import-type')).toEqual([
    'line 1: template may import std, formats; found src/chart/render.ts',
  ])
  expect(messagesOf('pure/a-clock-behind-std')).toEqual([
    'src/std/age.ts uses Date.now on line 1; let the caller hand it in ' +
      '(src/sequence/step.ts → src/std/label.ts → src/std/age.ts)',
  ])
  expect(messagesOf('no-cycles/through-a-worker-entry')).toEqual([
    'a cycle: src/chart/node/pool.ts → src/chart/node/worker.ts → src/chart/node/pool.ts; ' +
      'move what both need to a file of its own',
  ])
})

test('a file that does not parse is reported, not skipped', () => {
  expect(readFacts('broken.ts', 'export const = 1').unreadable).toHaveLength(1)
})

function messagesOf(folder: string): readonly string[] {
  return check(join(violations, folder)).map(({ message }) => message)
}

function foldersIn(path: string): readonly string[] {
  return readdirSync(path).toSorted()
}
