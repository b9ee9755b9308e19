import type { PageStage } from './open-page-stage.ts'

/** A chart of a repository as an entry of the catalogue. */
export interface Offered {
  readonly extension: string
  readonly chart: string
  readonly versions: readonly string[]
}

/** Puts a repository into the platform and an extension for each of its charts, as an administrator of the page does. */
export async function offerCharts(
  stage: PageStage,
  url: string,
  charts: readonly Offered[],
): Promise<void> {
  const place = ['-n', 'outrigger-system', '--wait', '-q']
  await stage.outrigger('repository', 'create', 'stories', url, ...place)
  const { page, close } = await stage.open()
  try {
    const { request } = page.context()
    const me = await request.get(`${stage.url}/api/v1/me`)
    const { csrfToken } = (await me.json()) as { readonly csrfToken: string }
    for (const { extension, chart, versions } of charts) {
      const sources = versions.map((version) => ({
        repo: 'stories',
        name: chart,
        version,
        chartVersion: version,
      }))
      const data = {
        apiVersion: 'outrigger.dev/v1alpha1',
        kind: 'Extension',
        metadata: { name: extension },
        spec: { displayName: extension, sources },
      }
      const headers = { 'x-csrf-token': csrfToken }
      const answer = await request.post(`${stage.url}/api/v1/extensions`, { data, headers })
      if (!answer.ok()) throw new Error(`extension ${extension}: ${await answer.text()}`)
    }
  } finally {
    await close()
  }
}
