import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServedSandbox, serveSandbox } from '../../src/sandbox/serve-sandbox.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { defaultRelease } from '../testbed/releases.ts'
import { createRawClient } from '../testbed/send.ts'

/** A cluster that becomes another Kubernetes when a story says so. */
export interface ChangingCluster {
  /** Starts it as a minor such as `1.34`, or again as another one with the same objects and address; gives its kubeconfig. */
  readonly become: (minor: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** A sandbox. */
export async function changingSandbox(): Promise<ChangingCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-changing-'))
  let served: ServedSandbox | undefined
  return {
    become: async (minor) => {
      const port = served?.port ?? 0
      await served?.stop()
      served = await serveSandbox({ folder, name: 'edge', port, minor: Number(minor.slice(2)) })
      return served.kubeconfig
    },
    close: async () => {
      await served?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A real API server, which is linked to say that it is an older minor and emulates that. */
export async function changingControlPlane(): Promise<ChangingCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-changing-'))
  let plane: ControlPlane | undefined
  return {
    become: async (minor) => {
      const emulatedVersion = defaultRelease.version.startsWith(`${minor}.`) ? undefined : minor
      if (plane !== undefined) await plane.restart('kube-apiserver', { emulatedVersion })
      plane ??= await startControlPlane({
        folder,
        keeps: 'nothing',
        parts: [],
        ...(emulatedVersion === undefined ? {} : { emulatedVersion }),
      })
      await tellKubelet(plane, `v${minor}.0`)
      return readFile(plane.kubeconfig, 'utf8')
    },
    close: async () => {
      await plane?.shutDown()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

// No kubelet runs there: the node would say nothing of its version.
async function tellKubelet({ admin }: ControlPlane, kubeletVersion: string): Promise<void> {
  const { send, close } = createRawClient(admin)
  try {
    const { status, body } = await send({
      method: 'PATCH',
      path: '/api/v1/nodes/node-0/status',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ status: { nodeInfo: { kubeletVersion } } }),
    })
    if (status >= 300) throw new Error(`the node does not take its version: ${body}`)
  } finally {
    close()
  }
}
