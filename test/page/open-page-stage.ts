import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import type { Connect } from '../../src/kube/connect.ts'
import { fixedPorts, runCli } from '../cli/run-cli.ts'
import { findOracle } from '../oracles/find.ts'
import { setUpPlatform } from '../platform/open-test-platform.ts'
import { type StageAccount, stageAdministrator, tokenOf } from './stage-tokens.ts'

/** A platform with the page, and a browser that looks at it. */
export interface PageStage {
  readonly url: string
  /** The file of its administrator. */
  readonly kubeconfig: string
  readonly outrigger: (...words: readonly string[]) => Promise<string>
  /** A page of the administrator, and the complaints of its console: errors, refusals of the content policy. */
  readonly open: (look?: Look) => Promise<Opened>
  /** A page of somebody who is not signed in. */
  readonly openSignedOut: (look?: Look) => Promise<Opened>
  /** The token of a new account without rights. */
  readonly tokenOfNobody: () => Promise<string>
  /** The token of an account that is made for a story. */
  readonly tokenOf: (account: StageAccount) => Promise<string>
  readonly close: () => Promise<void>
}

export interface Opened {
  readonly page: Page
  /** Lines of its console that are errors. */
  readonly complaints: string[]
  readonly close: () => Promise<void>
}

export interface Look {
  readonly colorScheme?: 'light' | 'dark'
  readonly width?: number
  readonly locale?: string
}

// A fresh profile that talks to nobody; tests may run as root, where Chromium wants no sandbox.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const root = resolve(import.meta.dirname, '../..')
const { signal } = new AbortController()

export interface StageOptions {
  /** The cluster that it runs on; a sandbox of its own by default. */
  readonly kubeconfig?: string
  readonly connect?: Connect
  /** A folder with sites that the page shows. */
  readonly sites?: string
  /** Addresses that charts may come from, although they are of this machine. */
  readonly allow?: readonly string[]
}

/** Starts the platform with a page that was built, and signs in: by the link of a sandbox, by a token elsewhere. */
export async function openPageStage(
  built: string,
  { kubeconfig, allow = [], ...options }: StageOptions = {},
): Promise<PageStage> {
  if (kubeconfig !== undefined) await setUpPlatform(kubeconfig)
  const ports = fixedPorts()
  const platform = await openPlatform(
    {
      folder: undefined,
      cluster: kubeconfig === undefined ? undefined : { kubeconfig },
      page: built,
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow,
      tenants: ['default'],
      offerBuiltIn: true,
      ...options,
    },
    { ...ports, program: { ...ports.program, file: join(root, 'src/cli/main.ts') } },
    { troubled: () => {} },
    signal,
  )
  const own = kubeconfig ?? platform.kubeconfig
  const browser = await chromium.launch({ executablePath: findOracle('chromium'), args: flags })
  const session =
    kubeconfig === undefined
      ? await signInByLink(browser, platform.signInLink)
      : await signInByToken(browser, platform.server, await tokenOf(own, stageAdministrator))
  return {
    url: platform.server,
    kubeconfig: own,
    outrigger: async (...words) => {
      const ran = await runCli(words, { environment: { KUBECONFIG: own } })
      if (ran.exitCode !== 0) throw new Error(`outrigger ${words.join(' ')}: ${ran.stderr}`)
      return ran.stdout
    },
    open: (look) => open(browser, { storageState: session }, look),
    openSignedOut: (look) => open(browser, {}, look),
    tokenOf: (account) => tokenOf(own, account),
    tokenOfNobody: () => tokenOf(own, { name: 'nobody' }),
    close: async () => {
      await browser.close()
      await platform.close()
    },
  }
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

async function signInByLink(browser: Browser, link: string): Promise<Session> {
  return sessionAfter(browser, async (page) => void (await page.goto(link)))
}

async function signInByToken(browser: Browser, url: string, token: string): Promise<Session> {
  return sessionAfter(browser, async (page) => {
    await page.goto(url)
    await page.getByLabel('Token of the cluster').fill(token)
    await page.getByRole('button', { name: 'Sign in' }).click()
  })
}

async function sessionAfter(
  browser: Browser,
  signIn: (page: Page) => Promise<void>,
): Promise<Session> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  const session = await context.storageState()
  await context.close()
  return session
}

async function open(
  browser: Browser,
  signedIn: { readonly storageState?: Session },
  { colorScheme = 'light', width = 1280, locale = 'en-GB' }: Look = {},
): Promise<Opened> {
  const viewport = { width, height: 860 }
  const options = { viewport, colorScheme, locale, reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ ...options, ...signedIn })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    const { url } = message.location()
    // Chromium breaks off what it loads when an interface of the machine comes or goes, as those of other suites do.
    if (message.text().includes('net::ERR_NETWORK_CHANGED')) return
    if (message.type() === 'error') complaints.push(`${message.text()} ${url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints, close: () => context.close() }
}
