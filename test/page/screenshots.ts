// npm run screenshots: makes the pictures of README and guides again, in docs/pictures, from a platform that this starts.
import { mkdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { builtPage } from './built-page.ts'
import { openPageStage } from './open-page-stage.ts'

const folder = resolve(import.meta.dirname, '../../docs/pictures')
const largest = 300_000

const views = [
  { name: 'overview', path: '/' },
  { name: 'catalogue', path: '/catalogue' },
  { name: 'install', path: '/catalogue/ingress/install' },
  { name: 'objects', path: '/instances/default/dns?tab=objects' },
  { name: 'graph', path: '/graph' },
]

const built = await builtPage()
const stage = await openPageStage(built.folder)
try {
  await mkdir(folder, { recursive: true })
  await stage.outrigger('cluster', 'create', 'local', '--in-cluster', '--wait', '-q')
  for (const name of ['metrics', 'autoscaler', 'cert-issuer']) {
    await stage.outrigger('instance', 'create', name, '--wait', '-q')
  }
  const image = 'image.registry=sandbox.outrigger.dev,image.repository=missing-image'
  await stage.outrigger('instance', 'create', 'dns', '--set', image)
  const parts = ['plugin', 'create', 'all', '--repo', 'builtin', '--chart', 'all-in-one']
  await stage.outrigger(...parts, '-n', 'outrigger-system')
  for (const colorScheme of ['light', 'dark'] as const) await picture(colorScheme)
} finally {
  await stage.close()
  await built.remove()
}

async function picture(colorScheme: 'light' | 'dark'): Promise<void> {
  const { page, close } = await stage.open({ colorScheme })
  await page.goto(`${stage.url}/instances/default/dns?tab=objects`)
  await page.locator('.causes').first().waitFor()
  for (const { name, path } of views) {
    await page.goto(`${stage.url}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.loading').waitFor({ state: 'detached' })
    const file = join(folder, `${name}-${colorScheme}.png`)
    await page.screenshot({ path: file, animations: 'disabled' })
    const { size } = await stat(file)
    console.log(`${Math.round(size / 1000)} kB  ${file}`)
    if (size > largest) throw new Error(`${file} has ${size} bytes, more than ${largest}`)
  }
  await close()
}
