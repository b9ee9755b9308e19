import { expect, test } from 'vitest'
import type { ReleaseRender } from '../../chart/render/render-round.ts'
import { lockDigests } from './lock-digests.ts'

const { signal } = new AbortController()
const digest = (of: string) => `sha256:${of.repeat(64)}`

function renderOf(text: string): ReleaseRender {
  const manifest = { path: 'c/templates/a.yaml', text, apiVersion: 'v1', kind: 'Pod', name: 'x' }
  return { manifests: [manifest], hooks: [], crds: [], notes: '' } as unknown as ReleaseRender
}

const known: Readonly<Record<string, string>> = {
  'reg.local/a/b:1': digest('1'),
  'docker.io/library/web:latest': digest('2'),
}
const find = async (image: string) => known[image]

const pod = (images: readonly string[], more = '') =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\nspec:\n  containers:\n${images.map((image, at) => `  - image: ${image}\n    name: c${at}\n`).join('')}${more}`

test('every image is pulled by the digest that it has, and one that has a digest keeps it', async () => {
  const images = ['reg.local/a/b:1', 'web', `reg.local/a/b:1@${digest('9')}`]
  const rendered = {
    ...renderOf(pod(images)),
    localised: { foreign: [], moved: [{ from: 'quay.io/a/b:1', to: 'reg.local/a/b:1' }] },
  }
  const locked = await lockDigests(rendered, { find }, signal)
  const wanted = [
    `reg.local/a/b:1@${digest('1')}`,
    `web:latest@${digest('2')}`,
    `reg.local/a/b:1@${digest('9')}`,
  ]
  expect(locked.manifests[0]?.text).toBe(pod(wanted).trimEnd())
  expect(locked.localised?.moved).toEqual([
    { from: 'quay.io/a/b:1', to: wanted[0] },
    { from: 'web', to: wanted[1] },
  ])
})

test('an image that certainly runs and is not there fails it by name', async () => {
  await expect(lockDigests(renderOf(pod(['reg.local/gone:1'])), { find }, signal)).rejects.toThrow(
    'images.digests is lookup, and reg.local/gone:1 is not there to look up',
  )
})

test('a text that may name an image and is not there stays', async () => {
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  a: see quay.io/maybe/not:1.2.3 for more\n`
  const locked = await lockDigests(renderOf(text), { find }, signal)
  expect(locked.manifests[0]?.text).toBe(text)
})
