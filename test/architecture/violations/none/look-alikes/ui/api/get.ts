import type { Answer } from '../../src/server/contract.ts'

export const get = async (url: string) => (await (await fetch(url)).json()) as Answer
