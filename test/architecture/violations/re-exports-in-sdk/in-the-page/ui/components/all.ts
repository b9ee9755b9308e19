export { link } from './link.ts'
