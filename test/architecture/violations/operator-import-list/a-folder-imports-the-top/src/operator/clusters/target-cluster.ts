import { value } from '../run-operator.ts'

export const doubled = () => value
