import { expect, test } from 'vitest'
import { storyStage, untilReady, visit } from './stories.ts'

const stage = storyStage()

test('a platform that has nothing yet guides to the first installation and says that it is a sandbox', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(stage().url)
    await page.getByText('Install your first extension').waitFor()
    await page.getByText('Sandbox', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Install Metrics' }).click()
    await page.getByRole('heading', { name: 'Install Metrics' }).waitFor()
    await page.getByText('The server accepts this.').waitFor()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await untilReady(page, 'metrics')
    await page.getByText('ReplicaSet').waitFor()
  }))

test('a DNS server is installed with a changed value, upgraded and rolled back by keyboard alone', () =>
  visit(stage(), async ({ page }) => {
    const { keyboard } = page
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).last().focus()
      await keyboard.press('Enter')
    }
    await page.goto(`${stage().url}/catalogue/dns/install`)
    await page.getByRole('textbox', { name: /^replicas/ }).focus()
    await keyboard.press('Control+a')
    await keyboard.type('3')
    await page.getByText('Confirmed by the server').waitFor()
    await page.getByText('The server accepts this.').waitFor()
    await press('Install')
    await untilReady(page, 'dns')
    await page.goto(`${stage().url}/instances/default/dns/edit`)
    await page.getByRole('textbox', { name: /^replicas/ }).focus()
    await keyboard.press('Control+a')
    await keyboard.type('4')
    await page.getByText('spec.replicas').waitFor()
    await page.getByText('The server accepts this.').waitFor()
    await press('Save')
    await page.goto(`${stage().url}/instances/default/dns?tab=history`)
    await page.getByText('From revision 1 to 2').waitFor()
    await page.getByText('spec.replicas').first().waitFor()
    await press('Roll back')
    await page.locator('[role=dialog] button:focus').getByText('Roll back').waitFor()
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
  }))

test('the catalogue forgives typing errors', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/catalogue`)
    await page.getByRole('textbox', { name: 'Search the catalogue' }).fill('ingres contrller')
    await page.getByRole('textbox', { name: 'Search the catalogue' }).fill('ingrss')
    await page.getByRole('link', { name: 'Ingress' }).waitFor()
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
