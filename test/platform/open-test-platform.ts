import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Interruption } from '../../src/cli/errors.ts'
import {
  type OpenPlatform,
  type PlatformOptions,
  openPlatform,
} from '../../src/cli/platform/open-platform.ts'
import { platformNamespace } from '../../src/operator/pass/platform-namespace.ts'
import { objectOf } from '../../src/kube/answer.ts'
import { applyPlatform } from '../../src/cli/platform/apply-platform.ts'
import { createLog } from '../../src/cli/platform/log/log-lines.ts'
import { platformObjects } from '../../src/cli/platform/platform-objects.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { Discovery } from '../../src/kube/discovery/discovery.ts'
import { type KubeObject, kindOf, textAt } from '../../src/objects/kube-object.ts'
import { fixedPorts, runCli } from '../cli/run-cli.ts'
import type { Call, Stage } from '../scenarios/run-scenario.ts'
import { type StoryGit, startStoryGit } from './story-git.ts'
import { smallKubectl } from './small-kubectl.ts'
import { storyPaths } from './story-paths.ts'
import { type StoryRepository, startStoryRepository } from './story-repository.ts'

/** A platform for tests, and namespaces on it that plugins can be used in. */
export interface TestPlatform {
  readonly platform: OpenPlatform
  /** A stage with a namespace of its own; without programs, outrigger and a small kubectl run in this process. */
  readonly openStage: (programs: Stage['programs']) => Promise<OpenStage>
  readonly close: () => Promise<void>
}

export interface OpenStage extends Stage {
  readonly close: () => Promise<void>
}

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const charts = fileURLToPath(new URL('./testdata/charts', import.meta.url))
const { signal } = new AbortController()

export interface TestPlatformOptions {
  /** Of the cluster that it runs on; a sandbox of its own by default. */
  readonly kubeconfig?: string | undefined
  readonly connect?: PlatformOptions['connect']
}

/** Starts a platform on a sandbox, or on the cluster of a kubeconfig. */
export async function openTestPlatform({
  kubeconfig,
  connect: reach,
}: TestPlatformOptions = {}): Promise<TestPlatform> {
  const served = await startStoryRepository(charts)
  const git = await startStoryGit()
  const root = await realpath(await mkdtemp(join(tmpdir(), 'outrigger-platform-')))
  const ports = fixedPorts()
  const lines: string[] = []
  const write = (line: string) => void lines.push(line.trimEnd())
  const log = createLog({ format: 'json', level: 'info', now: Date.now, write })
  if (kubeconfig !== undefined) await setUpPlatform(kubeconfig)
  const platform = await openPlatform(
    {
      folder: undefined,
      cluster:
        kubeconfig === undefined
          ? undefined
          : { kubeconfig: await kubeconfigOfOperator(kubeconfig, root) },
      ...(reach === undefined ? {} : { connect: reach }),
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
      allow: [served.url, served.secure, git.url],
      fileRoot: root,
      tenants: [],
      offerBuiltIn: true,
    },
    { ...ports, program: { ...ports.program, file: main }, environment: process.env },
    { troubled: () => {}, log },
    signal,
  )
  const cluster = kubeconfig ?? platform.kubeconfig
  const { charts: builtin, registry } = platform
  const token = (await readFile(platform.registryTokenFile, 'utf8')).trim()
  const own = { builtin: builtin.url, registry, 'registry-token': token }
  const words = { ...own, operator: platform.operator, ...storyPaths }
  return {
    platform,
    openStage: (programs) => openStage({ cluster, words, served, git, root, lines }, programs),
    close: async () => {
      await platform.close()
      await served.stop()
      await git.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}

interface KubeconfigUsers {
  readonly users: readonly { readonly name: string; readonly user: object }[]
}

// The same cluster by a token of the operator's account: what its role does not allow fails here as it would in a pod.
export async function kubeconfigOfOperator(kubeconfig: string, folder: string): Promise<string> {
  const connection = await findConnection({ kubeconfig, environment: {} })
  const { client, close } = connect(connection)
  const path = `/api/v1/namespaces/${platformNamespace}/serviceaccounts/outrigger/token`
  const spec = { expirationSeconds: 7200 }
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec }
  const answer = await client.exchange({ method: 'POST', path, body }, signal)
  await close()
  const token = textAt(objectOf(answer), ['status', 'token'])
  const config = JSON.parse(await readFile(kubeconfig, 'utf8')) as KubeconfigUsers
  const users = config.users.map(({ name }) => ({ name, user: { token } }))
  const file = join(folder, '.operator-kubeconfig')
  await writeFile(file, JSON.stringify({ ...config, users }), { mode: 0o600 })
  return file
}

// As `outrigger init` does; start writes nothing of it.
/** Puts the kinds and the namespace of the platform onto the cluster of a kubeconfig. */
export async function setUpPlatform(
  kubeconfig: string,
  tenants: readonly string[] = [],
): Promise<void> {
  const { client, close } = connect(await findConnection({ kubeconfig, environment: {} }))
  const pluginAccounts = ['outrigger', 'deployer', 'nobody']
  const input = {
    tenants,
    tenantRights: 'namespace',
    repositories: [],
    pluginAccounts,
  } as const
  await applyPlatform(platformObjects(input, main), 'refuse', { client, told: () => {} }, signal)
  await close()
}

// `fetch URL [WORD]`: what answers there; only the lines with that word, when there is one.
const fetchLines: Call = async ([url = '', word = '']) => {
  const answer = await fetch(url)
  const lines = (await answer.text()).split('\n').filter((line) => line.includes(word))
  return { exitCode: answer.ok ? 0 : 1, stdout: lines.join('\n'), stderr: '' }
}

// `watch WORD outrigger … -w`: runs until it says that word, as somebody who then interrupts it; the lines with that word.
const watchLines: Call = async ([word = '', program = '', ...words], environment, late) => {
  if (program !== 'outrigger') throw new Error(`only outrigger can be watched, not ${program}`)
  const enough = new AbortController()
  let said = ''
  const told = (text: string) => {
    said += text
    if (said.includes(word)) enough.abort(new Interruption('SIGINT'))
  }
  const signal = AbortSignal.any([late, enough.signal])
  const { exitCode, stdout, stderr } = await runCli(words, {
    environment,
    signal,
    told,
    file: main,
  })
  const lines = stdout.split('\n').filter((line) => line.includes(word))
  return { exitCode, stdout: lines.join('\n'), stderr }
}

// `grep WORD outrigger …`: the lines with that word, of both streams: how much is said on the way depends on the machine.
const grepLines: Call = async ([word = '', program = '', ...words], environment, late) => {
  if (program !== 'outrigger') throw new Error(`only outrigger can be searched, not ${program}`)
  const { exitCode, stdout, stderr } = await runCli(words, {
    environment,
    signal: late,
    file: main,
  })
  const chosen = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.includes(word))
      .join('\n')
  return { exitCode, stdout: chosen(stdout), stderr: chosen(stderr) }
}

