import { storyOf } from './make-story.ts'
import { play } from './play.ts'
import { playApart } from './play-apart.ts'
import type { RunOptions } from './run-options.ts'
import { tellFault } from './tell.ts'

/** Crashes that one process plays; a new one for each part keeps memory small. */
const partLength = 40

/** The outcome of a story whose operator died at a request. */
export interface CrashResult {
  readonly request: number
  readonly side: 'before' | 'after'
  readonly violation: string | undefined
}

/** Plays stories without other faults once for each request of their operator, which dies there. */
export async function crashEverywhere({ first, last, processes }: RunOptions): Promise<number> {
  let failures = 0
  for (let seed = first; seed <= last; seed++) failures += await crashAll(seed, processes)
  return failures === 0 ? 0 : 1
}

async function crashAll(seed: number, processes: number): Promise<number> {
  const { operatorRequests } = await play(bareStory(seed), { keeps: 'digest' })
  const begins = Array.from({ length: Math.ceil(operatorRequests / partLength) }, (_, at) => {
    return at * partLength + 1
  })
  let played = 0
  let failed = 0
  const note = ({ request, side, violation }: CrashResult) => {
    played++
    if (violation === undefined) return
    failed++
    const crash = tellFault({ what: 'crash', operator: 0, request, side })
    console.log(`seed ${seed}, ${crash}: ${violation}`)
  }
  const work = async () => {
    for (let begin = begins.shift(); begin !== undefined; begin = begins.shift()) {
      const end = Math.min(operatorRequests, begin + partLength - 1)
      await playApart(['crash', seed, begin, end], (result) => note(result as CrashResult))
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  const isWhole = played >= operatorRequests
  const how = failed === 0 && isWhole ? 'all green' : `${failed} failed`
  console.log(`seed ${seed}: ${played} crashes at ${operatorRequests} requests, ${how}`)
  return isWhole ? failed : failed + 1
}

/** Plays the crashes of some requests of a story. Dying after a read is dying before the next request. */
export async function playCrashes(
  seed: number,
  [first, last]: readonly [number, number],
  told: (result: CrashResult) => void,
): Promise<void> {
  const story = bareStory(seed)
  const { operatorWrites } = await play(story, { keeps: 'digest' })
  for (let request = first; request <= last; request++) {
    const sides = operatorWrites.has(request)
      ? (['before', 'after'] as const)
      : (['before'] as const)
    for (const side of sides) {
      const crash = { what: 'crash', operator: 0, request, side } as const
      const { violations } = await play({ ...story, faults: [crash] }, { keeps: 'digest' })
      const [one] = violations
      const violation = one === undefined ? undefined : `${one.kind}: ${one.text}`
      told({ request, side, violation })
    }
  }
}

function bareStory(seed: number) {
  return { ...storyOf(seed), faults: [], operators: 1 } as const
}
