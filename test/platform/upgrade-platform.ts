import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKubeClient } from '../../src/kube/client.ts'
import { createUndiciTransport } from '../../src/kube/undici-transport.ts'
import type { Connect } from '../../src/kube/connect.ts'
import { runCli } from '../cli/run-cli.ts'
import { JumpingClock } from '../extensions/jumping-clock.ts'
import type { Call } from '../scenarios/run-scenario.ts'
import type { ChangingCluster } from './changing-cluster.ts'
import { type OpenStage, type TestPlatform, openTestPlatform } from './open-test-platform.ts'

/** A platform whose operator has a clock of its own, and stages with a cluster beside it that can be upgraded. */
export interface UpgradePlatform {
  readonly openStage: (programs: OpenStage['programs']) => Promise<OpenStage>
  readonly close: () => Promise<void>
}

/** Where the platform runs, and what is upgraded beside it. */
export interface UpgradePlace {
  readonly kubeconfig: string
  readonly openCluster: () => Promise<ChangingCluster>
}

/** Starts a platform on the cluster of a kubeconfig. */
export async function openUpgradePlatform(place: UpgradePlace): Promise<UpgradePlatform> {
  const { clock, connect } = connectOnJumpingClock()
  const platform = await openTestPlatform({ kubeconfig: place.kubeconfig, connect })
  return {
    openStage: (programs) => openStage({ platform, place, clock }, programs),
    close: platform.close,
  }
}

/** A clock that jumps when a story says so, and connections that live by it. */
export function connectOnJumpingClock(): {
  readonly clock: JumpingClock
  readonly connect: Connect
} {
  let underWay = 0
  const clock = new JumpingClock(() => underWay > 0)
  const connect: Connect = (connection) => {
    const { send, close } = createUndiciTransport(connection)
    const { gzip, impersonation } = connection
    const client = createKubeClient({
      transport: async (request, signal) => {
        underWay++
        try {
          return await send(request, signal)
        } finally {
          underWay--
        }
      },
      rateLimit: 'none',
      gzip,
      ...(impersonation === undefined ? {} : { impersonation }),
      clock,
    })
    return { client, close }
  }
  return { clock, connect }
}

/** Milliseconds for a command and the time that passes for the operator, also on a machine that is busy. */
const longestMeanwhile = 200_000

interface Surroundings {
  readonly platform: TestPlatform
  readonly place: UpgradePlace
  readonly clock: JumpingClock
}

async function openStage(
  { platform, place, clock }: Surroundings,
  programs: OpenStage['programs'],
): Promise<OpenStage> {
  const stage = await platform.openStage(programs)
  const cluster = await place.openCluster()
  // `kubernetes 1.34`: the cluster of `edge.kubeconfig` is that from now on.
  const kubernetes: Call = async ([minor = '']) => {
    const kubeconfig = await cluster.become(minor)
    await writeFile(join(stage.folder, 'edge.kubeconfig'), kubeconfig, { mode: 0o600 })
    return { exitCode: 0, stdout: `edge.kubeconfig is that of Kubernetes ${minor}\n`, stderr: '' }
  }
  // `later 3m`: that much later by the operator's clock.
  const later: Call = async ([span = '']) => {
    await clock.jump(millisecondsOf(span))
    return { exitCode: 0, stdout: '', stderr: '' }
  }
  // `meanwhile 3m outrigger …`: the command runs while that much time passes, from when it has said something.
  const meanwhile: Call = async ([span = '', program = '', ...words], environment) => {
    if (program !== 'outrigger') throw new Error(`only outrigger runs meanwhile, not ${program}`)
    const begun = Promise.withResolvers<void>()
    const signal = AbortSignal.timeout(longestMeanwhile)
    const running = runCli(words, { environment, signal, told: () => begun.resolve() })
    await Promise.race([begun.promise, running])
    await clock.jump(millisecondsOf(span))
    return running
  }
  return {
    ...stage,
    calls: { ...stage.calls, kubernetes, later, meanwhile },
    close: async () => {
      await stage.close()
      await cluster.close()
    },
  }
}

function millisecondsOf(span: string): number {
  const [, count = '', unit = ''] = /^(\d+)([sm])$/.exec(span) ?? []
  if (count === '') throw new Error(`a story says "later 30s" or "later 3m", not "later ${span}"`)
  return Number(count) * (unit === 'm' ? 60_000 : 1000)
}
