import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * The name of this process among the holders of releases; people see it, too, when a release is
 * busy.
 */
export function holderIdentity(): string {
  const space = processSpace() ?? 'elsewhere'
  return `${hostname()}/${process.pid}/${space}/${randomUUID().slice(0, 8)}`
}

/**
 * Whether a holder was a process of this machine that has ended. Only where that is certain: the same boot of the same
 * kernel, and the same numbering of processes, which containers have of their own.
 */
export function isDeadHere(identity: string): boolean {
  const [, pid, space] = identity.split('/')
  if (space === undefined || space !== processSpace()) return false
  const number = Number(pid)
  if (!Number.isSafeInteger(number) || number <= 0) return false
  // The process that had our number before us.
  if (number === process.pid) return true
  try {
    process.kill(number, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

// Undefined where the system does not tell.
function processSpace(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().slice(0, 8)
    const numbering = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0]
    return numbering === undefined ? undefined : `${boot}-${numbering}`
  } catch {
    return undefined
  }
}
