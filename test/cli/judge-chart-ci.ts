// npm run judge:chart-ci: `outrigger chart ci` with real targets that want a login. For each: a wrong login publishes nothing, two charts
// are published, the same again changes nothing, the real helm reads them, and a push that the target refuses on the way leaves nothing
// half-pushed: a ChartMuseum by the size of a chart, registries by a proxy that denies content, a manifest or a tag of the second chart.
import { randomBytes } from 'node:crypto'
import { startChartMuseum } from '../expansion/chart-museum.ts'
import { makeRepository } from '../git/git-server.ts'
import { findOracle } from '../oracles/find.ts'
import { startDistribution, startDockerRegistry } from '../registry/docker-registry.ts'
import { type DenyingProxy, startDenyingProxy } from '../registry/denying-proxy.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'
import { chart } from './push-targets.ts'
import { type HelmHome, makeHelmHome } from './temporary-helm-home.ts'

interface Target {
  readonly push: string
  readonly published: () => Promise<readonly string[]>
  /** Words with which the real helm shows a chart. */
  readonly show: readonly string[]
  /** The proxy before a registry. */
  readonly proxy?: DenyingProxy
  readonly stop: () => Promise<unknown>
}

const user = { username: 'me', password: 'hush-hush' }
const basic = `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`
// More than a target takes.
const limit = 100_000
const helm = findOracle('helm4')
// Of the chart that comes second: its content, its manifest, and its tag, when the first one's is there already.
const denials = [
  /^PUT .*\/web\/blobs\/uploads/,
  /^PUT .*\/web\/manifests\/sha256/,
  /^PUT .*\/web\/manifests\/1\.2\.0/,
] as const

const targets: Readonly<Record<string, () => Promise<Target>>> = {
  'embedded registry': async () => {
    const { host, stop } = await startTemporaryRegistry({ writeToken: user.password })
    return registryAt(host, stop)
  },
  'docker-registry': async () => {
    const { host, stop } = await startDockerRegistry(user)
    return registryAt(host, stop)
  },
  'distribution 3.1': async () => {
    const { host, stop } = await startDistribution(user)
    return registryAt(host, stop)
  },
  ChartMuseum: async () => {
    const login = [`--basic-auth-user=${user.username}`, `--basic-auth-pass=${user.password}`]
    const { url, stop } = await startChartMuseum([...login, `--max-upload-size=${limit}`])
    const published = async () => {
      const answer = await fetch(`${url}/api/charts`, { headers: { authorization: basic } })
      const found = (await answer.json()) as Readonly<Record<string, { version: string }[]>>
      return Object.entries(found)
        .flatMap(([name, all]) => all.map(({ version }) => `${name} ${version}`))
        .toSorted()
    }
    return { push: url, published, stop, show: ['web', '--repo', url] }
  },
}

const problems: string[] = []
for (const [name, start] of Object.entries(targets)) {
  let target: Target
  try {
    target = await start()
  } catch (error) {
    console.log(`not judged  ${name}: ${error instanceof Error ? error.message : String(error)}`)
    continue
  }
  try {
    console.log(`held  ${name}: ${await judge(target)}`)
  } catch (error) {
    problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await target.stop()
  }
}
for (const problem of problems) console.error(`NOT HELD  ${problem}`)
console.log(problems.length === 0 ? 'all held' : `${problems.length} not held`)
process.exit(problems.length === 0 ? 0 : 1)

async function registryAt(host: string, stopRegistry: Target['stop']): Promise<Target> {
  const proxy = await startDenyingProxy(host)
  const stop = async () => {
    await proxy.stop()
    await stopRegistry()
  }
  const published = async () => {
    const rows = await Promise.all(
      ['queue', 'web'].map(async (name) => {
        const url = `http://${host}/v2/charts/${name}/tags/list`
        const answer = await fetch(url, { headers: { authorization: basic } })
        const { tags } = (await answer.json()) as { tags?: readonly string[] | null }
        return (tags ?? []).map((tag) => `${name} ${tag}`)
      }),
    )
    return rows.flat().toSorted()
  }
  const push = `oci://${proxy.host}/charts`
  return { push, published, proxy, stop, show: [`${push}/web`, '--plain-http'] }
}

