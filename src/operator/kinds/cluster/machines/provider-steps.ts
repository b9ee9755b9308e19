import type { Step } from '../../../../sequence/sequence.ts'
import { SiteError } from '../../../../site/errors.ts'
import { allConditions } from '../../../../site/provider/condition-sequence.ts'
import { findProvider } from '../../../../site/provider/find-provider.ts'

/** The conditions of all operations of a provider; none when there is no such provider, which the controller of machines reports. */
export async function providerSteps(
  name: string,
  { providers, folder }: { readonly providers: string; readonly folder: string },
  signal: AbortSignal,
): Promise<readonly Step[]> {
  try {
    const provider = await findProvider(
      name,
      { folder, shipped: providers, staged: folder },
      signal,
    )
    return allConditions(provider).steps
  } catch (error) {
    if (error instanceof SiteError) return []
    throw error
  }
}
