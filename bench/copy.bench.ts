import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findOracle } from '../test/oracles/find.ts'
import { type DockerRegistry, startDockerRegistry } from '../test/registry/docker-registry.ts'
import { startFaultyProxy } from '../test/registry/faulty-proxy.ts'
import type { Bench, Measurement } from './bench.ts'
import { type Generated, generateLarge, generateMany } from './copy-images.ts'
import { median } from './median.ts'
import { peakOf } from './process-figures.ts'

const rounds = 3
const program = resolve(import.meta.dirname, '..', 'dist', 'outrigger.js')
const copyLimit = 1
const unchangedLimit = 0.3
const memoryLimit = 150_000

type Who = 'outrigger' | 'skopeo'

interface Run {
  readonly elapsed: number
  /** In kilobytes. */
  readonly peak: number
}

export const bench: Bench = {
  summary:
    'images copied between two docker-registries by `outrigger images copy`, against skopeo (a gigabyte, sixty images, nothing new)',
  measure: async () => {
    if (!existsSync(program)) throw new Error('there is no dist/outrigger.js; run "npm run build"')
    const source = await startDockerRegistry()
    const home = await mkdtemp(join(tmpdir(), 'outrigger-copy-bench-'))
    try {
      const large = await generateLarge(source.host)
      const many = await generateMany(source.host)
      return [
        ...(await measureOne('1 GB in 20 layers', large, { source, home })),
        ...(await measureOne('60 images', many, { source, home })),
        ...(await measureBytes(many, { source, home })),
      ]
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

async function measureOne(
  name: string,
  images: Generated,
  stage: Stage,
): Promise<readonly Measurement[]> {
  const fresh: Record<Who, Run[]> = { outrigger: [], skopeo: [] }
  const again: Record<Who, Run[]> = { outrigger: [], skopeo: [] }
  for (let round = 0; round < rounds; round++) {
    for (const who of ['outrigger', 'skopeo'] as const) {
      const destination = await startDockerRegistry()
      try {
        fresh[who].push(await copyAll(who, images, destination.host, stage))
        again[who].push(await copyAll(who, images, destination.host, stage))
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
      value: Math.max(...fresh.outrigger.map(({ peak }) => peak)),
      unit: 'kB',
      limit: memoryLimit,
    },
  ]
}

function compared(
  name: string,
  runs: Readonly<Record<Who, readonly Run[]>>,
  limit: number,
): readonly Measurement[] {
  const time = (who: Who) => median(runs[who].map(({ elapsed }) => elapsed))
  return [
    { name: `${name}: outrigger`, value: time('outrigger'), unit: 'ms' },
    { name: `${name}: skopeo`, value: time('skopeo'), unit: 'ms' },
    {
      name: `${name}: outrigger / skopeo`,
      value: time('outrigger') / time('skopeo'),
      unit: '×',
      limit,
    },
  ]
}

/** The bytes that each of them sends, counted by a proxy. */
async function measureBytes(images: Generated, stage: Stage): Promise<readonly Measurement[]> {
  const sent: Partial<Record<Who, number>> = {}
  for (const who of ['outrigger', 'skopeo'] as const) {
    const destination = await startDockerRegistry()
    const proxy = await startFaultyProxy(destination.url, "the proxy's name")
    try {
      await copyAll(who, images, proxy.host, stage)
      sent[who] = proxy.seen.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
    } finally {
      await proxy.stop()
      await destination.stop()
    }
  }
  const { outrigger = 0, skopeo = 0 } = sent
  return [
    { name: '60 images: sent by outrigger', value: outrigger, unit: 'kB' },
    { name: '60 images: sent by skopeo', value: skopeo, unit: 'kB' },
    { name: '60 images: sent, outrigger / skopeo', value: outrigger / skopeo, unit: '×', limit: 1 },
  ]
}

async function copyAll(
  who: Who,
  images: Generated,
  to: string,
  { source, home }: Stage,
): Promise<Run> {
  const list = join(home, who === 'skopeo' ? 'images.yaml' : 'images.txt')
  const names = [...images.keys()]
  if (who === 'skopeo') {
    const entries = names.map((name) => `    ${name.replace(/:.*/, '')}: [v1]\n`).join('')
    await writeFile(list, `"${source.host}":\n  tls-verify: false\n  images:\n${entries}`)
    const insecure = ['--src-tls-verify=false', '--dest-tls-verify=false']
    const words = ['sync', '--all', '--src', 'yaml', '--dest', 'docker', ...insecure, list, to]
    return await run(findOracle('skopeo'), ['--insecure-policy', ...words], home)
  }
  await writeFile(list, names.map((name) => `${source.host}/${name}\n`).join(''))
  const allow = ['--allow-address', `http://${source.host}`]
  return await run(process.execPath, [program, 'images', 'copy', list, to, ...allow], home)
}

async function checkDigests(who: Who, images: Generated, { url }: DockerRegistry): Promise<void> {
  for (const [image, digest] of images) {
    const [name = '', tag = ''] = image.split(':')
    // skopeo puts images of a list below the last part of their name.
    const path = who === 'skopeo' ? name.slice(name.lastIndexOf('/') + 1) : name
    const headers = {
      accept: 'application/vnd.oci.image.manifest.v1+json, application/vnd.oci.image.index.v1+json',
    }
    const found = await fetch(`${url}/v2/${path}/manifests/${tag}`, { method: 'HEAD', headers })
    if (found.headers.get('docker-content-digest') === digest) continue
    throw new Error(`${who} copied ${image} as ${found.headers.get('docker-content-digest')}`)
  }
}

function run(command: string, words: readonly string[], home: string): Promise<Run> {
  return new Promise((done, failed) => {
    const began = performance.now()
    const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home }
    const child = spawn(command, words, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    let peak = 0
    const look = setInterval(() => {
      if (child.pid !== undefined && existsSync(`/proc/${child.pid}/status`))
        peak = Math.max(peak, peakOf(child.pid))
    }, 50)
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
    child.once('error', failed)
    child.once('close', (code) => {
      clearInterval(look)
      if (code === 0) done({ elapsed: performance.now() - began, peak })
      else failed(new Error(`${command} ${words.join(' ')} failed: ${errors}`))
    })
  })
}
