// Which globals mean I/O, a clock, chance, Node or the environment. A use is written as it stands
// in the source: `fetch` is any use of fetch, `Date.now` that member, `new Date()` a call with no
// argument, `Math as a value` the bare name
// handed to somebody else, `Math[…]` a member chosen at run time.

const httpClients = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'navigator']
const nodeOnly = ['process', 'Buffer', 'require', 'global', 'setImmediate', '__dirname']
const wholeWorld = ['globalThis', 'self', 'window', 'document', 'location']
const storage = ['localStorage', 'sessionStorage', 'indexedDB', 'caches']
const timers = ['setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame']
const chance = ['crypto', 'Math.random', 'Math as a value', 'Math[…]']
const dates = ['Date.now', 'new Date()', 'Date(…)', 'Date as a value', 'Date[…]']
const clocks = [...dates, 'performance', 'Temporal.Now', 'Temporal as a value', 'Temporal[…]']

/** Names that a browser does not have, or that a browser-safe file may not use there. */
export const notBrowserSafe: ReadonlySet<string> = new Set([
  ...httpClients,
  ...nodeOnly,
  'import.meta.dirname',
  'import.meta.filename',
])

/** Names that a pure file may not touch. */
export const notPure: ReadonlySet<string> = new Set([
  ...notBrowserSafe,
  ...wholeWorld,
  ...storage,
  ...timers,
  ...chance,
  ...clocks,
  'AbortSignal.timeout',
  'console',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'import.meta.env',
])

/** The environment and the arguments of the process. */
export const environment: ReadonlySet<string> = new Set([
  'process.env',
  'process.argv',
  'process.argv0',
  'process.execArgv',
  'process.loadEnvFile',
  'process as a value',
  'process[…]',
  'import.meta.env',
])

/** Modules that give the environment without the word `process`. */
export const environmentImports: Readonly<Record<string, readonly string[]>> = {
  'node:process': ['env', 'argv', 'argv0', 'execArgv', 'loadEnvFile'],
  'node:util': ['parseArgs'],
}

/** The names in Node's modules with which a program listens. */
export const listeningImports: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['createServer', 'Server', 'default'],
  'node:https': ['createServer', 'Server', 'default'],
  'node:http2': ['createServer', 'createSecureServer', 'default'],
  'node:net': ['createServer', 'Server', 'default'],
  'node:tls': ['createServer', 'Server', 'default'],
  'node:dgram': ['createSocket', 'Socket', 'default'],
}

/** Modules of Node whose functions do I/O, so that none may be called while a file is imported. */
export const ioModules: ReadonlySet<string> = new Set(
  `fs fs/promises child_process cluster dgram dns dns/promises http http2 https net os readline
   readline/promises repl sqlite timers timers/promises tls worker_threads`
    .split(/\s+/)
    .map((name) => `node:${name}`),
)
