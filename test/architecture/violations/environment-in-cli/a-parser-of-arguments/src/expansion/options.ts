import { parseArgs } from 'node:util'

export const options = () => parseArgs()
