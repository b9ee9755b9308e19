import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority } from '../../src/apiserver/certificates/authority.ts'
import { writeKubeconfig } from '../../src/apiserver/certificates/write-kubeconfig.ts'
import { type Listening, listen } from '../../src/apiserver/http/listen.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { textAt } from '../../src/objects/kube-object.ts'
import { platformAccount } from '../../src/operator/pass/platform-namespace.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { operatorAccount } from './platform-rights.ts'

const platform = 'outrigger-system'
const never = new AbortController().signal
const swift = { pull: 20, ready: 200, run: 200, crash: 10, stop: 5, address: 5, volume: 5 }
const leases = {
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
} as const
const lease = { resource: leases, namespace: platform, name: 'outrigger-operator' }

/** A sandbox whose door can be shut, and operators as processes of their own before it. */
export class CrashCluster {
  readonly client: KubeClient
  readonly folder: string
  private readonly sandbox: Sandbox
  private readonly tls: NonNullable<Parameters<typeof listen>[1]['tls']>
  private door: Listening
  private readonly operators = new Set<ChildProcess>()

  private constructor(
    folder: string,
    sandbox: Sandbox,
    { tls, door }: { readonly tls: CrashCluster['tls']; readonly door: Listening },
  ) {
    this.folder = folder
    this.sandbox = sandbox
    this.client = sandbox.client()
    this.tls = tls
    this.door = door
  }

  static async open(): Promise<CrashCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'operator-crash-'))
    const sandbox = await startSandbox({ delays: swift })
    const authority = createAuthority('crash')
    const signed = authority.signServer(['localhost'], ['127.0.0.1'])
    const tls = { ...signed, authority: authority.certificate }
    const door = await listen(sandbox.server.answer, { host: '127.0.0.1', port: 0, tls })
    const { name, groups } = operatorAccount
    const user = authority.signClient(name, groups)
    const access = { url: door.url, authority: authority.certificate, ...user }
    await writeFile(join(folder, 'kubeconfig'), writeKubeconfig('crash', access))
    return new CrashCluster(folder, sandbox, { tls, door })
  }

  async close(): Promise<void> {
    for (const child of this.operators) child.kill('SIGKILL')
    await this.door.stop()
    await this.sandbox.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Starts operators until so many run, for charts of an address. One leads, the others wait for its Lease. */
  run(count: number, charts: string): void {
    const file = join(import.meta.dirname, '../../bench/operator-child.ts')
    while (this.operators.size < count) {
      const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
      const child = fork(file, [join(this.folder, 'kubeconfig'), this.folder, charts], {
        stdio: [...stdio],
        env: { ...process.env, BENCH_PLATFORM_ACCOUNT: platformAccount },
      })
      this.operators.add(child)
      child.once('exit', () => this.operators.delete(child))
    }
  }

  /** Waits until one of those that run leads. */
  async untilLed(): Promise<void> {
    while (!(await this.isLed())) await new Promise((resolve) => setTimeout(resolve, 50))
  }

  /** Kills whoever leads, or all of them. `lease` is whether the next one has to wait for the Lease of the dead. */
  async kill(whom: 'leader' | 'all', left: 'lease' | 'nothing'): Promise<number> {
    const holder = await this.holder()
    const doomed = [...this.operators].filter(
      ({ pid }) => whom === 'all' || holder === `bench-${pid}`,
    )
    await Promise.all(
      doomed.map(async (child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await ended
      }),
    )
    if (left === 'nothing' && doomed.length > 0) {
      await deleteObject(this.client, lease, {}, never)
    }
    return doomed.length
  }

  /** The server cannot be reached for a while; what it was about to answer is lost. */
  async partition(milliseconds: number): Promise<void> {
    const { port } = this.door
    await this.door.stop()
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    const options = { host: '127.0.0.1', port, tls: this.tls }
    this.door = await listen(this.sandbox.server.answer, options)
  }

  private async holder(): Promise<string> {
    return textAt(await getObject(this.client, lease, {}, never), ['spec', 'holderIdentity'])
  }

  private async isLed(): Promise<boolean> {
    const holder = await this.holder()
    return [...this.operators].some(({ pid }) => holder === `bench-${pid}`)
  }
}
