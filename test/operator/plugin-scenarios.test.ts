import { testPlugins } from './plugin-scenarios.conformance.ts'

testPlugins('the sandbox', async () => undefined)
