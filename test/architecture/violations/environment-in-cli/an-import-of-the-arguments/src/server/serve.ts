import { argv } from 'node:process'

export const serve = () => argv
