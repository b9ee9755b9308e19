import { readFileSync } from 'node:fs'

/** The process, and where the system tells it when it began: numbers are given again. */
export function processIdentity(pid: number): string {
  return `${pid} ${startOf(pid) ?? ''}`.trim()
}

/** Whether the process of this number is still the one with this sign. */
export function isSameProcess(pid: number, sign: string): boolean {
  return pid > 0 && startOf(pid) !== undefined && processIdentity(pid) === sign
}

function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // A process that has ended and that nobody has asked for is gone all the same.
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
