// A process that a test kills: it writes marks as fast as it can, or holds the lock of a site.
import { fileJournal } from '../../src/site/journal/file-journal.ts'
import { withSiteLock } from '../../src/site/journal/site-lock.ts'

const [what, folder = ''] = process.argv.slice(2)
const never = new AbortController().signal

if (what === 'hold') {
  await withSiteLock(folder, async () => {
    process.send?.('held')
    await new Promise(() => setInterval(() => undefined, 1000))
  })
}
const journal = fileJournal(folder)
for (let count = 1; ; count++) {
  const mark = { step: 'X', status: 'True', reason: 'Done', message: String(count) } as const
  await journal.write('a', mark, never)
  process.send?.(count)
}