// `logged WORD…`: the lines of the operator's log that have all of these words.
function loggedLines(lines: readonly string[]): Call {
  return async (words) => {
    const found = lines.filter((line) => words.every((word) => line.includes(word)))
    return { exitCode: 0, stdout: found.join('\n'), stderr: '' }
  }
}

interface Kubeconfig {
  readonly contexts: readonly { readonly name: string; readonly context: object }[]
}

interface PlatformParts {
  readonly cluster: string
  readonly words: Readonly<Record<string, string>>
  readonly served: StoryRepository
  readonly git: StoryGit
  readonly root: string
  /** Of the operator's log so far. */
  readonly lines: readonly string[]
}

async function openStage(
  { cluster, words, served, git, root, lines }: PlatformParts,
  programs: Stage['programs'],
): Promise<OpenStage> {
  const folder = await mkdtemp(join(root, 'story-'))
  const namespace = `story-${randomInt(36 ** 5, 36 ** 6).toString(36)}`
  const connection = await findConnection({ kubeconfig: cluster, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  const discovery = new Discovery(client)
  const apply = async (object: KubeObject) => {
    const resource = await discovery.findKind(kindOf(object), signal)
    if (resource === undefined) throw new Error(`there is no ${object.kind}`)
    await applyObject(client, resource, object, { force: true }, signal)
  }
  await apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  const input = { tenants: [namespace], tenantRights: 'namespace', repositories: [] } as const
  const own = platformObjects(input, main).filter(
    ({ metadata }) => metadata['namespace'] === namespace,
  )
  for (const object of own) await apply(object)
  const config = JSON.parse(await readFile(cluster, 'utf8')) as Kubeconfig
  const contexts = config.contexts.map(({ name, context }) => ({
    name,
    context: { ...context, namespace },
  }))
  const kubeconfig = join(folder, '.kubeconfig')
  const access = JSON.stringify({ ...config, contexts })
  await writeFile(kubeconfig, access, { mode: 0o600 })
  return {
    folder,
    namespace,
    kubeconfig,
    words: {
      own: served.serveOwn(namespace, folder),
      charts: served.url,
      inbox: `${served.url}/inbox/${namespace}`,
      git: `${git.url}/${namespace}.git`,
      secure: served.secure,
      authority: Buffer.from(served.authority).toString('base64'),
      kubeconfig: Buffer.from(access).toString('base64'),
      ...words,
    },
    programs,
    calls: {
      outrigger: (given, environment, late) =>
        runCli(given, { environment, signal: late, file: main }),
      fetch: fetchLines,
      watch: watchLines,
      grep: grepLines,
      logged: loggedLines(lines),
      commit: git.committing(namespace, folder),
      ...('kubectl' in programs
        ? {}
        : { kubectl: smallKubectl({ client, discovery, namespace, folder }) }),
    },
    close: async () => {
      const target = { resource: namespaces, name: namespace }
      await deleteObject(client, target, {}, signal)
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const namespaces = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
} as const
