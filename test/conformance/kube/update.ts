import { loadKubeChapters, saveRecorded } from './chapters.ts'
import { playAll } from './play-all.ts'
import { startRealPlayer } from './real-player.ts'

// Records what the real kube-apiserver answers to every row: `npm run conformance:update -- kube`, or for the chapters
// whose names begin so: `npm run conformance:update -- kube apply`.
const prefix = process.argv[3] ?? ''
const player = await startRealPlayer()
try {
  for (const { name, rows, recorded: before } of await loadKubeChapters(prefix)) {
    const after = await playAll(rows, player)
    await saveRecorded(name, after)
    const changed = rows.filter(
      (row) => JSON.stringify(before[row.name]) !== JSON.stringify(after[row.name]),
    )
    console.log(`kube/${name}: ${rows.length} rows, ${changed.length} changed`)
    for (const row of changed) console.log(`  ${row.name}`)
  }
} finally {
  await player.end()
}
