import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DockerRegistry,
  startCraneRegistry,
  startDistribution,
  startDockerRegistry,
} from '../test/registry/docker-registry.ts'
import { startFaultyProxy } from '../test/registry/faulty-proxy.ts'
import { startTemporaryRegistry } from '../test/registry/temporary-registry.ts'
import type { Bench, Measurement } from './bench.ts'
import { type Generated, generateLarge, generateMany } from './copy-images.ts'
import { type Copier, type Run, copiers, copyWith, nameAfter, program } from './copy-tools.ts'
import { median } from './median.ts'

const copyLimit = 1
const unchangedLimit = 0.3
const memoryLimit = 150_000

type Start = () => Promise<DockerRegistry>

/** The registries that images are copied to; the first of them is where the promises hold. */
const destinations: readonly (readonly [string, Start, number])[] = [
  ['docker-registry', () => startDockerRegistry(), 3],
  ['distribution 3.1', startDistribution, 1],
  ['embedded', startTemporaryRegistry, 1],
  ['crane registry', startCraneRegistry, 1],
]

export const bench: Bench = {
  summary:
    'images copied from docker-registry to docker-registry, distribution, the embedded registry and that of crane, by outrigger, skopeo, crane and regsync (a gigabyte, sixty images, nothing new)',
  measure: async () => {
    if (!existsSync(program)) throw new Error('there is no dist/outrigger.js; run "npm run build"')
    const source = await startDockerRegistry()
    const home = await mkdtemp(join(tmpdir(), 'outrigger-copy-bench-'))
    const found: Measurement[] = []
    try {
      const large = await generateLarge(source.host)
      const many = await generateMany(source.host)
      const stage = { source, home }
      for (const [to, start, rounds] of destinations) {
        for (const [what, images] of [
          ['1 GB in 20 layers', large],
          ['60 images', many],
        ] as const) {
          const name = `${what} to ${to}`
          found.push(...(await measureOne({ name, images, start, rounds }, stage)))
          console.error(`${name}: load ${loadavg()[0]?.toFixed(1)}`)
        }
      }
      return [...found, ...(await measureBytes(many, stage))]
    } finally {
      await source.stop()
      await rm(home, { recursive: true, force: true })
    }
  },
}

interface Stage {
  readonly source: DockerRegistry
  readonly home: string
}

interface Case {
  readonly name: string
  readonly images: Generated
  readonly start: Start
  readonly rounds: number
}

async function measureOne(
  { name, images, start, rounds }: Case,
  stage: Stage,
): Promise<readonly Measurement[]> {
  const fresh = new Map<Copier, Run[]>(copiers.map((who) => [who, []]))
  const again = new Map<Copier, Run[]>(copiers.map((who) => [who, []]))
  for (let round = 0; round < rounds; round++) {
    for (const who of copiers) {
      const destination = await start()
      try {
        const job = jobTo(destination.host, images, stage)
        fresh.get(who)?.push(await copyWith(who, job))
        again.get(who)?.push(await copyWith(who, job))
        await checkDigests(who, images, destination)
      } finally {
        await destination.stop()
      }
    }
  }
  return [
    ...compared(name, fresh, copyLimit),
    ...compared(`${name}, nothing new`, again, unchangedLimit),
    {
      name: `${name}: peak memory of outrigger`,
      value: Math.max(...(fresh.get('outrigger') ?? []).map(({ peak }) => peak)),
      unit: 'kB',
      limit: memoryLimit,
    },
  ]
}

function jobTo(to: string, images: Generated, { source, home }: Stage) {
  return { names: [...images.keys()], from: source.host, to, home }
}

/** Copies are held against the fastest of the others, an unchanged one against skopeo. */
function compared(
  name: string,
  runs: ReadonlyMap<Copier, readonly Run[]>,
  limit: number,
): readonly Measurement[] {
  const time = (who: Copier) => median((runs.get(who) ?? []).map(({ elapsed }) => elapsed))
  const others = copiers.filter((who) => who !== 'outrigger')
  const isCopy = limit === copyLimit
  const against = isCopy ? Math.min(...others.map(time)) : time('skopeo')
  return [
    ...copiers.map((who) => ({ name: `${name}: ${who}`, value: time(who), unit: 'ms' as const })),
    {
      name: `${name}: outrigger / ${isCopy ? 'the fastest' : 'skopeo'}`,
      value: time('outrigger') / against,
      unit: '×',
      limit,
    },
  ]
}

/** The bytes that each of them sends, counted by a proxy. */
async function measureBytes(images: Generated, stage: Stage): Promise<readonly Measurement[]> {
  const sent = new Map<Copier, number>()
  for (const who of copiers) {
    const destination = await startDockerRegistry()
    const proxy = await startFaultyProxy(destination.url, "the proxy's name")
    try {
      await copyWith(who, jobTo(proxy.host, images, stage))
      sent.set(who, proxy.seen.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
    } finally {
      await proxy.stop()
      await destination.stop()
    }
  }
  const bytesOf = (who: Copier) => sent.get(who) ?? 0
  const fewest = Math.min(...copiers.filter((who) => who !== 'outrigger').map(bytesOf))
  return [
    ...copiers.map((who) => ({
      name: `60 images: sent by ${who}`,
      value: bytesOf(who),
      unit: 'kB' as const,
    })),
    {
      name: '60 images: sent, outrigger / the fewest',
      value: bytesOf('outrigger') / fewest,
      unit: '×',
      limit: 1,
    },
  ]
}

async function checkDigests(
  who: Copier,
  images: Generated,
  { url }: DockerRegistry,
): Promise<void> {
  for (const [image, digest] of images) {
    const [name = '', tag = ''] = image.split(':')
    const headers = {
      accept: 'application/vnd.oci.image.manifest.v1+json, application/vnd.oci.image.index.v1+json',
    }
    const path = `${url}/v2/${nameAfter(who, name)}/manifests/${tag}`
    const found = await fetch(path, { method: 'HEAD', headers })
    if (found.headers.get('docker-content-digest') === digest) continue
    throw new Error(`${who} copied ${image} as ${found.headers.get('docker-content-digest')}`)
  }
}
