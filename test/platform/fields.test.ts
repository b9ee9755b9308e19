import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { expansionKind } from '../../src/kinds/expansion.ts'
import { extensionKind } from '../../src/kinds/extension.ts'
import { extensionInstanceKind } from '../../src/kinds/extension-instance.ts'
import { notificationKind } from '../../src/kinds/notification.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { profileKind } from '../../src/kinds/profile.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import type { Schema } from '../../src/kinds/schema/schema.ts'
import { type Json, isJsonList, isJsonObject } from '../../src/objects/json.ts'
import { readManifest } from '../../src/release/desired/read-manifest.ts'
import { type Command, type Scenario, readScenario } from '../scenarios/scenario.ts'
import { splitWords } from '../scenarios/split-words.ts'
import { storyPaths } from './story-paths.ts'

const stories = ['./scenarios/', './upgrades/'].flatMap((name) => {
  const folder = new URL(name, import.meta.url)
  return readdirSync(folder).map((file) =>
    readScenario(readFileSync(new URL(file, folder), 'utf8')),
  )
})

const kinds = [
  pluginKind,
  repositoryKind,
  extensionKind,
  extensionInstanceKind,
  profileKind,
  clusterKind,
  expansionKind,
  notificationKind,
]

/** Fields of the status that no story can look at, and why. */
const untold: Readonly<Record<string, string>> = {
  'Plugin status.applied': 'a digest of another value in each story; drift.scenario tells what for',
  'Plugin status.looked': 'a digest of another value in each story; drift.scenario tells what for',
  'Cluster status.nodes': 'a sandbox has nodes, a real control plane of the tests has none',
  'Cluster status.oldestKubelet': 'a real control plane of the tests has no kubelets',
}

/** Stories need a cluster, clusters of machines need machines: `test/site` plays with those. */
const ofMachines =
  /^Cluster (?:spec\.(?:provider|version|endpoint|podSubnet|serviceSubnet|machines|imageRepository|\w+ExtraArgs|etcd|features\.files|features\.hooks)|status\.(?:delegated|operation|machines))\b/

test.each(kinds)('every field of $kind has a story', (definition) => {
  const used = new Set(stories.flatMap((story) => [...fieldsUsed(story, definition)]))
  const missing = [...fieldsOf(definition.spec, 'spec')]
    .filter((field) => !used.has(field))
    .filter((field) => !ofMachines.test(`${definition.kind} ${field}`))
  expect(missing).toEqual([])
})

test.each(kinds)('every field of the status of $kind is looked at in a story', (definition) => {
  const { kind, status } = definition
  const seen = new Set(stories.flatMap((story) => [...fieldsSeen(story, definition)]))
  const missing = [...fieldsOf(status, 'status')]
    .filter((field) => !seen.has(field))
    .filter((field) => !ofMachines.test(`${kind} ${field}`))
  const excused = Object.keys(untold).filter((name) => name.startsWith(`${kind} `))
  expect(missing.map((field) => `${kind} ${field}`)).toEqual(excused)
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

/** The fields in manifests of that kind, and in patches to objects of it. */
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

/** The fields that JSONPaths ask of objects of that kind, and those in the JSON that one of them prints. */
function* fieldsSeen({ lines }: Scenario, { kind }: { readonly kind: string }): Generator<string> {
  for (const line of lines) {
    if (line.is !== 'command') continue
    const paths = pathsAsked(line.command, kind)
    for (const path of paths) yield* fieldsNamed(path)
    const [only, ...others] = paths
    const printed = line.command.expected.lines.join('\n')
    if (only !== undefined && others.length === 0 && /^[[{]["{]/.test(printed))
      yield* pathsIn(JSON.parse(printed) as Json, withoutChoices(only))
  }
}

function pathsAsked({ text }: Command, kind: string): readonly string[] {
  const written = Object.entries(storyPaths).reduce(
    (before, [name, path]) => before.replaceAll(`{${name}}`, path),
    text,
  )
  const words = splitWords(written)
  const noun = words[words.indexOf('get') + 1]
  if (words[0] !== 'kubectl' || noun !== kind.toLowerCase()) return []
  const template = words.find((word) => word.startsWith('jsonpath=')) ?? ''
  return [...template.matchAll(/\{\.([^{}]*)\}/g)].map(([, path = '']) => path)
}

// `status.conditions[?(@.type=="Ready")].reason` names the list, what it is searched by and what is asked.
function* fieldsNamed(path: string): Generator<string> {
  for (const { index, 1: searched = '' } of path.matchAll(/\[\?\(@\.(\w+)/g))
    yield `${withoutChoices(path.slice(0, index))}[].${searched}`
  const names = withoutChoices(path).split('.')
  for (const [index] of names.entries()) {
    const field = names.slice(0, index + 1).join('.')
    yield field.replace(/\[\]$/, '')
  }
}

function withoutChoices(path: string): string {
  return path.replaceAll(/\[[^\]]*\]/g, '[]')
}

function* pathsIn(value: Json, path: string): Generator<string> {
  if (isJsonList(value)) for (const item of value) yield* pathsIn(item, `${path}[]`)
  if (!isJsonObject(value)) return
  for (const [name, field] of Object.entries(value)) {
    yield `${path}.${name}`
    if (field !== undefined) yield* pathsIn(field, `${path}.${name}`)
  }
}
