// Writes as fast as it can into the folder that is named and says on stdout what was acknowledged,
// until somebody kills it.

import { systemClock } from '../../src/std/clock.ts'
import { openFolder } from '../../src/apiserver/storage/node-files.ts'
import { defaultLimits, Store } from '../../src/apiserver/storage/store.ts'

const writers = 8
const names = 50

const [folder = ''] = process.argv.slice(2)
// Small, so that segments change and snapshots are written all the time.
const limits = { ...defaultLimits, snapshotAfterBytes: 200_000 }
const store = await Store.open(await openFolder(folder), systemClock, limits)
await Promise.all(Array.from({ length: writers }, (_, writer) => writeForever(writer)))

async function writeForever(writer: number): Promise<never> {
  for (let turn = 0; ; turn++) {
    const name = `writer-${writer}/name-${turn % names}`
    const entry = await store.write({
      operation: 'put',
      bucket: 'things',
      name,
      expected: store.latest('things', name)?.revision ?? 0,
      encode: (revision) => {
        const object = { revision, filling: 'x'.repeat((revision * 37) % 2000) }
        return { bytes: Buffer.from(JSON.stringify(object)), object }
      },
    })
    // A short line in one write, so that a kill cannot cut it in two.
    if (entry !== undefined) process.stdout.write(`${name} ${entry.revision}\n`)
  }
}
