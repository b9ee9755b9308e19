import type { SignedCall } from '../http/route.ts'
import { authenticate } from './authenticate.ts'
import { identityKey } from './identity.ts'
import type { SignInPorts } from './session-routes.ts'

/** Whether the one who began something long would be signed in as the same again. */
export async function isStillSignedIn(signIn: SignInPorts, call: SignedCall): Promise<boolean> {
  try {
    const now = await authenticate(signIn, call, 'does-not-count')
    return identityKey(now) === identityKey(call.identity)
  } catch {
    // Signed out, or the cluster cannot say: the client comes again and is told which.
    return false
  }
}
