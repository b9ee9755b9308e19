import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { systemText } from './system-text.ts'

const failureOf = async (work: () => unknown): Promise<Error> => {
  try {
    await work()
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not fail')
}

test.each([
  {
    name: 'a file that is not there',
    work: () => readFileSync('/nothing/here'),
    told: 'open /nothing/here: no such file or directory',
  },
  { name: 'a folder', work: () => readFileSync('/'), told: 'read: is a directory' },
  { name: 'a folder that is there', work: () => mkdir('/tmp'), told: 'mkdir /tmp: file exists' },
])('$name is told without the words of Node', async ({ work, told }) => {
  expect(systemText(await failureOf(work))).toBe(told)
})

test('a port that is taken is named', async () => {
  const first = createServer().listen(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address() as { readonly port: number }
  const second = createServer().listen(port, '127.0.0.1')
  const [error] = (await once(second, 'error')) as [Error]
  first.close()
  expect(systemText(error)).toBe(`listen 127.0.0.1:${port}: address already in use`)
})

test('other errors tell their own', () => {
  expect(systemText(new Error('broken'))).toBeUndefined()
})
