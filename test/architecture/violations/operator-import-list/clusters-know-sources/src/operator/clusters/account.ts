import { value } from '../sources/source-key.ts'

export const doubled = () => value
