import type { Clock } from '../std/clock.ts'

export const apply = (url: string, clock: Clock) => fetch(`${url}?at=${clock.now()}`)
export const platform = process.platform
