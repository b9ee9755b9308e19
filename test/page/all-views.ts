import type { Page } from 'playwright-core'

/** Something that the page can show, on a stage that was furnished. */
export interface View {
  readonly name: string
  readonly path: string
  /** The one who looks; the administrator unless given. */
  readonly as?: 'nobody' | 'stranger'
  /** The way to a dialog, from the view at the path. */
  readonly open?: (page: Page) => Promise<void>
  /** Whether narrow screens leave it out. */
  readonly isWideOnly?: true
}

const paths = [
  '/',
  '/instances',
  '/instances?find=nothing-has-this-name',
  '/instances/default/metrics',
  '/instances/default/metrics?tab=objects',
  '/instances/default/metrics?tab=yaml',
  '/instances/default/local-storage',
  '/instances/default/local-storage?tab=objects',
  '/instances/default/dns?tab=history',
  '/instances/default/dns?tab=values&all=true',
  '/instances/default/dns?tab=rendered',
  '/instances/default/dns?tab=drift',
  '/instances/default/metrics/edit',
  '/instances/default/metrics/edit?tab=defaults',
  '/plugins',
  '/plugins/default/dns',
  '/plugins/default/dns?tab=objects',
  '/plugins/default/dns?tab=yaml',
  '/catalogue',
  '/catalogue/ingress',
  '/catalogue/ingress?tab=readme',
  '/catalogue/ingress?tab=values',
  '/catalogue/ingress?tab=schema',
  '/catalogue/ingress?tab=images',
  '/catalogue/ingress?tab=permissions',
  '/catalogue/ingress?tab=changes',
  '/catalogue/ingress/install',
  '/catalogue/ingress/install?tab=text',
  '/catalogue/ingress/install?tab=rendered',
  '/catalogue/dashboard/install',
  '/catalogue/shop/install?tab=questions',
  '/graph',
  '/graph?group=yes',
  '/clusters',
  '/clusters/local',
  '/clusters/local/rehearsal',
  '/add/cluster',
  '/matrix',
  '/administration/repositories',
  '/administration/extensions',
  '/administration/profiles',
  '/administration/write/profiles',
  '/administration/write/extensions/dns',
  '/administration/import',
  '/administration/sites',
  '/administration/sites/yard',
  '/administration/audit',
  '/nowhere',
] as const

const button = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

const dialogs: readonly (View & Required<Pick<View, 'open'>>)[] = [
  { name: 'keys', path: '/', open: (page) => page.keyboard.press('?') },
  {
    name: 'search',
    path: '/',
    open: async (page) => {
      await page.keyboard.press('/')
      await page.getByRole('textbox', { name: 'Search' }).fill('dns')
      await page.getByRole('dialog').getByText('DNS', { exact: true }).waitFor()
    },
  },
  {
    name: 'uninstall',
    path: '/instances/default/dns',
    open: async (page) => {
      await button(page, 'Uninstall')
      await page.getByRole('dialog').getByText('objects go').waitFor()
    },
  },
  {
    name: 'roll-back',
    path: '/instances/default/dns?tab=history',
    open: (page) => button(page, 'Roll back'),
  },
  {
    name: 'add-repository',
    path: '/administration/repositories',
    open: (page) => button(page, 'Add a repository'),
  },
  {
    name: 'retire',
    path: '/administration/extensions',
    open: (page) => button(page, 'Retire'),
    isWideOnly: true,
  },
  { name: 'remove-cluster', path: '/clusters/local', open: (page) => button(page, 'Remove') },
]

const denied = ['/', '/instances', '/instances/default/dns', '/clusters', '/administration/audit']

/** Every view, its tabs and dialogs, and those of somebody who may see nothing or is not signed in. */
export const allViews: readonly View[] = [
  ...paths.map((path) => ({ name: path, path })),
  ...dialogs.map((dialog) => ({ ...dialog, open: (page: Page) => openDialog(page, dialog.open) })),
  ...denied.map((path) => ({ name: `denied ${path}`, path, as: 'nobody' as const })),
  { name: 'sign-in', path: '/', as: 'stranger' },
]

async function openDialog(page: Page, open: (page: Page) => Promise<void>): Promise<void> {
  await open(page)
  await page.getByRole('dialog').waitFor()
}

/** Shows a view, until nothing in it is on its way. */
export async function showView(page: Page, url: string, { path, open }: View): Promise<void> {
  await page.goto(`${url}${path}`)
  await page.locator('h1, .notice-title').first().waitFor()
  const loading = page.locator('.loading')
  while ((await loading.count()) > 0) await loading.first().waitFor({ state: 'detached' })
  await open?.(page)
}
