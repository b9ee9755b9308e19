import { startDockerRegistry } from '../../../test/registry/docker-registry.ts'
import { testDistribution } from './distribution.conformance.ts'

testDistribution('docker-registry', () => startDockerRegistry())
