// npm run screenshots [-- --all FOLDER]
//
// Makes the pictures of README and guides again, in docs/pictures, from a platform that this starts. With --all it writes every view into a folder
// instead, light, dark and narrow, for somebody who looks at all of them.
import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { manyInstances } from '../../bench/page-objects.ts'
import { type View, allViews, showView } from './all-views.ts'
import { builtPage } from './built-page.ts'
import { furniture, openFor } from './furnished-stage.ts'
import { type Look, type PageStage, openPageStage } from './open-page-stage.ts'

const { values } = parseArgs({ options: { all: { type: 'string' } } })
const pictures = resolve(import.meta.dirname, '../../docs/pictures')
const largest = 300_000
const looks: Readonly<Record<string, Look>> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  narrow: { colorScheme: 'light', width: 360 },
}

const shown: readonly View[] = [
  { name: 'overview', path: '/' },
  { name: 'catalogue', path: '/catalogue' },
  { name: 'install', path: '/catalogue/ingress/install' },
  { name: 'objects', path: '/instances/default/dns?tab=objects' },
  { name: 'graph', path: '/graph' },
]

const built = await builtPage()
try {
  if (values.all === undefined) await remake()
  else await lookAtAll(values.all)
} finally {
  await built.remove()
}

/** The pictures that are committed. */
async function remake(): Promise<void> {
  const stage = await openPageStage(built.folder)
  try {
    await mkdir(pictures, { recursive: true })
    await fill(stage)
    for (const scheme of ['light', 'dark']) await remakeIn(stage, scheme)
  } finally {
    await stage.close()
  }
}

async function remakeIn(stage: PageStage, scheme: string): Promise<void> {
  const { page, close } = await stage.open(looks[scheme])
  await page.goto(`${stage.url}/instances/default/dns?tab=objects`)
  await page.locator('.causes').first().waitFor()
  for (const view of shown) {
    await showView(page, stage.url, view)
    const file = join(pictures, `${view.name}-${scheme}.png`)
    const size = await picture(page, file)
    if (size > largest) throw new Error(`${file} has ${size} bytes, more than ${largest}`)
  }
  await close()
}

async function fill({ outrigger }: PageStage): Promise<void> {
  await outrigger('cluster', 'create', 'local', '--in-cluster', '--wait', '-q')
  for (const name of ['metrics', 'autoscaler', 'cert-issuer']) {
    await outrigger('instance', 'create', name, '--wait', '-q')
  }
  const image = 'image.registry=sandbox.outrigger.dev,image.repository=missing-image'
  await outrigger('instance', 'create', 'dns', '--set', image)
  const parts = ['plugin', 'create', 'all', '--repo', 'builtin', '--chart', 'all-in-one']
  await outrigger(...parts, '-n', 'outrigger-system')
}

/** Every view, and one with a thousand rows. */
async function lookAtAll(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { options, putInto, remove } = await furniture()
  const stage = await openPageStage(built.folder, options)
  try {
    await putInto(stage)
    for (const [name, look] of Object.entries(looks)) {
      const isWide = name !== 'narrow'
      for (const view of allViews.filter(({ isWideOnly }) => isWide || isWideOnly !== true)) {
        const { page, close } = await openFor(stage, view.as, look)
        await showView(page, stage.url, view)
        await picture(page, join(folder, `${view.name.replaceAll(/[^a-z0-9]+/g, '-')}-${name}.png`))
        await close()
      }
      const { page, close } = await stage.open(look)
      const items = manyInstances(1000)
      await page.route('**/api/v1/instances?*', (route) =>
        route.fulfill({ json: { items, total: items.length } }),
      )
      await showView(page, stage.url, { name: '', path: '/instances' })
      await picture(page, join(folder, `a-thousand-rows-${name}.png`))
      await close()
    }
  } finally {
    await stage.close()
    await remove()
  }
}

async function picture(page: Page, file: string): Promise<number> {
  await page.screenshot({ path: file, animations: 'disabled' })
  const { size } = await stat(file)
  console.log(`${Math.round(size / 1000)} kB  ${file}`)
  return size
}
