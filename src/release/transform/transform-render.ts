import type { Manifest } from '../../chart/render/manifests.ts'
import type { Rendered } from '../../chart/render/render.ts'
import { decodeJson } from '../../formats/json/decode.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'
import type { Json } from '../../objects/json.ts'
import { printJson } from '../../objects/json-text.ts'
import { nameOf } from '../../objects/kube-object.ts'
import { readManifest } from '../desired/read-manifest.ts'
import type { RenderedObject, Transform } from './rendered-object.ts'

/**
 * A render with its objects transformed, step by step. A document none of whose objects a step touched
 * keeps its text byte for byte, comments included; the others are written anew.
 */
export function transformRender<T extends Pick<Rendered, 'manifests' | 'hooks'>>(
  rendered: T,
  transforms: readonly Transform[],
): T {
  if (transforms.length === 0) return rendered
  const { manifests, hooks } = rendered
  const before = [...manifests, ...hooks].map(({ path, text }, document) => {
    const isHook = document >= manifests.length
    return readManifest(text).map((object) => ({ path, object, isHook, document }))
  })
  const after = transforms.reduce<readonly RenderedObject[]>(
    (left, step) => step(left),
    before.flat(),
  )
  const byDocument = Map.groupBy(after, ({ document }) => document)
  const rewriteAt = <M extends Manifest>(manifest: M, document: number): readonly M[] =>
    rewrite(manifest, before[document] ?? [], byDocument.get(document) ?? [])
  return {
    ...rendered,
    manifests: manifests.flatMap(rewriteAt),
    hooks: hooks.flatMap((hook, at) => rewriteAt(hook, manifests.length + at)),
  }
}

function rewrite<M extends Manifest>(
  manifest: M,
  before: readonly RenderedObject[],
  after: readonly RenderedObject[],
): readonly M[] {
  const isSame = before.length === after.length && before.every((one, at) => one === after[at])
  if (isSame) return [manifest]
  const [first, ...others] = after.map(({ object }) => object)
  if (first === undefined) return []
  const head = { apiVersion: first.apiVersion, kind: first.kind, name: nameOf(first) }
  if (others.length === 0) return [{ ...manifest, ...head, text: yamlOf(first) }]
  const list = { apiVersion: 'v1', kind: 'List', items: [first, ...others] }
  return [{ ...manifest, text: yamlOf(list) }]
}

function yamlOf(value: Json): string {
  return writeYaml(decodeJson(printJson(value), 'any'))
}
