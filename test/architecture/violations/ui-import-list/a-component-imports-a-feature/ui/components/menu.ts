import { name } from '../features/clusters/name.ts'

export const menu = [name]
