import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mark } from '../../src/sequence/sequence.ts'
import { fileJournal } from '../../src/site/journal/file-journal.ts'
import { withSiteLock } from '../../src/site/journal/site-lock.ts'

const never = new AbortController().signal
const child = resolve(import.meta.dirname, 'journal-child.ts')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
})
afterEach(() => rm(folder, { recursive: true }))

function done(step: string): Mark {
  return { step, status: 'True', reason: 'Done', message: '' }
}

describe('a journal', () => {
  test('keeps the last mark of every step, by sequence', async () => {
    const journal = fileJournal(folder)
    await journal.write('a', { ...done('X'), reason: 'Waiting', status: 'False' }, never)
    await Promise.all(['X', 'Y', 'Z'].map((step) => journal.write('a', done(step), never)))
    await journal.write('b', done('X'), never)
    const again = fileJournal(folder)
    expect((await again.marks('a')).map(({ step, reason }) => `${step} ${reason}`)).toEqual([
      'X Done',
      'Y Done',
      'Z Done',
    ])
    expect(await again.marks('b')).toEqual([done('X')])
    expect(await again.marks('c')).toEqual([])
  })

  test('draws secrets once and keeps them private', async () => {
    const [one, two] = await Promise.all([
      fileJournal(folder).secrets('global', never),
      sleep(50).then(() => fileJournal(folder).secrets('global', never)),
    ])
    expect(one).toEqual(two)
    expect(one.token).toMatch(/^[a-z0-9]{6}\.[a-z0-9]{16}$/)
    expect(one.certificateKey).toMatch(/^[0-9a-f]{64}$/)
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(folder, 'secrets.json'), 'utf8')).toContain(one.token)
  })

  test('that was damaged is told, not begun anew', async () => {
    await writeFile(join(folder, 'journal.json'), '{"sequences":')
    await expect(fileJournal(folder).marks('a')).rejects.toThrow('journal.json is not JSON')
  })

  test('forgets failures and nothing else when a person resumes', async () => {
    const journal = fileJournal(folder)
    const failed: Mark = { ...done('Y'), status: 'False', reason: 'Failed', places: ['m1'] }
    await journal.write('a', done('X'), never)
    await journal.write('a', { ...failed, failures: 3, isFinal: true }, never)
    await journal.forgetFailures('a', never)
    expect(await journal.marks('a')).toEqual([
      done('X'),
      { ...failed, reason: 'Waiting', message: 'is to be tried again' },
    ])
  })

  test('has every mark that a killed process was told to be kept', async () => {
    for (let round = 0; round < 5; round++) {
      const writer = fork(child, ['write', folder], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      let told = 0
      writer.on('message', (count) => (told = Number(count)))
      await once(writer, 'message')
      await sleep(20 + round * 17)
      writer.kill('SIGKILL')
      await once(writer, 'exit')
      const [mark] = await fileJournal(folder).marks('a')
      expect(Number(mark?.message)).toBeGreaterThanOrEqual(told)
    }
  })
})

describe('the lock of a site', () => {
  test('keeps a second installer out, by name, and goes with a killed process', async () => {
    const holder = fork(child, ['hold', folder], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    await once(holder, 'message')
    const second = withSiteLock(folder, async () => 'in')
    await expect(second).rejects.toThrow(
      `another installer (process ${holder.pid}) is at work in ${folder}`,
    )
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(await withSiteLock(folder, async () => 'in')).toBe('in')
    expect(await withSiteLock(folder, async () => 'again')).toBe('again')
  })
})
