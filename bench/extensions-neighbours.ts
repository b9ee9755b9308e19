import { setTimeout as sleep } from 'node:timers/promises'
import type { Measurement } from './bench.ts'
import { ExtensionsStage } from './extensions-stage.ts'
import { openFlapping, openHole } from './extensions-troubles.ts'
import { median } from './median.ts'

const group = 50
const rounds = 3
const changes = 16
// Work that a process does for the first time, and the neighbours' first troubles, are not compared.
const settleMilliseconds = 5000

const changeEvery = 200

type Neighbour = 'hole' | 'flapping'

/** One cluster alone, and beside two others that have as many instances and do not behave, in turns. */
export async function measureNeighbours(): Promise<readonly Measurement[]> {
  const alone: Times[] = []
  const beside: Times[] = []
  for (let round = 0; round < rounds; round++) {
    alone.push(await watchThird([]))
    beside.push(await watchThird(['hole', 'flapping']))
  }
  const flips = median(beside.map((times) => times.flips))
  return [
    { name: 'times that the flapping one was seen to come or go', value: flips, unit: '×' },
    ...compare('roll-out of', alone, beside, 'rollOut'),
    ...compare('change of', alone, beside, 'change'),
  ]
}

interface Times {
  readonly rollOut: readonly number[]
  readonly change: readonly number[]
  /** How often the flapping neighbour was seen to come or go meanwhile. */
  readonly flips: number
}

function compare(
  what: string,
  alone: readonly Times[],
  beside: readonly Times[],
  of: 'rollOut' | 'change',
): readonly Measurement[] {
  const [one, other] = [alone, beside].map((times) => median(times.flatMap((each) => each[of])))
  if (one === undefined || other === undefined) return []
  const name = `${what} ${group} instances`
  return [
    { name: `${name}, alone`, value: one, unit: 'ms' },
    { name: `${name}, beside a hole and a flapping one`, value: other, unit: 'ms' },
    { name: `${name}, beside against alone`, value: other / one, unit: '×', limit: 1.2 },
  ]
}

/** How long the third cluster takes, each time until all its instances are ready as they were written last. */
async function watchThird(neighbours: readonly Neighbour[]): Promise<Times> {
  const stage = await ExtensionsStage.open(2)
  const closing: (() => void | Promise<void>)[] = []
  try {
    await stage.addExtension('web')
    await stage.addCluster('third', stage.kubeconfigOf('cluster-0'))
    await stage.startOperator()
    // The same work first, so that nothing is measured cold, whether others were there or not.
    await rollOut(stage, 'warm-up')
    for (const name of neighbours) {
      const trouble = await openTrouble(name, stage)
      closing.push(trouble.close)
      await stage.addCluster(name, stage.kubeconfigOf('cluster-1', trouble.port))
      await stage.putInstances(instancesOn(name, name, 'small'))
    }
    await sleep(settleMilliseconds)
    const changing = keepChanging(stage, neighbours)
    closing.push(changing.stop)
    const times = { rollOut: [] as number[], change: [] as number[] }
    for (let change = 0; change < changes; change++) {
      times.rollOut.push(await rollOut(stage, `batch-${change}`))
      times.change.push(await rollOut(stage, 'warm-up', `size-${change}`))
    }
    return { ...times, flips: changing.flips() }
  } finally {
    for (const close of closing.toReversed()) await close()
    await stage.close()
  }
}

function openTrouble(name: Neighbour, stage: ExtensionsStage) {
  return name === 'hole' ? openHole() : openFlapping(stage.portOf('cluster-1'))
}

// Somebody works with the neighbours meanwhile: there is always something that cannot be done now.
function keepChanging(
  stage: ExtensionsStage,
  neighbours: readonly Neighbour[],
): { readonly stop: () => Promise<void>; readonly flips: () => number } {
  const stop = new AbortController()
  let flips = 0
  let last = ''
  const change = async () => {
    for (let count = 0; !stop.signal.aborted; count++) {
      for (const one of neighbours)
        await stage.putInstances(
          instancesOn(one, one, `size-${count}`)
            .slice(count % group)
            .slice(0, 1),
        )
      const now = neighbours.includes('flapping') ? await stage.reachability('flapping') : ''
      if (count > 0 && now !== last) flips++
      last = now
      await sleep(changeEvery)
    }
  }
  const changing = change()
  return {
    stop: async () => {
      stop.abort()
      await changing
    },
    flips: () => flips,
  }
}

async function rollOut(stage: ExtensionsStage, batch: string, size = 'small'): Promise<number> {
  const own = instancesOn('third', batch, size)
  const began = performance.now()
  await stage.putInstances(own)
  await stage.untilReady(own.map(({ name }) => name))
  return performance.now() - began
}

function instancesOn(cluster: string, batch: string, size: string) {
  return Array.from({ length: group }, (_, at) => ({
    name: `${batch}-${at}`,
    spec: { extension: 'web', cluster, parameters: { size } },
  }))
}
