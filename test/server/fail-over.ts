import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { ServerBenchStage } from '../../bench/server/server-stage.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { textAt } from '../../src/objects/kube-object.ts'
import { leaseName, platformNamespace } from '../../src/operator/pass/platform-namespace.ts'
import { sleep } from '../../src/std/sleep.ts'

const program = resolve(import.meta.dirname, '../../src/cli/main.ts')
const never = new AbortController().signal
const leases = {
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
}
const nouns = ['instances', 'plugins', 'releases']
const longest = 90_000

/** Kills the operator that leads, and reads by the server until another one leads. Gives what could not be read. */
export async function readThroughFailOver(
  { kubeconfig, client, users }: ServerBenchStage,
  server: string,
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-fail-over-'))
  const words = [program, 'init', '--kubeconfig', kubeconfig]
  await promisify(execFile)(process.execPath, words)
  const operators: ChildProcess[] = []
  try {
    for (const name of ['first', 'second']) {
      operators.push(await startOperator(kubeconfig, join(folder, name)))
    }
    const { leader, holder: before } = await leaderOf(operators, client)
    leader.kill('SIGKILL')
    const began = performance.now()
    const problems: string[] = []
    let reads = 0
    while ((await holderOf(client)) === before) {
      const paths = nouns.map((noun) => `/api/v1/${noun}?namespace=${users.team}`)
      problems.push(...(await unread(server, paths, users.tokens.editor)))
      reads += nouns.length
      if (performance.now() - began > longest) return [...problems, 'no other operator leads']
      await sleep(100, never)
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`another operator leads after ${seconds} s; ${reads} reads meanwhile, all answered`)
    return problems
  } finally {
    for (const one of operators) one.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

/** The paths that cannot be read now, each with its answer. */
async function unread(
  server: string,
  paths: readonly string[],
  token: string,
): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const statuses = await Promise.all(
    paths.map(async (path) => (await fetch(`${server}${path}`, { headers })).status),
  )
  return paths.flatMap((path, at) =>
    statuses[at] === 200 ? [] : [`${path} is answered with ${statuses[at]} during the fail-over`],
  )
}

async function startOperator(kubeconfig: string, folder: string): Promise<ChildProcess> {
  const words = ['start', '--kubeconfig', kubeconfig, '--folder', folder, '--without-server']
  const child = spawn(process.execPath, [program, ...words, '-o', 'json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

/** On a busy machine one that starts later may lead, and both may say that they are there before one does. */
async function leaderOf(operators: readonly ChildProcess[], client: KubeClient) {
  const began = performance.now()
  while (performance.now() - began < longest) {
    const holder = await holderOf(client)
    const leader = operators.find(({ pid }) => holder.includes(`/${pid}/`))
    if (leader !== undefined) return { leader, holder }
    await sleep(100, never)
  }
  throw new Error(`no operator leads: the lease is held by ${(await holderOf(client)) || 'nobody'}`)
}

async function holderOf(client: KubeClient): Promise<string> {
  const target = { resource: leases, namespace: platformNamespace, name: leaseName }
  const lease = await getObject(client, target, {}, never)
  return lease === undefined ? '' : textAt(lease, ['spec', 'holderIdentity'])
}
