import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { extensionKind } from '../../src/kinds/extension.ts'
import { extensionInstanceKind } from '../../src/kinds/extension-instance.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { profileKind } from '../../src/kinds/profile.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import type { Schema } from '../../src/kinds/schema/schema.ts'
import { type Json, isJsonList, isJsonObject } from '../../src/objects/json.ts'
import { readManifest } from '../../src/release/desired/read-manifest.ts'
import { type Scenario, readScenario } from '../scenarios/scenario.ts'
import { splitWords } from '../scenarios/split-words.ts'

const folder = new URL('./scenarios/', import.meta.url)
const stories = readdirSync(folder).map((name) =>
  readScenario(readFileSync(new URL(name, folder), 'utf8')),
)

const kinds = [
  pluginKind,
  repositoryKind,
  extensionKind,
  extensionInstanceKind,
  profileKind,
  clusterKind,
]

test.each(kinds)('every field of $kind has a story', (definition) => {
  const used = new Set(stories.flatMap((story) => [...fieldsUsed(story, definition)]))
  const missing = [...fieldsOf(definition.spec, 'spec')].filter((field) => !used.has(field))
  expect(missing).toEqual([])
})

function* fieldsOf(schema: Schema, path: string): Generator<string> {
  const { node } = schema
  if (node.is === 'list') yield* fieldsOf(node.items, `${path}[]`)
  if (node.is !== 'object') return
  for (const [name, field] of Object.entries(node.fields)) {
    yield `${path}.${name}`
    yield* fieldsOf(field, `${path}.${name}`)
  }
}

/** What stands in manifests of that kind, and in patches to objects of it. */
function* fieldsUsed(
  { files, lines }: Scenario,
  { kind }: { readonly kind: string },
): Generator<string> {
  for (const { name, text } of files) {
    // Words in braces stand for addresses and names; in YAML they would be maps.
    const plain = text.replaceAll(/\{(\w+)\}/g, '$1')
    const objects = name.includes('/') || !text.startsWith('apiVersion:') ? [] : readManifest(plain)
    for (const object of objects.filter((one) => one.kind === kind)) {
      yield* pathsIn(object['spec'] ?? {}, 'spec')
    }
  }
  for (const line of lines) {
    const words = line.is === 'command' ? splitWords(line.command.text) : []
    const [program, verb, noun] = words
    if (program !== 'kubectl' || verb !== 'patch' || noun !== kind.toLowerCase()) continue
    const patch = JSON.parse(words[words.indexOf('-p') + 1] ?? '{}') as { readonly spec?: Json }
    yield* pathsIn(patch.spec ?? {}, 'spec')
  }
}

function* pathsIn(value: Json, path: string): Generator<string> {
  if (isJsonList(value)) for (const item of value) yield* pathsIn(item, `${path}[]`)
  if (!isJsonObject(value)) return
  for (const [name, field] of Object.entries(value)) {
    yield `${path}.${name}`
    if (field !== undefined) yield* pathsIn(field, `${path}.${name}`)
  }
}
