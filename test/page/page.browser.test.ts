import { expect, test } from 'vitest'
import { forgive, storyStage, tabTo, untilReady, visit } from './stories.ts'

const stage = storyStage()

test('a platform that has nothing yet guides to the first installation and says that it is a sandbox', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(stage().url)
    await page.getByText('Install your first extension').waitFor()
    await page.getByText('Sandbox', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Install Database' }).click()
    await page.getByRole('heading', { name: 'Install Database' }).waitFor()
    await page.getByRole('textbox', { name: /^database/ }).fill('orders')
    await page.getByText('Confirmed by the server').waitFor()
    await page.getByText('The server accepts this.').waitFor()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await untilReady(page, 'database')
    await page.locator('.tree .object-kind').getByText('StatefulSet').waitFor()
  }))

test('the page says its name before its scripts are there', () =>
  visit(stage(), async (opened) => {
    const { page } = opened
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(stage().url)
    await page.locator('.top-bar .brand').getByText('Outrigger').waitFor()
    expect(await page.getByRole('heading').count()).toBe(0)
    forgive(opened, /net::ERR_FAILED/)
  }))

test('the page keeps its bar until it is known who is signed in', () =>
  visit(stage(), async ({ page }) => {
    const { promise: told, resolve: tell } = Promise.withResolvers<undefined>()
    await page.route('**/api/v1/me', async (route) => {
      await told
      await route.continue()
    })
    await page.goto(stage().url)
    await page.locator('.loading').waitFor()
    await page.locator('.top-bar .brand').getByText('Outrigger').waitFor()
    expect(await page.getByRole('navigation').count()).toBe(0)
    tell(undefined)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  }))

test('an instance that waits is in the graph with what it waits for', () =>
  visit(stage(), async ({ page }) => {
    await stage().outrigger('instance', 'create', 'dashboard')
    await page.goto(`${stage().url}/graph`)
    await page.getByRole('link', { name: 'default/dashboard Waiting' }).waitFor()
    await page.getByRole('link', { name: 'metrics needed, not installed' }).waitFor()
    await page.getByRole('button', { name: 'Waiting 1' }).click()
    await page.getByRole('link', { name: 'default/database Ready' }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('state=waiting')
    await page.getByRole('link', { name: 'default/dashboard Waiting' }).click()
    await page.getByRole('heading', { name: 'dashboard', level: 1 }).waitFor()
    await stage().outrigger('instance', 'delete', 'dashboard')
  }))

test('a DNS server is found, installed with a changed value, upgraded and rolled back by keyboard alone', () =>
  visit(stage(), async ({ page }) => {
    const { keyboard } = page
    const button = (name: string) => page.getByRole('button', { name, exact: true }).last()
    const press = async (name: string) => {
      await tabTo(button(name))
      await keyboard.press('Enter')
    }
    const replicas = async (count: string) => {
      await tabTo(page.getByRole('textbox', { name: /^replicas/ }))
      await keyboard.press('Control+a')
      await keyboard.type(count)
      await page.getByText('Confirmed by the server').waitFor()
      await page.getByText('The server accepts this.').waitFor()
    }
    await page.goto(stage().url)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await keyboard.press('/')
    await page.getByRole('textbox', { name: 'Search' }).waitFor()
    await keyboard.type('dns')
    await page.getByRole('dialog').getByText('DNS', { exact: true }).waitFor()
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'DNS', level: 1 }).waitFor()
    await press('Install')
    await replicas('3')
    await press('Install')
    await untilReady(page, 'dns')
    await press('Edit')
    await replicas('4')
    await page.getByText('spec.replicas').waitFor()
    await press('Save')
    await page.getByText('Done').waitFor()
    await tabTo(page.getByRole('tab', { name: 'Objects' }))
    await keyboard.press('ArrowRight')
    await page.getByText('From revision 1 to 2').waitFor()
    await page.getByText('spec.replicas').first().waitFor()
    await press('Roll back')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('spec.replicas').waitFor()
    await dialog.locator('button:focus').getByText('Roll back').waitFor()
    await keyboard.press('Enter')
    await page.getByText('Held at revision 1.').waitFor()
    await press('Follow the settings again')
    await page.getByText('Held at revision 1.').waitFor({ state: 'detached' })
  }))

test('a hanging installation shows its chain from the overview down to the pod', () =>
  visit(stage(), async ({ page }) => {
    const image = 'image.registry=sandbox.outrigger.dev,image.repository=missing-image'
    await stage().outrigger('instance', 'create', 'local-storage', '--set', image)
    await page.goto(`${stage().url}/instances/default/local-storage?tab=objects`)
    await page.locator('.causes').getByText('ImagePullBackOff').first().waitFor()
    await page.getByRole('button', { name: 'Hangs 1' }).click()
    await page.getByText('1 of 8').waitFor()
    // The pod holds up the set above it.
    expect(await page.locator('.health-word[data-health=hanging]').count()).toBe(3)
  }))

test('the catalogue forgives typing errors', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/catalogue`)
    await page.getByRole('textbox', { name: 'Search the catalogue' }).fill('ingres contrller')
    await page.getByRole('textbox', { name: 'Search the catalogue' }).fill('ingrss')
    await page.getByRole('link', { name: 'Ingress' }).waitFor()
    await page.locator('.extension').getByText('built in').first().waitFor()
    expect(await page.locator('.extension').count()).toBeLessThan(4)
    expect(page.url()).toContain('find=ingrss')
  }))

test('? lists the keys, / searches everything, g and a letter lead to a view', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(stage().url)
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').getByText('Search everything').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Search' }).waitFor()
    await page.keyboard.type('certifcates')
    await page.getByRole('dialog').getByText('Certificates').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Certificates' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'Clusters' }).waitFor()
  }))

test('somebody without rights signs in by a token and is told which right is missing', async () => {
  const token = await stage().tokenOfNobody()
  const { page, close } = await stage().openSignedOut()
  await page.goto(`${stage().url}/plugins`)
  await page.getByLabel('Token of the cluster').fill(token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('You may not see this').waitFor()
  await page.getByText('lacks the right to list plugins').waitFor()
  await page.goto(`${stage().url}/instances/default/dns`)
  await page.getByText('There is nothing at this address').waitFor()
  await close()
})

test('every text is there in Chinese', () =>
  visit(
    stage(),
    async ({ page }) => {
      await page.goto(stage().url)
      await page.getByRole('heading', { name: '总览' }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
    },
    { locale: 'zh-CN' },
  ))