async function judge(target: Target): Promise<string> {
  const home = await makeHelmHome()
  const git = await makeRepository()
  try {
    await git.commit({ ...chart('web', '1.0.0'), ...chart('queue', '1.0.0') })
    await git.git('checkout', '--quiet', '-b', 'change')
    await git.commit({ ...chart('web', '1.1.0'), ...chart('queue', '1.1.0') })
    const ci = (password: string) => runCi(home, git.path, target.push, password)
    const expectPublished = async (...wanted: readonly string[]) => {
      const found = await target.published()
      if (found.join() !== wanted.join())
        throw new Error(`published is ${found.join() || 'nothing'}`)
    }

    const wrong = await ci('wrong')
    if (wrong.exitCode !== 1) throw new Error(`a wrong login ended with ${wrong.exitCode}`)
    if (`${wrong.stdout}${wrong.stderr}`.includes('wrong')) throw new Error('the password is shown')
    await expectPublished()
    const first = await ci(user.password)
    if (first.exitCode !== 0) throw new Error(`the push ended with ${first.stdout}${first.stderr}`)
    await expectPublished('queue 1.1.0', 'web 1.1.0')
    const again = await ci(user.password)
    if (!again.stdout.includes('which was there')) throw new Error(`again: ${again.stdout}`)
    await helmShows(home, target)

    // Nothing that compresses: the one chart is too large for a ChartMuseum, after a good one.
    const large = target.proxy ? {} : { 'blob.txt': randomBytes(2 * limit).toString('base64') }
    await git.commit({ ...chart('queue', '1.2.0'), ...chart('web', '1.2.0', large) })
    const reasons: string[] = []
    for (const pattern of target.proxy ? denials : [undefined]) {
      target.proxy?.deny(pattern)
      const refused = await ci(user.password)
      if (refused.exitCode !== 1) throw new Error(`a refused push ended with ${refused.exitCode}`)
      if (target.proxy?.denied() === 0) throw new Error(`nothing was denied by ${pattern}`)
      const [why] = /✗ web: .*/.exec(refused.stdout) ?? []
      if (why === undefined) throw new Error(`the refusal is not told: ${refused.stdout}`)
      await expectPublished('queue 1.1.0', 'web 1.1.0')
      reasons.push(why.slice(0, 120))
    }
    if (target.proxy) {
      target.proxy.deny(undefined)
      const at = await ci(user.password)
      if (at.exitCode !== 0) throw new Error(`undenied it ended with ${at.stdout}${at.stderr}`)
      await expectPublished('queue 1.1.0', 'queue 1.2.0', 'web 1.1.0', 'web 1.2.0')
    }
    return `two charts, read by helm; refused with nothing published: ${reasons.join('; ')}`
  } finally {
    await git.stop()
    await home.remove()
  }
}

function runCi(home: HelmHome, folder: string, push: string, password: string) {
  const words = ['chart', 'ci', `${folder}/charts`, '--base', 'main', '--skip-install']
  const login = ['--username', user.username, '--password', password]
  return home.ours([...words, '--kubernetes', '1.36', '--push', push, ...login])
}

async function helmShows(home: HelmHome, { push, show }: Target): Promise<void> {
  const login = ['--username', user.username, '--password', user.password]
  const host = push.replace('oci://', '').split('/')[0] ?? ''
  if (push.startsWith('oci:')) {
    await home.helm(helm, ['registry', 'login', host, '--plain-http', ...login])
  }
  const more = push.startsWith('oci:') ? [] : login
  const { exitCode, stdout, stderr } = await home.helm(helm, ['show', 'chart', ...show, ...more])
  if (exitCode !== 0 || !stdout.includes('version: 1.1.0')) throw new Error(`helm says ${stderr}`)
}
