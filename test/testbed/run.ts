// npm run testbed [-- start|build|stop …]: the real control plane, to try things on and to test against.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildBinaries } from './build.ts'
import { type PartName, partNames } from './commands.ts'
import { type ControlPlane, startControlPlane } from './control-plane.ts'
import { defaultRelease, releaseNamed, releases } from './releases.ts'

const usage = `usage: npm run testbed [-- VERB FLAGS]

start   builds what is missing, starts a real control plane on 127.0.0.1 and prints its kubeconfig;
        it ends with Ctrl-C. Lines on standard input act on parts: "kill etcd", "stop kwok",
        "start kwok", "restart kube-apiserver" (parts: ${partNames.join(', ')})
build   only builds, into the cache folder outside the repository: the release, and all minors that
        it can play unless --emulate names one
stop    ends the one that was started with the same --folder

--folder DIR        where its files are; kept afterwards (start: a temporary folder unless told)
--version VERSION   ${releases.map((release) => release.version).join(' or ')}; ${defaultRelease.version} unless told
--emulate MINOR     plays an older minor: ${defaultRelease.emulates.join(', ')}
--parts A,B         only etcd, kube-apiserver and these
--fsync             etcd waits for the disk`

const options = {
  folder: { type: 'string' },
  version: { type: 'string', default: defaultRelease.version },
  emulate: { type: 'string' },
  parts: { type: 'string' },
  fsync: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const pidFile = 'testbed.pid'
const stopLimitSeconds = 60

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [verb = 'start', ...rest] = positionals
  if (values.help || rest.length > 0 || !['start', 'build', 'stop'].includes(verb)) {
    console.log(usage)
    return values.help ? 0 : 2
  }
  if (verb === 'stop') return stop(values.folder)
  const release = releaseNamed(values.version)
  const all = verb === 'build' && values.emulate === undefined
  const emulates = all ? release.emulates : [values.emulate].filter((minor) => minor !== undefined)
  await buildBinaries({ release, emulates }, process.env, (line) => console.error(line))
  if (verb === 'build') return 0
  const emulated = values.emulate === undefined ? {} : { emulatedVersion: values.emulate }
  const parts = values.parts === undefined ? {} : { parts: readParts(values.parts) }
  const { version, fsync } = values
  return start(values.folder, { version, fsync, ...emulated, ...parts })
}

async function start(
  given: string | undefined,
  choices: Omit<Parameters<typeof startControlPlane>[0], 'folder'>,
): Promise<number> {
  const ending = waitForSignal()
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'outrigger-testbed-')))
  const keeps = given === undefined ? 'nothing' : 'everything'
  const plane = await startControlPlane({ ...choices, folder: resolve(folder), keeps })
  await writeFile(join(plane.folder, pidFile), String(process.pid))
  console.log(`export OUTRIGGER_TEST_KUBECONFIG=${plane.kubeconfig}`)
  console.error(`${plane.url} is ready; Ctrl-C ends it`)
  const lines = createInterface({ input: process.stdin })
  let work = Promise.resolve()
  lines.on('line', (line) => {
    work = work.then(() => obey(plane, line))
  })
  await ending
  lines.close()
  await rm(join(plane.folder, pidFile), { force: true })
  await plane.shutDown()
  return 0
}

function waitForSignal(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => done())
  })
}

async function obey(plane: ControlPlane, line: string): Promise<void> {
  const [verb, name = ''] = line.trim().split(/\s+/)
  try {
    const [part] = readParts(name)
    if (part === undefined) return
    if (verb === 'kill' || verb === 'stop' || verb === 'start' || verb === 'restart') {
      await plane[verb](part)
      console.error(`${verb} ${part}: done`)
    } else console.error(`"${line}" is not understood; see --help`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}

async function stop(folder: string | undefined): Promise<number> {
  if (folder === undefined) throw new Error('stop needs the --folder that start was given')
  const pid = Number(await readFile(join(folder, pidFile), 'utf8'))
  process.kill(pid, 'SIGTERM')
  for (let second = 0; second < stopLimitSeconds; second++) {
    if (!isRunning(pid)) return 0
    await sleep(1000)
  }
  throw new Error(`process ${pid} did not end within ${stopLimitSeconds} seconds`)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // No such process: it has ended.
    return false
  }
}

function readParts(text: string): readonly PartName[] {
  return text.split(',').map((word) => {
    const name = partNames.find((candidate) => candidate === word)
    if (name) return name
    throw new Error(`there is no part "${word}"; there are ${partNames.join(', ')}`)
  })
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// Standard input may still be open.
process.stdin.destroy()
