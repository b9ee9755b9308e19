import { join, resolve } from 'node:path'
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { textAt } from '../../src/objects/kube-object.ts'
import { fixedPorts, runCli } from '../cli/run-cli.ts'
import { findOracle } from '../oracles/find.ts'

/** A platform with the page, and a browser that looks at it. */
export interface PageStage {
  readonly url: string
  readonly kubeconfig: string
  readonly outrigger: (...words: readonly string[]) => Promise<string>
  /** A page of the administrator, and the complaints of its console: errors, refusals of the content policy. */
  readonly open: (look?: Look) => Promise<Opened>
  /** A page of somebody who is not signed in. */
  readonly openSignedOut: () => Promise<Opened>
  /** The token of a new account without rights. */
  readonly tokenOfNobody: () => Promise<string>
  readonly close: () => Promise<void>
}

export interface StageChoices {
  /** Addresses that charts may come from, although they are of this machine. */
  readonly allow?: readonly string[]
  /** A cluster instead of a sandbox. */
  readonly cluster?: Parameters<typeof openPlatform>[0]['cluster']
}

export interface Opened {
  readonly page: Page
  readonly complaints: readonly string[]
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

/** Starts the platform on a sandbox with a page that was built, and signs in by the link that it prints. */
export async function openPageStage(
  built: string,
  { allow = [], cluster }: StageChoices = {},
): Promise<PageStage> {
  const ports = fixedPorts()
  const platform = await openPlatform(
    {
      folder: undefined,
      cluster,
      page: built,
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow,
      tenants: ['default'],
    },
    { ...ports, program: { ...ports.program, file: join(root, 'src/cli/main.ts') } },
    { troubled: () => {} },
    signal,
  )
  const browser = await chromium.launch({ executablePath: findOracle('chromium'), args: flags })
  const session = await signIn(browser, platform.signInLink)
  return {
    url: platform.server,
    kubeconfig: platform.kubeconfig,
    outrigger: async (...words) => {
      const ran = await runCli(words, { environment: { KUBECONFIG: platform.kubeconfig } })
      if (ran.exitCode !== 0) throw new Error(`outrigger ${words.join(' ')}: ${ran.stderr}`)
      return ran.stdout
    },
    open: (look) => open(browser, { storageState: session }, look),
    openSignedOut: () => open(browser, {}),
    tokenOfNobody: () => tokenOfNobody(platform.kubeconfig),
    close: async () => {
      await browser.close()
      await platform.close()
    },
  }
}

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

async function signIn(browser: Browser, link: string): Promise<Session> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
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
    if (message.type() === 'error') complaints.push(`${message.text()} ${url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints, close: () => context.close() }
}

async function tokenOfNobody(kubeconfig: string): Promise<string> {
  const connection = await findConnection({ kubeconfig, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  const accounts = {
    group: '',
    version: 'v1',
    resource: 'serviceaccounts',
    kind: 'ServiceAccount',
    namespaced: true,
  } as const
  const metadata = { name: 'nobody', namespace: 'default' }
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata }
  await applyObject(client, accounts, account, { fieldManager: 'stage', force: true }, signal)
  const request = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata,
    spec: { expirationSeconds: 3600 },
  }
  const options = { subresource: 'token' } as const
  const { object } = await createObject(client, accounts, request, options, signal)
  await close()
  return textAt(object, ['status', 'token'])
}
