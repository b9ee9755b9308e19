import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { loadKubeChapters } from './chapters.ts'
import { startEmbeddedPlayer } from './embedded-player.ts'
import { playAll } from './play-all.ts'

const page = new URL('../../../docs/spec/sandbox.md', import.meta.url)
const mostDifferences = 0.05

test('the embedded server answers as the real one did, but for the differences that are listed', async () => {
  const chapters = await loadKubeChapters()
  const player = await startEmbeddedPlayer()
  const differing: string[] = []
  let count = 0
  try {
    for (const { name: chapter, rows, recorded } of chapters) {
      const answers = await playAll(rows, player)
      count += rows.length
      const other = rows.filter(({ name }) => {
        const found: unknown = JSON.parse(JSON.stringify(answers[name]))
        return !isDeepStrictEqual(found, recorded[name])
      })
      differing.push(...other.map(({ name }) => `${chapter} | ${name}`))
    }
  } finally {
    await player.end()
  }
  expect(differing.toSorted()).toEqual((await listedDifferences()).toSorted())
  expect(differing.length / count).toBeLessThan(mostDifferences)
})

/** The first two cells of each row of the page's last table; every row has a reason. */
async function listedDifferences(): Promise<readonly string[]> {
  const text = await readFile(page, 'utf8')
  const table = text.slice(text.indexOf('| chapter | row | reason |'))
  return table
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const [chapter = '', row = '', reason = ''] = line.slice(2).split(' | ')
      expect(reason.length, `the reason of ${row}`).toBeGreaterThan(10)
      return `${chapter} | ${row}`
    })
}
