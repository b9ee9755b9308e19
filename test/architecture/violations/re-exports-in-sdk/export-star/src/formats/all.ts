export * from './yaml.ts'
