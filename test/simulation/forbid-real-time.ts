/** Sources of difference between runs: real time, real chance, and timers of this machine. */
const timers = ['setTimeout', 'setInterval', 'setImmediate'] as const

/** Tells of every use of real time or chance until what it gives back is called. */
export function forbidRealTime(told: (what: string) => void): () => void {
  const undo: (() => void)[] = []
  const replace = (holder: object, name: string) => {
    const before = Object.getOwnPropertyDescriptor(holder, name)
    const real: unknown = Reflect.get(holder, name)
    if (before === undefined || typeof real !== 'function') return
    const value = function (this: unknown, ...given: unknown[]): unknown {
      told(`${name} was called${callerOf(new Error('here'))}`)
      return Reflect.apply(real, this, given)
    }
    Object.defineProperty(holder, name, { ...before, value })
    undo.push(() => Object.defineProperty(holder, name, before))
  }
  for (const name of timers) replace(globalThis, name)
  replace(AbortSignal, 'timeout')
  replace(Math, 'random')
  replace(Date, 'now')
  replace(Object.getPrototypeOf(performance) as object, 'now')
  replace(Object.getPrototypeOf(crypto) as object, 'randomUUID')
  replace(Object.getPrototypeOf(crypto) as object, 'getRandomValues')
  return () => {
    for (const one of undo) one()
  }
}

function callerOf({ stack = '' }: Error): string {
  const lines = stack.split('\n').map((line) => line.trim())
  const caller = lines.find((line) => /\/(?:src|node_modules)\//.test(line))
  if (caller === undefined) return ''
  const place = /\/((?:src|node_modules)\/[^)]*)/.exec(caller)?.[1] ?? ''
  return ` in ${place}`
}
