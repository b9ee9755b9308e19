import { version } from '../../src/server/contract.ts'

export const wanted = version
