import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inTestFolder, smallPackage, testLayout, writeFiles } from '../package-for-test.ts'
import { openPackage } from '../package/open-package.ts'
import { readReceipt } from '../package/receipt.ts'
import { buildPackage } from './build.ts'

const never = new AbortController().signal

async function build(
  root: string,
  out: string,
  deltaFrom?: Parameters<typeof buildPackage>[1]['deltaFrom'],
) {
  const workspace = `${out}.work`
  await mkdir(workspace)
  const opened = await openPackage(root, workspace, never)
  const compression = out.endsWith('.tgz') ? 'gzip' : 'zstd'
  const more = deltaFrom === undefined ? {} : { deltaFrom }
  return await buildPackage(opened!, { workspace, out, compression, ...more }, never)
}

async function reopen(archive: string) {
  const workspace = `${archive}.opened`
  await mkdir(workspace)
  return await openPackage(archive, workspace, never)
}

test.each(['demo.tar.zst', 'demo.tgz'])(
  '%s is the same twice, whatever the folder and its times',
  async (file) => {
    await inTestFolder(async (folder) => {
      await writeFiles(join(folder, 'a'), smallPackage())
      await cp(join(folder, 'a'), join(folder, 'b'), { recursive: true })
      const one = await build(join(folder, 'a'), join(folder, `1-${file}`))
      await build(join(folder, 'b'), join(folder, `2-${file}`))
      const bytes = await readFile(join(folder, `1-${file}`))
      expect(bytes.equals(await readFile(join(folder, `2-${file}`)))).toBe(true)
      const opened = await reopen(join(folder, `1-${file}`))
      expect(opened?.lock).toEqual(one.lock)
      expect(one.lock.images.map(({ image }) => image)).toEqual([
        'docker.io/demo/store:v1',
        'docker.io/demo/web:v1',
      ])
    })
  },
)

test('a built package that is built again has the same digest', async () => {
  await inTestFolder(async (folder) => {
    await writeFiles(join(folder, 'a'), smallPackage())
    const one = await build(join(folder, 'a'), join(folder, '1.tar.zst'))
    const opened = await reopen(join(folder, '1.tar.zst'))
    const two = await build(opened!.tree.folder, join(folder, '2.tar.zst'))
    expect(two.lock.digest).toBe(one.lock.digest)
  })
})

test('a delta has exactly the new blobs, and the digest of the whole', async () => {
  await inTestFolder(async (folder) => {
    const images = ['docker.io/demo/web:v1', 'docker.io/demo/store:v1']
    await writeFiles(join(folder, 'a'), smallPackage())
    const first = await build(join(folder, 'a'), join(folder, '1.tar.zst'))
    const layout = testLayout(images, (image) =>
      Buffer.from(image.includes('web') ? 'new' : `layer of ${image}\n`.repeat(50)),
    )
    await writeFiles(join(folder, 'b'), { ...smallPackage(), ...layout })
    const whole = await build(join(folder, 'b'), join(folder, '2.tar.zst'))
    const receipt = readReceipt(await readFile(join(folder, '1.tar.zst.receipt.json'), 'utf8'), 'r')
    const delta = await build(join(folder, 'b'), join(folder, 'delta.tar.zst'), receipt)
    expect(delta.lock.digest).toBe(whole.lock.digest)
    const had = new Set(first.receipt.blobs.map(({ digest }) => digest))
    const fresh = whole.receipt.blobs.filter(({ digest }) => !had.has(digest))
    const opened = await reopen(join(folder, 'delta.tar.zst'))
    const blobs = [...opened!.tree.entries.keys()].filter((path) =>
      path.startsWith('images/blobs/'),
    )
    expect(blobs.toSorted()).toEqual(
      fresh.map(({ digest }) => `images/blobs/${digest.replace(':', '/')}`).toSorted(),
    )
    // The layer, the config and the manifest of the one image that is another.
    expect(blobs).toHaveLength(3)
    expect(opened?.delta?.blobs).toHaveLength(delta.leftOut)
  })
})

test('blobs that no image of the list needs stay out', async () => {
  await inTestFolder(async (folder) => {
    await writeFiles(join(folder, 'a'), {
      ...smallPackage(),
      'images/blobs/sha256/0000000000000000000000000000000000000000000000000000000000000000': 'x',
    })
    const { lock } = await build(join(folder, 'a'), join(folder, '1.tar.zst'))
    expect(lock.files.filter(({ path }) => path.includes('/0000'))).toEqual([])
  })
})

function flip(bytes: Uint8Array, count: number): Uint8Array {
  const flipped = Buffer.from(bytes)
  const at = (count * 7919) % bytes.length
  flipped[at] = (flipped[at] ?? 0) ^ (1 << (count % 8))
  return flipped
}

test('a bit flipped anywhere in an archive is refused', async () => {
  await inTestFolder(async (folder) => {
    await writeFiles(join(folder, 'a'), smallPackage())
    await build(join(folder, 'a'), join(folder, '1.tar.zst'))
    const archive = await readFile(join(folder, '1.tar.zst'))
    for (let count = 0; count < 60; count++) {
      const path = join(folder, `${count}.tar.zst`)
      await writeFile(path, flip(archive, count))
      await expect(reopen(path), `flip ${count}`).rejects.toThrow(/./)
    }
  })
})

test('a bit flipped anywhere in a folder that was built is refused', async () => {
  await inTestFolder(async (folder) => {
    await writeFiles(join(folder, 'a'), smallPackage())
    await build(join(folder, 'a'), join(folder, '1.tar.zst'))
    const opened = await reopen(join(folder, '1.tar.zst'))
    const files = [...opened!.tree.entries.values()].filter(({ size }) => size > 0)
    for (let count = 0; count < 60; count++) {
      const { path } = files[count % files.length]!
      const target = join(opened!.tree.folder, path)
      const before = await readFile(target)
      await writeFile(target, flip(before, count))
      const again = openPackage(opened!.tree.folder, folder, never)
      await expect(again).rejects.toThrow(/changed after it was built|is not JSON/)
      await writeFile(target, before)
    }
  })
})
