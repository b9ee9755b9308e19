import { watch } from 'node:fs'
import { newestMinor } from '../../apiserver/kubernetes-version.ts'
import { type ServedSandbox, serveSandbox } from '../../sandbox/serve-sandbox.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import {
  type SandboxFolder,
  type SandboxSettings,
  noteRunning,
  noteStopped,
  readSettings,
  settingsPath,
  writeSettings,
} from './sandbox-folder.ts'

export interface SandboxHooks {
  readonly onFailure: (error: unknown) => void
  /** Called when it can be reached, and again after an upgrade. */
  readonly started: (served: ServedSandbox, settings: SandboxSettings) => void
}

/** Serves a sandbox until the signal; starts it again when its settings ask for another version. */
export async function runSandbox(
  folder: SandboxFolder,
  settings: SandboxSettings,
  hooks: SandboxHooks,
  signal: AbortSignal,
): Promise<void> {
  let wanted = settings
  while (!signal.aborted) {
    const served = await serveSandbox({
      folder: folder.path,
      name: `outrigger-${folder.name}`,
      port: wanted.port,
      nodes: wanted.nodes,
      minor: minorOf(wanted),
      onFailure: hooks.onFailure,
    })
    try {
      // The same address the next time, so that a kubeconfig stays good.
      wanted = { ...wanted, port: served.port }
      await writeSettings(folder, wanted, signal)
      await writeFileAtomically(folder.kubeconfig, served.kubeconfig, signal, { mode: 0o600 })
      await noteRunning(folder, { pid: process.pid, url: served.url }, signal)
      hooks.started(served, wanted)
      wanted = await untilOther(folder, wanted, signal)
    } finally {
      await served.stop()
      if (signal.aborted) await noteStopped(folder)
    }
  }
}

function minorOf({ kubernetes }: SandboxSettings): number {
  return Number(kubernetes.split('.')[1] ?? newestMinor)
}

/** Waits until the settings name another version, or for the signal. */
function untilOther(
  folder: SandboxFolder,
  current: SandboxSettings,
  signal: AbortSignal,
): Promise<SandboxSettings> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(current)
    // The file is replaced as a whole, so that the folder is what has to be watched.
    const watcher = watch(folder.path, (_, file) => {
      if (file !== null && !settingsPath(folder).endsWith(file)) return
      readSettings(folder).then(look, fail)
    })
    const end = (settings: SandboxSettings) => {
      watcher.close()
      signal.removeEventListener('abort', stop)
      resolve(settings)
    }
    const stop = () => end(current)
    const fail = (error: unknown) => {
      watcher.close()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const look = (settings: SandboxSettings | undefined) => {
      if (settings !== undefined && settings.kubernetes !== current.kubernetes) end(settings)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
