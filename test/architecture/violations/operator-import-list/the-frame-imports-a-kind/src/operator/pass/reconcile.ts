import { value } from '../kinds/plugin/act.ts'

export const doubled = () => value
