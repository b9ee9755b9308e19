import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { testClient } from './client.conformance.ts'

testClient('the embedded registry', () => startTemporaryRegistry())
