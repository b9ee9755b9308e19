// npm run soak:status                                   thirty minutes: 300 plugins, ten kills of the API server and ten of the leader
// npm run soak:status -- --minutes 2 --plugins 40 --kills 2
import { parseArgs } from 'node:util'
import { ChartRepository } from '../operator/chart-repository.ts'
import { type SoakMode, chartName, modes, template } from './soak-mode.ts'
import { SoakPlatform } from './soak-platform.ts'
import { StatusWatcher } from './status-watcher.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    plugins: { type: 'string', default: '300' },
    kills: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const minutes = Number(values.minutes)
const count = Number(values.plugins)
/** Of the API server, and as many of the leader. */
const kills = Number(values.kills)
const settlePatience = 300_000
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

let state = Number(values.seed)
function draw(below: number): number {
  state = (state * 48_271) % 2_147_483_647
  return state % below
}

// Most are asked for what can be.
function drawMode(): SoakMode {
  return draw(3) > 0 ? 'good' : (modes[draw(modes.length)] ?? 'good')
}

const charts = await ChartRepository.start([
  { name: chartName, version: '1.0.0', files: { 'templates/a.yaml': template } },
])
const platform = await SoakPlatform.open(charts.url)
const watcher = new StatusWatcher(platform)
const names = Array.from({ length: count }, (_, at) => `p${at}`)
const instances = Array.from({ length: Math.ceil(count / 10) }, (_, at) => `i${at}`)

async function change(round: number): Promise<void> {
  await platform.setPlugin(names[draw(count)] ?? 'p0', round, drawMode())
  if (draw(5) === 0) await platform.setInstance(instances[draw(instances.length)] ?? 'i0', round)
}

try {
  for (const name of names) await platform.setPlugin(name, 0, 'good')
  for (const name of instances) await platform.setInstance(name, 0)
  const end = Date.now() + minutes * 60_000
  const watching = watcher.run(() => Date.now() > end)
  const gap = (minutes * 60_000) / (2 * kills + 1)
  for (let round = 1, next = Date.now() + gap; Date.now() < end; round++) {
    for (let changes = 0; changes < Math.max(1, count / 60); changes++) await change(round)
    await pause(500)
    if (Date.now() < next || platform.kills === 2 * kills) continue
    next = Date.now() + gap
    console.log(await (platform.kills % 2 === 0 ? platform.killServer() : platform.killLeader()))
  }
  await watching
  const open = await watcher.untilAllTrue(settlePatience)
  const problems = [...watcher.problems, ...open]
  const { ready, reasons, instances: ofInstances, clusters } = watcher.compared
  const figures = `${ready} ready plugins, ${reasons} reasons, ${ofInstances} instances, ${clusters} clusters`
  console.log(`compared ${figures}; ${platform.kills} kills`)
  console.log(problems.length === 0 ? 'every status was true' : problems.join('\n'))
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await platform.close()
  await charts.stop()
}
