import { value } from '../plugin/observe.ts'

export const doubled = () => value
