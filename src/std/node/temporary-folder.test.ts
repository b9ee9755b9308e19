import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTemporaryFolder } from './temporary-folder.ts'

let parent = ''
beforeEach(async () => void (parent = await mkdtemp(join(tmpdir(), 'left-over-'))))
afterEach(() => rm(parent, { recursive: true, force: true }))

test('the folder of a process that was killed goes with the next start', async () => {
  const module = fileURLToPath(new URL('./temporary-folder.ts', import.meta.url))
  const text = `const { openTemporaryFolder } = await import(${JSON.stringify(module)})
    console.log((await openTemporaryFolder('git', ${JSON.stringify(parent)})).path)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: 'pipe' })
  await once(child.stdout, 'data')
  const [left = ''] = await readdir(parent)

  const beside = await openTemporaryFolder('start', parent)
  expect(await readdir(parent)).toContain(left)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await openTemporaryFolder('start', parent)
  expect(await readdir(parent)).not.toContain(left)
  expect((await readdir(parent)).length).toBe(2)
  await beside.remove()
  await next.remove()
  expect(await readdir(parent)).toEqual([])
})

interface Row {
  readonly name: string
  readonly sign: string
  /** Seconds. */
  readonly age: number
  readonly file?: string
  readonly stays: boolean
}

test.each<Row>([
  { name: 'outrigger-start-new', sign: '', age: 0, stays: true },
  { name: 'outrigger-start-old', sign: '', age: 3600, stays: false },
  { name: 'outrigger-start-gone', sign: '99999999 1', age: 0, stays: false },
  { name: 'outrigger-start-reused', sign: `${process.pid} 1`, age: 0, stays: false },
  { name: 'outrigger-ci-gone', sign: '99999999 1', age: 0, stays: false },
  { name: 'outrigger-edit-gone', sign: '99999999 1', age: 3600, stays: true },
  { name: 'outrigger-server-mine', sign: '', age: 3600, file: 'notes', stays: true },
  { name: 'outrigger-other', sign: '99999999 1', age: 3600, stays: true },
])('$name stays: $stays', async ({ name, sign, age, file, stays }) => {
  const path = join(parent, name)
  await mkdir(path)
  if (sign !== '') await writeFile(join(path, 'pid'), sign)
  if (file !== undefined) await writeFile(join(path, file), 'mine')
  const then = Date.now() / 1000 - age
  await utimes(path, then, then)
  const own = await openTemporaryFolder('start', parent)
  expect((await readdir(parent)).includes(name)).toBe(stays)
  await own.remove()
})
