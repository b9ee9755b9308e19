import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { carryOutPackage } from '../src/expansion/carry-out/carry-out.ts'
import { registryUploads } from '../src/expansion/carry-out/upload-charts.ts'
import { writeFiles } from '../src/expansion/package-for-test.ts'
import { openPackage } from '../src/expansion/package/open-package.ts'
import { buildPackage } from '../src/expansion/tools/build.ts'
import { connectRegistry } from '../src/oci/client/registry.ts'
import { createTransport } from '../src/oci/client/transport.ts'
import { compressMilliseconds } from '../test/expansion/compress-milliseconds.ts'
import { imageNames, largePackage } from '../test/expansion/large-package.ts'
import { findOracle } from '../test/oracles/find.ts'
import { startDockerRegistry } from '../test/registry/docker-registry.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'

const layerBytes = 1_000_000
const rounds = 5
const pushLimit = 1
const unchangedLimit = 2000
const buildLimit = 1.3
const never = new AbortController().signal

export const bench: Bench = {
  summary:
    'a package of twenty charts and sixty images of a megabyte: built, carried out to docker-registry against skopeo copying the images, and carried out again',
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outrigger-expansion-bench-'))
    try {
      const source = join(folder, 'source')
      await writeFiles(source, largePackage(0, layerBytes))
      const build = await measureBuild(folder, source)
      return [...build.measurements, ...(await measurePush(folder, source, build.out))]
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function measureBuild(folder: string, source: string) {
  const built: number[] = []
  const compressed: number[] = []
  let out = ''
  for (let round = 0; round < rounds; round++) {
    out = join(folder, `package-${round}.tar.zst`)
    const workspace = await workspaceIn(folder, `build-${round}`)
    const opened = await openPackage(source, workspace, never)
    if (opened === undefined) throw new Error('no package')
    const began = performance.now()
    await buildPackage(opened, { workspace, out, compression: 'zstd' }, never)
    built.push(performance.now() - began)
    compressed.push(await compressMilliseconds(source, never))
  }
  const measurements: readonly Measurement[] = [
    { name: 'build', value: median(built), unit: 'ms' },
    { name: 'read and compress', value: median(compressed), unit: 'ms' },
    {
      name: 'build / read and compress',
      value: median(built) / median(compressed),
      unit: '×',
      limit: buildLimit,
    },
  ]
  return { out, measurements }
}

/** Ours carries out the whole package, charts and files included; skopeo copies the images alone. */
async function measurePush(
  folder: string,
  source: string,
  out: string,
): Promise<readonly Measurement[]> {
  const ours: number[] = []
  const again: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [first, second] = [await startDockerRegistry(), await startDockerRegistry()]
    try {
      const stage = join(folder, `stage-${round}`)
      ours.push(await carry(out, { host: first.host, folder, name: `first-${round}`, stage }))
      again.push(await carry(out, { host: first.host, folder, name: `again-${round}`, stage }))
      theirs.push(await copyWithSkopeo(join(source, 'images'), second.host, folder))
    } finally {
      await first.stop()
      await second.stop()
    }
  }
  return [
    { name: 'carried out', value: median(ours), unit: 'ms' },
    { name: 'skopeo copies the images', value: median(theirs), unit: 'ms' },
    {
      name: 'carried out / skopeo',
      value: median(ours) / median(theirs),
      unit: '×',
      limit: pushLimit,
    },
    {
      name: 'carried out again, the best of five',
      value: Math.min(...again),
      unit: 'ms',
      limit: unchangedLimit,
    },
  ]
}

interface Carrying {
  readonly host: string
  readonly folder: string
  readonly name: string
  /** Where files of the package lie on the machine, kept between runs. */
  readonly stage: string
}

async function carry(out: string, { host, folder, name, stage }: Carrying): Promise<number> {
  const workspace = await workspaceIn(folder, name)
  const transport = createTransport()
  const registry = connectRegistry(host, { transport })
  const began = performance.now()
  try {
    const opened = await openPackage(out, workspace, never)
    if (opened === undefined) throw new Error('no package')
    const site = {
      folder: 'site',
      namespace: 'outrigger-system',
      values: { global: {}, charts: {} },
      facts: {},
      secretName: undefined,
      clusters: [undefined],
    }
    const charts = registryUploads(registry, 'site/large/charts')
    const ports = { workspace, stage, registry, charts, apply: async () => 0 }
    await carryOutPackage(opened, site, ports, never)
    return performance.now() - began
  } finally {
    await transport.close()
  }
}

async function workspaceIn(folder: string, name: string): Promise<string> {
  const workspace = join(folder, `${name}.work`)
  await mkdir(workspace)
  return workspace
}

// One call an image, as its users write it; digests stay, as ours do.
async function copyWithSkopeo(layout: string, host: string, folder: string): Promise<number> {
  const flags = '--insecure-policy copy -q --preserve-digests --dest-tls-verify=false'
  const lines = imageNames.map((image) => {
    const name = image.replace('docker.io/', '')
    return `${findOracle('skopeo')} ${flags} oci:${layout}:${image} docker://${host}/site/${name}\n`
  })
  const script = join(folder, 'skopeo.sh')
  await writeFile(script, lines.join(''))
  const began = performance.now()
  const child = spawn('sh', ['-e', script], { stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  if (code !== 0) throw new Error(`skopeo ended with ${code}`)
  return performance.now() - began
}
