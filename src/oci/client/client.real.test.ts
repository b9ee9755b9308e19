import { startDockerRegistry } from '../../../test/registry/docker-registry.ts'
import { testClient } from './client.conformance.ts'

testClient('docker-registry', () => startDockerRegistry())
