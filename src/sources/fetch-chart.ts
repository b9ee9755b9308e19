import { cacheScope } from './access.ts'
import type { ChartRequest, FetchOptions, FetchedSource, Found } from './chart-request.ts'
import { SourceError } from './errors.ts'
import { type ClassifiedAddress, classifyAddress } from './fetch/classify-address.ts'
import { translateError } from './http/translate-error.ts'
import type { VerifiedBy } from './verify/verification.ts'

/**
 * Fetches a chart from wherever its address leads: finds out which one exactly is meant, brings its
 * bytes, and gives them out once everything that was demanded of them holds.
 */
export async function fetchChart(
  request: ChartRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<FetchedSource> {
  let verifiedBy: VerifiedBy | undefined
  const check = async (found: Found) => {
    checkPin(found, request)
    verifiedBy = await verify(found, request, signal)
  }
  try {
    const address = classifyAddress(request.address)
    const scoped = withOwnCache(request, options)
    const { oci: _, ...found } = await find(address, request, { options: scoped, check }, signal)
    return { ...found, verifiedBy }
  } catch (error) {
    throw translateError(error, signal)
  }
}

/**
 * Hides cache entries that were fetched by other credentials, trust or authorities from this
 * request.
 */
function withOwnCache(request: ChartRequest, options: FetchOptions): FetchOptions {
  const { cache } = options
  if (cache === undefined) return options
  const origin = /^[a-z+]+:\/\/[^/?#]*/i.exec(request.address)?.[0] ?? ''
  return { ...options, cache: cache.within((secret) => cacheScope(request, origin, secret)) }
}

// Each way is loaded when it is gone: a command that pulls from a registry needs nothing of git.
async function find(
  address: ClassifiedAddress,
  request: ChartRequest,
  {
    options,
    check,
  }: { readonly options: FetchOptions; readonly check: (found: Found) => Promise<void> },
  signal: AbortSignal,
): Promise<Found> {
  if (address.kind === 'registry') {
    const { fetchFromRegistry } = await import('./fetch/from-registry.ts')
    return await fetchFromRegistry(address.reference, request, { options, check }, signal)
  }
  const { name } = request
  if (address.kind === 'http' && name !== undefined) {
    const { fetchFromRepository } = await import('./fetch/from-repository.ts')
    return await fetchFromRepository(address.url, { ...request, name }, { options, check }, signal)
  }
  const found = await findFiles(address, request, options, signal)
  await check(found)
  return found
}

async function findFiles(
  address: Exclude<ClassifiedAddress, { readonly kind: 'registry' }>,
  request: ChartRequest,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<Found> {
  switch (address.kind) {
    case 'http': {
      const { fetchFromHttp } = await import('./fetch/from-http.ts')
      return await fetchFromHttp(address.url, request, options, signal)
    }
    case 'git': {
      const { fetchFromGit } = await import('./fetch/from-git.ts')
      return await fetchFromGit(address.remote, request, options, signal)
    }
    case 'file': {
      const { fetchFromFile } = await import('./fetch/from-local.ts')
      return await fetchFromFile(address.address, request, options, signal)
    }
    case 'path': {
      const { fetchFromPath } = await import('./fetch/from-local.ts')
      return await fetchFromPath(address.path, request, options, signal)
    }
  }
}

function checkPin({ digest, resolved }: Found, request: ChartRequest): void {
  if (request.digest === undefined || request.digest === digest) return
  const found = `was to be ${request.digest} and is ${digest}`
  throw new SourceError('digest-mismatch', `${resolved} ${found}`)
}

async function verify(
  found: Found,
  { verification }: ChartRequest,
  signal: AbortSignal,
): Promise<VerifiedBy | undefined> {
  if (verification === undefined) return undefined
  const { content, fileName, provenance, bundle, oci, resolved } = found
  if (content.kind !== 'archive' || fileName === undefined) {
    const message = `${resolved} is no packaged chart, and only those are signed`
    throw new SourceError('not-verified', message)
  }
  const { verifyChart } = await import('./verify/verify-chart.ts')
  const chart = {
    fileName,
    archive: content.archive,
    ...(provenance === undefined ? {} : { provenance }),
    ...(bundle === undefined ? {} : { bundle }),
    ...(oci === undefined ? {} : { oci }),
  }
  return await verifyChart(chart, verification, signal)
}
