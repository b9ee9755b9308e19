import { load } from '../../src/chart/node/load.ts'

export const get = load
