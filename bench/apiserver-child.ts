// The embedded API server in a process of its own, with a real folder and fsync. Prints how to reach it
// and how long it took to start; ends with its standard input.
import { readFile } from 'node:fs/promises'
import { serveApi } from '../src/apiserver/serve.ts'

const [folder = ''] = process.argv.slice(2)
const began = performance.now()
const served = await serveApi({ folder })
const started = performance.now() - began
const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
const resident = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
process.stdout.write(`${JSON.stringify({ ...served.admin, started, resident })}\n`)
process.stdin.resume().on('end', () => void served.stop().then(() => process.exit(0)))
