import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Opened } from './open-page-stage.ts'
import { forgive, storyStage } from './stories.ts'

const stage = storyStage()
let opened: Opened
beforeAll(async () => {
  await stage().outrigger('cluster', 'create', 'local', '--in-cluster', '--wait', '-q')
  opened = await stage().openSignedOut()
  const { page } = opened
  await page.goto(stage().url)
  await page.getByLabel('Token of the cluster').fill(await stage().tokenOfNobody())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  forgive(opened, /status of 40[13]/)
})
afterAll(() => opened.close())

// Everybody who is signed in may see what the catalogue offers.
const lists = [
  { path: '/', lacks: 'list extensioninstances' },
  { path: '/instances', lacks: 'list extensioninstances' },
  { path: '/plugins', lacks: 'list plugins' },
  { path: '/graph', lacks: 'list plugins' },
  { path: '/clusters', lacks: 'list clusters' },
  { path: '/matrix', lacks: 'list extensioninstances' },
  { path: '/administration/repositories', lacks: 'list repositories' },
  { path: '/administration/profiles', lacks: 'list profiles' },
  { path: '/administration/audit', lacks: 'list audit' },
  { path: '/administration/import', lacks: 'list repositories' },
]
test.each(lists)('$path says that the right to $lacks is missing', async ({ path, lacks }) => {
  const { page } = opened
  await page.goto(`${stage().url}${path}`)
  await page.getByText('You may not see this').first().waitFor()
  await page.getByText(`lacks the right to ${lacks}`).first().waitFor()
  forgive(opened, /status of 403/)
  expect(opened.complaints).toEqual([])
})

const details = [
  '/clusters/local',
  '/clusters/local/rehearsal',
  '/instances/default/dns',
  '/plugins/default/dns',
  '/administration/write/profiles/base',
]
test.each(details)(
  '%s is for somebody who may not see it as if it were not there',
  async (path) => {
    const { page } = opened
    await page.goto(`${stage().url}${path}`)
    await page.getByText('There is nothing at this address').waitFor()
    forgive(opened, /status of 40[34]/)
    expect(opened.complaints).toEqual([])
  },
)

test('somebody who may not add clusters learns which right is missing, and no address is tried', async () => {
  const { page } = opened
  await page.goto(`${stage().url}/add/cluster`)
  await page.getByRole('textbox', { name: /^Kubeconfig/ }).fill('apiVersion: v1')
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await page.getByText('lacks the right to create clusters').waitFor()
})
