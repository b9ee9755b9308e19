// npm run soak:status                                   thirty minutes: 300 plugins, ten kills of the API server and ten of the leader
// npm run soak:status -- --minutes 2 --plugins 40 --kills 2
import { parseArgs } from 'node:util'
import { ChartRepository } from '../operator/chart-repository.ts'
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
const kills = Number(values.kills)
const settlePatience = 300_000
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

let state = Number(values.seed)
function draw(below: number): number {
  state = (state * 48_271) % 2_147_483_647
  return state % below
}

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data: {value: {{ .Values.value | quote }}}
`
const charts = await ChartRepository.start([
  { name: 'config', version: '1.0.0', files: { 'templates/a.yaml': template } },
])
const platform = await SoakPlatform.open(charts.url)
const watcher = new StatusWatcher(platform)
try {
  const names = Array.from({ length: count }, (_, at) => `p${at}`)
  for (const name of names) await platform.setValue(name, 0)
  const end = Date.now() + minutes * 60_000
  const watching = watcher.run(() => Date.now() > end)
  const gap = (minutes * 60_000) / (2 * kills + 1)
  for (let round = 0, next = Date.now() + gap; Date.now() < end; round++) {
    for (let change = 0; change < Math.max(1, count / 60); change++)
      await platform.setValue(names[draw(count)] ?? 'p0', round + 1)
    await pause(500)
    if (Date.now() < next || Date.now() + 1000 > end) continue
    next = Date.now() + gap
    console.log(await (platform.kills % 2 === 0 ? platform.killServer() : platform.killLeader()))
  }
  await watching
  const open = await watcher.untilAllTrue(names, settlePatience)
  const problems = [...watcher.problems, ...open]
  console.log(`${watcher.compared} statuses compared, ${platform.kills} kills`)
  console.log(problems.length === 0 ? 'every status was true' : problems.join('\n'))
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await platform.close()
  await charts.stop()
}
