import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { tarFileHead, tarPadding } from '../../formats/tar-write.ts'
import { inTestFolder, smallPackage, writeFiles } from '../package-for-test.ts'
import { type ArchivedFile, writeArchive } from './write-archive.ts'
import { openPackage } from './open-package.ts'
import type { Compression } from './seal.ts'
import { unpackArchive } from './unpack-archive.ts'

const never = new AbortController().signal

async function archiveOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  compression: Compression,
): Promise<Buffer> {
  const listed = Object.entries(files).map(([path, content]): ArchivedFile => {
    const bytes = Buffer.from(content)
    return { path, size: bytes.length, executable: path.startsWith('hooks/'), content: bytes }
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of writeArchive({ files: listed, last: () => [] }, compression, never))
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe.each(['zstd', 'gzip'] as const)('an archive of %s', (compression) => {
  const long = `deep/${'folder/'.repeat(20)}${'n'.repeat(120)}`
  const files = { a: 'A', 'hooks/pre-install': 'x'.repeat(100_000), [long]: 'L', 'ü/é': 'U' }

  test('has the same bytes each time, and gives the files back', async () => {
    await inTestFolder(async (folder) => {
      const archive = await archiveOf(files, compression)
      expect((await archiveOf(files, compression)).equals(archive)).toBe(true)
      await writeFile(join(folder, 'archive'), archive)
      await unpackArchive(join(folder, 'archive'), join(folder, 'out'), never)
      for (const [path, content] of Object.entries(files)) {
        expect(await readFile(join(folder, 'out', path), 'utf8')).toBe(content)
      }
    })
  })

  test('is refused when a single bit anywhere is another', async () => {
    await inTestFolder(async (folder) => {
      const archive = await archiveOf({ a: 'A', b: 'B'.repeat(300) }, compression)
      const path = join(folder, 'archive')
      for (let at = 0; at < archive.length; at += 3) {
        const flipped = Buffer.from(archive)
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
        await writeFile(path, flipped)
        const outcome = await unpackArchive(path, join(folder, `out-${at}`), never).catch(
          (error: unknown) => new Error('refused', { cause: error }),
        )
        // Without its seal it can still be unpacked; a package that was built is refused then.
        const isRefused = outcome instanceof Error || !outcome.isSealed
        expect(isRefused, `bit at ${at}`).toBe(true)
      }
      expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    })
  })
})

test('an archive that is digested on a thread is sealed as others are', async () => {
  await inTestFolder(async (folder) => {
    const big = { a: Buffer.alloc(17 * 1024 * 1024, 'sealed as others are'), b: 'B' }
    const path = join(folder, 'archive')
    await writeFile(path, await archiveOf(big, 'zstd'))
    expect((await unpackArchive(path, join(folder, 'out'), never)).isSealed).toBe(true)
  })
})

const escapes = [
  { name: 'a path upwards', path: '../evil', message: 'leads out of the package' },
  { name: 'an absolute path', path: '/etc/evil', message: 'is absolute' },
  { name: 'a path upwards in the middle', path: 'a/../../evil', message: 'leads out' },
  { name: 'a link', path: 'evil', flag: '2', message: 'neither a file nor a folder' },
  { name: 'a device', path: 'evil', flag: '3', message: 'neither a file nor a folder' },
]

test.each(escapes)('$name is refused', async ({ path, flag = '0', message }) => {
  await inTestFolder(async (folder) => {
    const head = Buffer.from(tarFileHead({ name: path, size: 1, moment: 0, mode: 0o644 }))
    if (flag !== '0') {
      head[156] = flag.charCodeAt(0)
      head.write(' '.repeat(8), 148)
      const sum = head.reduce((total, byte) => total + byte, 0)
      head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    }
    const tar = Buffer.concat([head, Buffer.from('x'), Buffer.alloc(tarPadding(1) + 1024)])
    for (const bytes of [gzipSync(tar), zstdCompressSync(tar)]) {
      await writeFile(join(folder, 'archive'), bytes)
      const unpack = unpackArchive(join(folder, 'archive'), join(folder, 'out'), never)
      await expect(unpack).rejects.toThrow(message)
    }
    expect(await readdir(folder)).toEqual(['archive'])
  })
})

test('an archive that somebody made by hand opens as the folder does', async () => {
  await inTestFolder(async (folder) => {
    await writeFiles(join(folder, 'package'), smallPackage())
    const byFolder = await openPackage(join(folder, 'package'), folder, never)
    const sealed = await archiveOf(smallPackage(), 'gzip')
    // The last 58 bytes are the seal.
    await writeFile(join(folder, 'demo.tgz'), sealed.subarray(0, -58))
    await writeFiles(join(folder, 'work'), {})
    const byArchive = await openPackage(join(folder, 'demo.tgz'), join(folder, 'work'), never)
    expect(byArchive?.declaration.content).toEqual(byFolder?.declaration.content)
    expect([...(byArchive?.tree.entries.keys() ?? [])].length).toBe(
      [...(byFolder?.tree.entries.keys() ?? [])].length,
    )
  })
})

test.each([
  { name: 'no folder', files: undefined },
  { name: 'a folder without expansion.yaml', files: { 'charts/public/a.tgz': 'x' } },
])('$name is no package', async ({ files }) => {
  await inTestFolder(async (folder) => {
    if (files !== undefined) await writeFiles(join(folder, 'expansions'), files)
    expect(await openPackage(join(folder, 'expansions'), folder, never)).toBeUndefined()
  })
})
