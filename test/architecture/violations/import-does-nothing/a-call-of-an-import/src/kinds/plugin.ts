import { register } from './registry.ts'

if (kind !== '') register('Plugin')

export const kind = 'Plugin'
