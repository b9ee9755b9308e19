import { runCli } from '../test/cli/run-cli.ts'

// One bomb in this process; prints what it cost. The engine is loaded first, and processor time counts
// instead of the clock's: how long loading takes, and who else is busy, says nothing about the bomb.
const [harmless = '', ...words] = process.argv.slice(2)
await runCli(['template', harmless])
const before = process.cpuUsage()
const { exitCode, stderr } = await runCli(['template', ...words])
const { user, system } = process.cpuUsage(before)
const report = {
  seconds: (user + system) / 1_000_000,
  megabytes: process.resourceUsage().maxRSS / 1024,
  exitCode,
  error: stderr.replace(/^error: /, ''),
}
console.log(JSON.stringify(report))
