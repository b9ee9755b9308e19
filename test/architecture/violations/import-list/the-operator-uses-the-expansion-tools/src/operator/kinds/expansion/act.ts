import { read } from '../../../expansion/read.ts'
import { build } from '../../../expansion/tools/build.ts'

export const act = { read, build }
