import { parseArgs } from 'node:util'

export interface RunOptions {
  readonly first: number
  readonly last: number
  readonly processes: number
  /** The name of a fault that is put back, or `all`. */
  readonly fault: string | undefined
  /** Prints the digest of each seed. */
  readonly digests: boolean
  /** Plays the story of the first seed once for each request that an operator may die of. */
  readonly crashEverywhere: boolean
}

const usage =
  'usage: npm run simulate -- --seeds A-B [--processes N] [--digests] [--crash-everywhere] [--fault NAME|all]'

/** The options that the words of the command line mean; throws a usage error. */
export function runOptionsOf(words: readonly string[]): RunOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seeds: { type: 'string', default: '1-300' },
      processes: { type: 'string', default: '2' },
      fault: { type: 'string' },
      digests: { type: 'boolean', default: false },
      'crash-everywhere': { type: 'boolean', default: false },
    },
  })
  const found = /^(\d+)(?:-(\d+))?$/.exec(values.seeds)
  const processes = Number(values.processes)
  if (found === null || !Number.isInteger(processes) || processes < 1) throw new Error(usage)
  const first = Number(found[1])
  const last = Number(found[2] ?? found[1])
  if (last < first) throw new Error(usage)
  return {
    first,
    last,
    processes: Math.min(processes, last - first + 1),
    fault: values.fault,
    digests: values.digests,
    crashEverywhere: values['crash-everywhere'],
  }
}
