import { capabilitiesOf } from '../../src/chart/capabilities.ts'
import type { Chart, Table } from '../../src/chart/chart.ts'
import { seededEntropy } from '../../src/chart/render/entropy.ts'
import { folderFiles } from '../../src/chart/load/folder-files.ts'
import { inflateAhead } from '../../src/chart/load/inflate-ahead.ts'
import { loadArchive, loadFiles } from '../../src/chart/load/load.ts'
import { checkInstallable, renderChart } from '../../src/chart/render/render.ts'
import { renderWithKeys } from '../../src/chart/render/render-with-keys.ts'
import { templateOutput } from '../../src/chart/render/template-output.ts'
import { mergeTables } from '../../src/chart/values/merge.ts'
import { readValues } from '../../src/chart/values/read-values.ts'
import { makeKey } from '../../src/sdk/web-crypto.ts'

/** A request to render: a chart as the server has it, and values files by address. */
interface PageJob {
  /** The address of a .tgz, or of a JSON list of file names below `chart/`. */
  readonly chart: string
  readonly values: readonly string[]
}

type PageOutcome = { readonly output: string } | { readonly error: string }

// The test calls this from outside; nothing else of the page is visible.
Object.assign(globalThis, { renderInPage })

async function renderInPage(job: PageJob): Promise<PageOutcome> {
  try {
    return { output: await render(job) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

async function render(job: PageJob): Promise<string> {
  const chart = await loadFrom(job.chart)
  checkInstallable(chart)
  let values: Table = new Map()
  for (const address of job.values)
    values = mergeTables(values, readValues(await download(address)))
  const request = {
    values,
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(),
    warn: () => {},
  }
  const rendered = await renderWithKeys(
    (entropy) => renderChart(chart, { ...request, entropy }),
    () => seededEntropy('page', 1_700_000_000_123_456_789n),
    makeKey,
  )
  return templateOutput(rendered, { includeCrds: false, hooks: 'all' })
}

async function loadFrom(address: string): Promise<Chart> {
  if (address.endsWith('.tgz')) {
    const archive = await download(address)
    return loadArchive(archive, await inflateAhead([archive]))
  }
  const listing = await fetch(`${address}?list`)
  const names = (await listing.json()) as string[]
  const files = await Promise.all(
    names.map(async (name) => ({ name, data: await download(`${address}/${name}`) })),
  )
  const archives = files.filter(({ name }) => name.endsWith('.tgz')).map(({ data }) => data)
  return loadFiles(folderFiles(files), await inflateAhead(archives))
}

async function download(address: string): Promise<Uint8Array> {
  const response = await fetch(address.split('/').map(encodeURIComponent).join('/'))
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
