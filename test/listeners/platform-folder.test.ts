import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'
import { runSandbox } from '../../src/cli/sandbox/run-sandbox.ts'
import { openContentCache } from '../../src/sources/cache/content-cache.ts'
import { openWriteToken } from '../../src/oci/registry/write-token.ts'
import { fixedPorts } from '../cli/run-cli.ts'

// Files that another user of the machine can read, or could have put there before.

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const { signal } = new AbortController()
let root = ''
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'outrigger-folder-'))))
afterEach(() => rm(root, { recursive: true, force: true }))

test('another user can read no secret and write nothing in the folder of a platform', async () => {
  const folder = join(root, 'platform')
  // As somebody makes it who thinks of nothing.
  await mkdir(folder, { mode: 0o755 })
  const platform = await start(folder)
  const open = await readableIn(folder)
  const writable = await openIn(folder, 0o022)
  await platform.close()
  expect(open.filter((path) => !path.startsWith('registry/'))).toEqual(['kubernetes'])
  expect(open.filter((path) => /token|key|pem|config/.test(path))).toEqual([])
  expect(writable).toEqual([])
})

test.each([
  {
    name: 'that others can write to',
    says: 'may be written to by others',
    plant: (folder: string) => chmod(folder, 0o777),
  },
  {
    name: 'that is a link',
    says: 'is a link',
    plant: async (folder: string) => {
      await rm(folder, { recursive: true })
      await mkdir(join(root, 'elsewhere'))
      await symlink(join(root, 'elsewhere'), folder)
    },
  },
  {
    name: 'in one that everybody can write to',
    says: 'may be written to by everybody',
    plant: () => chmod(root, 0o777),
  },
])('a folder $name is refused, and nothing is put there', async ({ says, plant }) => {
  const folder = join(root, 'platform')
  await mkdir(folder, { mode: 0o700 })
  await plant(folder)
  await expect(start(folder)).rejects.toThrow(says)
  expect(await readdir(folder)).toEqual([])
  const sandbox = { name: 'one', path: folder, kubeconfig: join(folder, 'kubeconfig') }
  const settings = { kubernetes: '1.36', port: 0, nodes: 0 }
  const hooks = { onFailure: () => {}, started: () => {} }
  await expect(runSandbox(sandbox, settings, hooks, signal)).rejects.toThrow(says)
  expect(await readdir(folder)).toEqual([])
})

test.runIf(process.getuid?.() === 0)('a folder of somebody else is refused', async () => {
  const folder = join(root, 'platform')
  await mkdir(folder, { mode: 0o700 })
  await chown(folder, 12_345, 12_345)
  await expect(start(folder)).rejects.toThrow('belongs to user 12345')
})

test('a kubeconfig that was there is replaced: neither its mode nor where it leads counts', async () => {
  const folder = join(root, 'sandbox')
  await mkdir(folder, { mode: 0o700 })
  await writeFile(join(root, 'precious'), 'mine')
  await symlink(join(root, 'precious'), join(folder, 'kubeconfig'))
  const wanted = { folder, port: 0, userAgent: 'test', onFailure: () => {} }
  await (await serveSandbox(wanted)).stop()
  expect(await readFile(join(root, 'precious'), 'utf8')).toBe('mine')
  await chmod(join(folder, 'kubeconfig'), 0o644)
  await (await serveSandbox(wanted)).stop()
  expect((await stat(join(folder, 'kubeconfig'))).mode & 0o777).toBe(0o600)
})

test('in a container, which nobody else is in, an open volume is taken', async () => {
  await chmod(root, 0o777)
  const cache = join(root, 'content')
  await expect(openContentCache({ root: cache })).rejects.toThrow('by everybody')
  await expect(openContentCache({ root: cache, neighbours: 'none' })).resolves.toBeDefined()
  const registry = join(root, 'registry')
  await expect(openWriteToken(registry, signal)).rejects.toThrow('by everybody')
  await expect(openWriteToken(registry, signal, 'none')).resolves.toBeDefined()
})

function start(folder: string) {
  const ports = fixedPorts()
  return openPlatform(
    {
      folder,
      cluster: undefined,
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow: [],
      tenants: [],
    },
    { ...ports, program: { ...ports.program, file: main }, environment: process.env },
    { troubled: () => {} },
    signal,
  )
}

function readableIn(folder: string): Promise<readonly string[]> {
  return openIn(folder, 0o004)
}

/** The files that have one of these bits, as have all folders on the way to them. */
async function openIn(folder: string, bits: number, way = ''): Promise<readonly string[]> {
  const found: string[] = []
  for (const entry of await readdir(join(folder, way), { withFileTypes: true })) {
    const path = join(way, entry.name)
    const { mode } = await stat(join(folder, path))
    if ((mode & bits) === 0) continue
    if (entry.isDirectory()) found.push(...(await openIn(folder, bits, path)))
    else found.push(path)
  }
  return found
}
