// npm run judge:openapi: openapi-spec-validator and redocly on the document that is checked in.
import { resolve } from 'node:path'
import { run } from '../oracles/run.ts'
import { apiJudges } from './api-judges.ts'

const root = resolve(import.meta.dirname, '../..')
const file = resolve(root, 'docs/reference/openapi.json')
const { specValidator, redocly } = await apiJudges()
await run(specValidator, [file])
await run(redocly, ['lint', '--config', resolve(import.meta.dirname, 'redocly.yaml'), file], root)
console.log('the document is right')
