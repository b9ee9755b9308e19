import { value } from '../pass/reconcile.ts'

export const doubled = () => value
