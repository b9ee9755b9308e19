export { write } from './yaml.ts'
