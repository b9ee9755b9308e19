export type { Yaml } from './yaml.ts'
