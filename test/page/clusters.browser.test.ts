import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ChangingCluster, changingSandbox } from '../platform/changing-cluster.ts'
import { connectOnJumpingClock } from '../platform/upgrade-platform.ts'
import { forgive, storyStage, visit } from './stories.ts'

const { clock, connect } = connectOnJumpingClock()
// The platform runs on one sandbox and looks after another, which is upgraded.
let edge: ChangingCluster
let kubeconfig: string
const stage = storyStage(async () => {
  const hub = await changingSandbox()
  edge = await changingSandbox()
  kubeconfig = await edge.become('1.34')
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-hub-'))
  const file = join(folder, 'kubeconfig')
  await writeFile(file, await hub.become('1.36'), { mode: 0o600 })
  const afterwards = async () => {
    await edge.close()
    await hub.close()
    await rm(folder, { recursive: true })
  }
  return { kubeconfig: file, connect, afterwards }
})

/** Lets the clock of the operator go on, half a minute at a time, until something is shown. */
async function timePasses(until: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await clock.jump(30_000)
        return until.isVisible()
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true)
}

test('a kubeconfig that is pasted is tried, registered, and its cluster shown step by step', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/clusters`)
    await page.getByText('No cluster is registered').waitFor()
    await page.getByRole('button', { name: 'Add a cluster' }).click()
    await page.getByRole('textbox', { name: /^Name(?!s)/ }).fill('edge')
    await page.getByRole('textbox', { name: /^Kubeconfig/ }).fill(kubeconfig)
    await page.getByRole('textbox', { name: 'Labels' }).fill('stage=edge')
    await page.getByRole('textbox', { name: 'Namespaces that may use it' }).fill('*')
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await page.getByText(/It answers: Kubernetes v1\.34\./).waitFor()
    await page.getByRole('button', { name: 'Add a cluster' }).click()
    await page.getByRole('heading', { name: 'edge', level: 1 }).waitFor()
    await page.locator('.steps li[data-step=done]').nth(7).waitFor({ state: 'attached' })
    // The steps of a cluster that is ready are folded.
    const steps = page.locator('details').filter({ hasText: 'Steps' })
    if ((await steps.getAttribute('open')) === null) await steps.locator('summary').click()
    await page.getByText('The API server answers with its version').waitFor()
    expect(page.url()).toBe(`${stage().url}/clusters/edge`)
  }))

const broken = [
  { with: 'exec', user: 'exec: {apiVersion: client.authentication.k8s.io/v1, command: sh}' },
  { with: 'auth-provider', user: 'auth-provider: {name: oidc}' },
  { with: 'client-key', user: 'client-key: /etc/key' },
]
test.each(broken)(
  'a pasted kubeconfig with $with is refused by that name',
  ({ with: word, user }) =>
    visit(stage(), async (opened) => {
      const { page } = opened
      const text = `apiVersion: v1
kind: Config
current-context: edge
contexts: [{name: edge, context: {cluster: edge, user: edge}}]
clusters: [{name: edge, cluster: {server: "https://edge.example.com"}}]
users: [{name: edge, user: {${user}}}]
`
      await page.goto(`${stage().url}/add/cluster`)
      await page.getByRole('textbox', { name: /^Name(?!s)/ }).fill('refused')
      await page.getByRole('textbox', { name: /^Kubeconfig/ }).fill(text)
      await page.getByRole('button', { name: 'Test the connection' }).click()
      await page.getByText(`uses ${word} in`).waitFor()
      await page.getByRole('button', { name: 'Add a cluster' }).click()
      await page.getByText(`uses ${word} in`).nth(1).waitFor()
      await page.goto(`${stage().url}/clusters/refused`)
      await page.getByText('There is nothing at this address').waitFor()
      forgive(opened, /status of (?:422|404)/)
    }),
)

test('an upgrade of Kubernetes is rehearsed, carried out in two phases, and watched', () =>
  visit(stage(), async ({ page }) => {
    const sources = ['1.34', '1.35'].flatMap((minor) => [
      '--source',
      `repo=builtin-registry,name=autoscaler,version=${minor}.0,chartVersion=${minor}.0,kubernetes=${minor}`,
    ])
    await stage().outrigger('extension', 'create', 'autoscaler', ...sources)
    const words = ['instance', 'create', 'autoscaler', '--cluster', 'edge', '--wait', '-q']
    await stage().outrigger(...words, '-n', 'outrigger-system')
    await page.goto(`${stage().url}/clusters/edge`)
    await page.getByRole('button', { name: 'Rehearse an upgrade' }).click()
    await page.getByRole('button', { name: '1.35', exact: true }).click()
    await page.getByRole('button', { name: 'Rehearse', exact: true }).click()
    await page.getByText('Nothing stands in the way.').waitFor()
    await page.getByText('1.34.0 → 1.35.0').waitFor()
    const second = page.getByRole('button', { name: 'Carry out the second phase' })
    expect(await second.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Carry out the first phase' }).click()
    await page.getByText('cluster/edge is about to be Kubernetes 1.35').waitFor()
    await page.locator('.run[data-run=succeeded]').waitFor()
    // The address shows the same to a colleague.
    await page.goto(page.url())
    await page.locator('.run[data-run=succeeded]').waitFor()
    await edge.become('1.35')
    await timePasses(page.getByText('The cluster has v1.35.0.').first())
    await second.click()
    await page.locator('.run[data-run=running]').waitFor()
    await timePasses(page.locator('.run[data-run=succeeded]').nth(1))
    await page.getByText('has 1.35.0 from').waitFor()
    await page.goto(`${stage().url}/matrix`)
    await page.getByRole('link', { name: '1.35.0' }).waitFor()
  }))

test('a cluster in use cannot be removed; the page says by whom it is used', () =>
  visit(stage(), async ({ page }) => {
    await page.goto(`${stage().url}/clusters/edge`)
    await page.getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'outrigger-system/autoscaler' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true)
  }))
