import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Opened } from './open-page-stage.ts'
import { forgive, storyStage, untilReady } from './stories.ts'

// People with rights in one namespace, given by the roles that a cluster and the platform bring.
const stage = storyStage()
const accounts = {
  viewer: { name: 'viewer', within: { namespace: 'default', roles: ['view', 'outrigger-view'] } },
  editor: { name: 'editor', within: { namespace: 'default', roles: ['edit', 'outrigger-edit'] } },
}
let viewer: Opened
let editor: Opened

async function signedIn(who: keyof typeof accounts): Promise<Opened> {
  const opened = await stage().openSignedOut()
  const { page } = opened
  await page.goto(`${stage().url}/instances`)
  await page.getByLabel('Token of the cluster').fill(await stage().tokenOf(accounts[who]))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('You may not see this').waitFor()
  forgive(opened, /status of 401/)
  return opened
}

beforeAll(async () => {
  await stage().outrigger('instance', 'create', 'dns', '--wait', '-q')
  await stage().outrigger('instance', 'set', 'dns', '--set', 'replicas=3', '--wait', '-q')
  viewer = await signedIn('viewer')
  editor = await signedIn('editor')
}, 120_000)
afterAll(async () => {
  await viewer.close()
  await editor.close()
})

const patient = { timeout: 20_000 }
const main = (page: Page) => page.getByRole('main')

test('somebody who may see one namespace names it, sends its address, and finds it again', async () => {
  const { page, complaints } = viewer
  await main(page).getByText('lacks the right to list extensioninstances').waitFor()
  await main(page).getByRole('combobox', { name: 'Namespace' }).fill('default')
  await main(page).getByRole('button', { name: 'Show' }).click()
  await page.getByRole('row').getByRole('link', { name: 'dns' }).waitFor()
  expect(page.url()).toBe(`${stage().url}/instances?namespace=default`)
  await page.getByRole('link', { name: 'Plugins' }).click()
  await page.getByRole('row').getByRole('link', { name: 'dns' }).waitFor()
  expect(page.url()).toBe(`${stage().url}/plugins?namespace=default`)
  await page.goto(stage().url)
  await page.getByRole('button', { name: 'Namespace: default' }).waitFor()
  await page.locator('.health-words').waitFor()
  await page.getByRole('link', { name: 'Graph' }).click()
  await page.getByRole('link', { name: /^default\/dns/ }).waitFor()
  await page.getByRole('link', { name: 'Installed' }).click()
  await page.getByRole('row').getByRole('link', { name: 'dns' }).waitFor()
  await main(page).getByRole('button', { name: 'Install' }).click()
  await page.waitForURL(`${stage().url}/catalogue?namespace=default`)
  expect(complaints).toEqual([])
})

test('the menu at the top has the namespaces that were read, and leads from one to all', async () => {
  const { page, complaints, close } = await stage().open()
  await page.goto(`${stage().url}/instances`)
  await page.getByRole('row').getByRole('link', { name: 'dns' }).waitFor()
  await page.getByRole('button', { name: 'Namespace: All namespaces' }).click()
  await page.getByRole('menuitem', { name: 'default' }).click()
  await page.waitForURL(/namespace=default/)
  await page.getByRole('button', { name: 'Namespace: default' }).click()
  await page.getByRole('menuitem', { name: 'Another namespace' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('kube-system')
  await page.keyboard.press('Enter')
  await page.getByText('Nothing is installed yet').waitFor()
  await page.getByRole('button', { name: 'Namespace: kube-system' }).click()
  await page.getByRole('menuitem', { name: 'All namespaces' }).click()
  await page.getByRole('row').getByRole('link', { name: 'dns' }).waitFor()
  expect(page.url()).toBe(`${stage().url}/instances`)
  expect(complaints).toEqual([])
  await close()
})

test('changes come to the lists of a namespace by themselves', async () => {
  const { page, complaints } = viewer
  await page.goto(`${stage().url}/instances?namespace=default`)
  await page.getByRole('row').getByRole('link', { name: 'dns' }).waitFor()
  await stage().outrigger('instance', 'create', 'metrics', '-q')
  await page.getByRole('row').getByRole('link', { name: 'metrics' }).waitFor()
  expect(complaints).toEqual([])
})

test('buttons of changes are off for a viewer and name the right that is missing', async () => {
  const { page } = viewer
  await page.goto(`${stage().url}/instances/default/dns?namespace=default`)
  for (const name of ['Edit', 'Retry', 'Disable', 'Uninstall']) {
    const button = page.getByRole('button', { name, exact: true })
    await expect.poll(() => button.getAttribute('aria-disabled'), patient).toBe('true')
  }
  await page.getByRole('button', { name: 'Uninstall' }).focus()
  const reason = 'You lack the right to delete extensioninstances (in the namespace default)'
  await page.getByRole('tooltip').getByText(reason).waitFor()
  await page.goto(`${stage().url}/catalogue/queue/install?namespace=default`)
  const install = page.getByRole('button', { name: 'Install', exact: true })
  await expect.poll(() => install.getAttribute('aria-disabled'), patient).toBe('true')
  await main(page).getByText('You lack the right to create extensioninstances').waitFor()
  await page.goto(`${stage().url}/instances/default/dns/edit?namespace=default`)
  await main(page).getByText('You lack the right to patch extensioninstances').waitFor()
  await page.goto(`${stage().url}/catalogue/queue?namespace=default&tab=permissions`)
  await main(page).getByText('lacks the right to create extensioninstances').waitFor()
  expect(viewer.complaints).toEqual([])
})

const hidden = ['objects', 'history', 'values', 'drift']
test.each(hidden)('a viewer, who may not read Secrets, is told so by %s', async (tab) => {
  const { page, complaints } = viewer
  await page.goto(`${stage().url}/instances/default/dns?namespace=default&tab=${tab}`)
  await main(page).getByText('lacks the right to list secrets').waitFor()
  expect(complaints).toEqual([])
})

test('an editor of a namespace installs, edits, rolls back and reads values and logs in it', async () => {
  const { page, complaints } = editor
  await main(page).getByRole('combobox', { name: 'Namespace' }).fill('default')
  await main(page).getByRole('button', { name: 'Show' }).click()
  await page.getByRole('row').getByRole('link', { name: 'dns' }).waitFor()
  await page.goto(`${stage().url}/catalogue/queue/install?namespace=default`)
  await page.getByText('The server accepts this.').waitFor()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await untilReady(page, 'queue')
  await page.goto(`${stage().url}/instances/default/dns/edit?namespace=default`)
  await page.getByRole('textbox', { name: /^replicas/ }).fill('4')
  await page.getByText('The server accepts this.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Done').waitFor()
  await page
    .getByRole('button', { name: /^Log of/ })
    .first()
    .click()
  await page.locator('.log').waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('From revision 2 to 3').waitFor()
  await page.getByRole('button', { name: 'Roll back' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await page.getByText('Held at revision 2.').waitFor()
  await page.getByRole('tab', { name: 'Values' }).click()
  await page.getByRole('row', { name: 'replicas 4 mine' }).waitFor()
  expect(complaints).toEqual([])
})

test('an editor of a namespace learns that clusters, profiles and other namespaces are not for them', async () => {
  const { page, complaints } = editor
  for (const [path, lacks] of [
    ['/clusters', 'list clusters'],
    ['/administration/profiles', 'list profiles'],
    ['/instances?namespace=kube-system', 'list extensioninstances'],
  ] as const) {
    await page.goto(`${stage().url}${path}`)
    await main(page).getByText(`lacks the right to ${lacks}`).first().waitFor()
  }
  expect(complaints).toEqual([])
})
