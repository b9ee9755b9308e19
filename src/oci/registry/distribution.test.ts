import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { testDistribution } from './distribution.conformance.ts'

testDistribution('embedded', () => startTemporaryRegistry())
