import { diff } from './diff.ts'

export const patch = () => diff
