import { value } from '../clusters/account.ts'

export const doubled = () => value
