import { crashEverywhere } from './crash-everywhere.ts'
import { playFaults } from './faults/play-faults.ts'
import { storyOf } from './make-story.ts'
import { play } from './play.ts'
import { playApart } from './play-apart.ts'
import type { SeedResult } from './play-seeds.ts'
import { type RunOptions, runOptionsOf } from './run-options.ts'
import { shrink } from './shrink.ts'
import type { Story } from './story.ts'
import { tellFault, tellTime } from './tell.ts'

/** Seeds that one process plays; a new one for each part keeps memory small. */
const partLength = 25

const options = runOptionsOf(process.argv.slice(2))
if (options.fault !== undefined) process.exitCode = await playFaults(options.fault, options)
else if (options.crashEverywhere) process.exitCode = await crashEverywhere(options)
else process.exitCode = await playAll(options)

async function playAll(options: RunOptions): Promise<number> {
  const { first, last, processes, digests } = options
  const failed: SeedResult[] = []
  let played = 0
  let longest = 0
  const began = performance.now()
  const note = (result: SeedResult) => {
    played++
    longest = Math.max(longest, result.milliseconds)
    if (digests) console.log(`${result.seed} ${result.digest}`)
    if (result.violations.length === 0) return
    failed.push(result)
    const [first] = result.violations
    console.log(`seed ${result.seed}: ${first?.kind}: ${first?.text}`)
  }
  const parts = partsOf(first, last)
  const codes: number[] = []
  const work = async () => {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      codes.push(await playApart(part, (result) => note(result as SeedResult)))
    }
  }
  await Promise.all(Array.from({ length: processes }, work))
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const how = `${played} seeds in ${seconds} s, the longest took ${Math.round(longest)} ms`
  console.log(`${how}; ${failed.length === 0 ? 'all green' : `${failed.length} failed`}`)
  const [worst] = failed.toSorted((one, other) => one.seed - other.seed)
  if (worst !== undefined && !digests) await tellStory(worst)
  const isWhole = played === last - first + 1 && codes.every((code) => code === 0)
  return failed.length === 0 && isWhole ? 0 : 1
}

function partsOf(first: number, last: number): (readonly number[])[] {
  const count = Math.ceil((last - first + 1) / partLength)
  return Array.from({ length: count }, (_, at) => {
    const begin = first + at * partLength
    return [begin, Math.min(last, begin + partLength - 1)]
  })
}

/** Prints the shortest story that shows the same. */
async function tellStory({ seed, violations }: SeedResult): Promise<void> {
  const kind = violations[0]?.kind
  if (kind === undefined) return
  console.log(`\nseed ${seed}, shortened:`)
  await printStory(await shrink(storyOf(seed), kind))
}

async function printStory(story: Story): Promise<void> {
  const played = await play(story, { keeps: 'digest' })
  const { operators, tenants, minor, faults } = story
  const who = operators === 1 ? 'one operator' : 'two operators'
  console.log(`  ${who}, Kubernetes 1.${minor}, tenants ${tenants.join(' and ')}`)
  for (const fault of faults) if (fault.what === 'crash') console.log(`  ${tellFault(fault)}`)
  for (const line of played.events) console.log(`  ${line}`)
  for (const { at, kind, text } of played.violations) {
    console.log(`  ${tellTime(at)}  VIOLATION ${kind}: ${text}`)
  }
}
