export { result } from './result.ts'
export const name = 'operator'
