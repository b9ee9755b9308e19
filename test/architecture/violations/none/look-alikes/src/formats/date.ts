// A clock that is handed in, dates made from numbers, a table filled by the file that owns it.
import type { Clock } from '../std/clock.ts'
import { RE2JS } from 're2js'

const days = new Map<string, number>()
for (const [day, name] of ['Sun', 'Mon'].entries()) days.set(name, day)
const codes = new Uint8Array(128)
codes['a'.charCodeAt(0)] = Math.floor(1.5)

export const pattern = RE2JS.compile('a+')
export const print = (clock: Clock) => new Date(clock.now()).toISOString()
export const isDate = (value: unknown): boolean => value instanceof Date
export const parse = (text: string) => Date.parse(text) + Date.UTC(2020, 1) + codes.length
export const dayOf = (name: string) => days.get(name)
