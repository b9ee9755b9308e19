import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import { basicHeader } from '../auth/credentials.ts'
import { testDistribution } from './distribution.conformance.ts'

const writeToken = 'the-token-of-this-registry'

testDistribution('embedded', () => startTemporaryRegistry())
testDistribution('embedded', () => startGuarded(basicHeader('me', writeToken)), ' by password')
testDistribution('embedded', () => startGuarded(`Bearer ${writeToken}`), ' by token')

async function startGuarded(authorization: string) {
  return { ...(await startTemporaryRegistry({ writeToken })), headers: { authorization } }
}
