import { write } from './yaml.ts'

export { write }
