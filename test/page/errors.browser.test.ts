import { expect, test } from 'vitest'
import { forgive, storyStage, visit } from './stories.ts'

const stage = storyStage()

// The server answers that it cannot, until it can again.
const views = [
  { path: '/instances', asks: 'instances', after: 'Nothing is installed yet' },
  { path: '/plugins', asks: 'plugins', after: 'There are no plugins yet' },
  { path: '/catalogue', asks: 'extensions', after: 'Database' },
  { path: '/catalogue/database', asks: 'extensions(?:/database)?', after: 'Nobody uses it yet.' },
  { path: '/catalogue/database/install', asks: 'extensions(?:/database)?', after: 'Review' },
  { path: '/graph', asks: 'plugins', after: 'There is nothing to draw yet' },
  { path: '/clusters', asks: 'clusters', after: 'No cluster is registered' },
  { path: '/matrix', asks: 'instances', after: 'Nothing is installed yet' },
  { path: '/administration/repositories', asks: 'repositories', after: 'builtin' },
  { path: '/administration/extensions', asks: 'extensions', after: 'database' },
  { path: '/administration/profiles', asks: 'profiles', after: 'There are no profiles' },
  { path: '/administration/audit', asks: 'audit', after: 'Audit trail' },
]
test.each(views)(
  '$path tells an error of the server in its words, and tries again when it is asked to',
  ({ path, asks, after }) =>
    visit(stage(), async (opened) => {
      const { page } = opened
      const problem = {
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        detail: 'the cluster does not answer within 10s',
      }
      const asked = new RegExp(`/api/v1/${asks}(?:\\?|$)`)
      await page.route(asked, (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify(problem),
        }),
      )
      await page.goto(`${stage().url}${path}`)
      const notice = page.locator('main .notice[data-tone=bad]').first()
      await notice.getByText('This cannot be shown').waitFor()
      await notice.getByText(problem.detail).waitFor()
      forgive(opened, /status of 503/)
      await page.unroute(asked)
      await notice.getByRole('button', { name: 'Try again' }).click()
      await page.locator('main').getByText(after).first().waitFor()
      expect(await page.locator('main .notice[data-tone=bad]').count()).toBe(0)
    }),
)

test('a change that the server refuses is told, and nothing is lost', () =>
  visit(stage(), async (opened) => {
    const { page } = opened
    await page.goto(`${stage().url}/administration/repositories`)
    await page.getByRole('button', { name: 'Add a repository' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Name(?!s)/ }).fill('Not A Name')
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://charts.example.com')
    await dialog.getByRole('button', { name: 'Add a repository' }).click()
    await dialog.getByText('This cannot be shown').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(
      'https://charts.example.com',
    )
    forgive(opened, /status of 4\d\d/)
  }))
