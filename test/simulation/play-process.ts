import { playCrashes } from './crash-everywhere.ts'
import { foundStories } from './found-stories.ts'
import { play } from './play.ts'
import { playSeeds } from './play-seeds.ts'

// One process of several. It plays what it is given as words and sends each result: the seeds FIRST LAST, the crashes
// `crash SEED FIRST LAST`, or `stories`, all that were found.
const words = process.argv.slice(2)
const send = (result: object) => process.send?.(result)

if (words[0] === 'crash') {
  const [seed = 0, first = 0, last = -1] = words.slice(1).map(Number)
  await playCrashes(seed, [first, last], send)
} else if (words[0] === 'stories') {
  for (const [name, story] of foundStories) {
    const { violations } = await play(story, { keeps: 'digest' })
    send({ seed: `story "${name}"`, violations })
  }
} else {
  const [first = 0, last = -1] = words.map(Number)
  await playSeeds(seedsOf(first, last), send)
}
process.disconnect?.()

function* seedsOf(first: number, last: number): Generator<number> {
  for (let seed = first; seed <= last; seed++) yield seed
}
