import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findIn } from '../../src/images/find-images.ts'
import { rewriteImages } from '../../src/images/rewrite-images.ts'
import type { Json } from '../../src/objects/json.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'

// Every field of public custom resources that we know of, each filled with an image of a registry that nobody knows.
const host = 'hub.corp.example'
const digest = `sha256:${'0a'.repeat(32)}`

interface Row {
  readonly group: string
  readonly kind: string
  readonly version: string
  readonly path: string
  readonly holds: string
}

const file = join(import.meta.dirname, 'facts', 'custom-resources.tsv')
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line): Row => {
    const [group = '', kind = '', version = '', path = '', holds = ''] = line.split('\t')
    return { group, kind, version, path, holds }
  })

const partTexts: Readonly<Record<string, string>> = {
  registry: host,
  repository: 'team/thing',
  repo: 'team/thing',
  name: 'thing',
  tag: '1.2.3',
  version: '1.2.3',
  versionTag: '1.2.3',
  digest,
}

test('the table has all its rows', () => {
  expect(rows.length).toBe(737)
})

test.each(rows)('$group $kind $version: $path holds $holds', (row) => {
  const { object, image } = filled(row)
  const wanted = {
    images: row.holds === 'registry' || row.holds === 'nothing that runs' ? [] : [image],
    parts: row.holds === 'registry' ? [image] : [],
  }
  expect(textsOf(object)).toEqual(wanted)
  const moved = rewriteImages(object, { registry: 'local.example/m' }).object
  expect(textsOf(moved)).toEqual({
    images: elsewhere(wanted.images),
    parts: elsewhere(wanted.parts),
  })
})

function elsewhere(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.replace(host, 'local.example/m'))
}

function textsOf(object: KubeObject): { images: string[]; parts: string[] } {
  const { images, parts } = findIn(object)
  return { images: images.map((one) => one.image), parts: parts.map(({ text }) => text) }
}

/** An object whose field holds what the row says, and the image that it then names. */
function filled({ group, kind, version, path, holds }: Row): { object: KubeObject; image: string } {
  const [fields = '', braces] = path.split('{')
  const keys = fields.replaceAll('[]', '.[]').split('.')
  const whole = `${host}/team/thing:1.2.3`
  const { value, image } =
    braces !== undefined
      ? inParts(braces.replace('}', '').split(','))
      : {
          value: holds === 'registry' ? `${host}/team` : whole,
          image: holds === 'registry' ? `${host}/team` : whole,
        }
  const base = { apiVersion: `${group}/${version}`, kind, metadata: { name: 'x' } }
  if (!holds.startsWith('version')) return { object: { ...base, ...nested(keys, value) }, image }
  const last = keys.pop() ?? ''
  const siblings = { [last]: '1.2.3', [last.replace(/_version$/, '')]: `${host}/team/thing` }
  return { object: { ...base, ...nested(keys, siblings) }, image: whole }
}

// `{repository}` alone stands beside a version that the schema calls `versionTag`, `{tag}` beside `repo`.
function inParts(names: readonly string[]): { value: Json; image: string } {
  const all = new Set(names)
  if (names.join() === 'repository') all.add('versionTag')
  if (names.join() === 'tag') all.add('repo')
  const parts = Object.fromEntries([...all].map((name) => [name, partTexts[name] ?? '']))
  const first = ['registry', 'repository', 'repo', 'name'].find((name) => all.has(name)) ?? ''
  if (first !== 'registry') parts[first] = `${host}/${parts[first] ?? ''}`
  const place = ['registry', 'repository', 'repo', 'name'].flatMap((name) => parts[name] ?? [])
  const tag = parts['tag'] ?? parts['version'] ?? parts['versionTag'] ?? ''
  const sum = parts['digest'] === undefined ? '' : `@${parts['digest']}`
  return { value: parts, image: `${place.join('/')}:${tag}${sum}` }
}

function nested(keys: readonly string[], value: Json): Record<string, Json> {
  const [key = '', ...rest] = keys
  const inner = rest.length === 0 ? value : nested(rest, value)
  // A list has its item in the field of the same name.
  if (key === '[]') return { '[]': inner }
  const field = key === '*' ? 'any' : key
  const isList = rest[0] === '[]'
  return { [field]: isList ? [(inner as Record<string, Json>)['[]'] ?? null] : inner }
}
