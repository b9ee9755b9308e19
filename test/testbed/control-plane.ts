import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { commandOf, type PartName, partNames, type PartSettings } from './commands.ts'
import { addUser, createLayout, type Layout } from './layout.ts'
import { Part } from './part.ts'
import { defaultRelease, releaseNamed } from './releases.ts'
import { seed, untilServing } from './seed.ts'
import { type Access, createRawClient } from './send.ts'
import { startWatchdog } from './watchdog.ts'

export interface ControlPlaneOptions {
  /** Where certificates, logs, the kubeconfig and etcd's files are; a folder used before brings its objects back. */
  readonly folder: string
  /** The folder goes when the control plane goes. */
  readonly keeps?: 'nothing' | 'everything'
  /** The Kubernetes release; 1.36.3 by default. */
  readonly version?: string
  /** etcd waits for the disk; without it, it is faster. */
  readonly fsync?: boolean
  /** A minor such as `1.33`, played by the same binaries. */
  readonly emulatedVersion?: string
  /** Which parts to start, all by default; etcd and the API server are always among them. */
  readonly parts?: readonly PartName[]
  /** More flags by part. */
  readonly flags?: Partial<Readonly<Record<PartName, readonly string[]>>>
  /** Users beside `admin` that may do everything, each with a kubeconfig `<user>.kubeconfig` in the folder. */
  readonly adminUsers?: readonly string[]
}

/** Settings that a part can be given anew when it is started again. */
export interface Change {
  /** Another release, such as `1.36.3` after `1.34.4`. */
  readonly version?: string
  /** Undefined is the version of the binaries themselves. */
  readonly emulatedVersion?: string | undefined
  readonly flags?: readonly string[]
}

/** A real control plane on 127.0.0.1. */
export interface ControlPlane {
  readonly folder: string
  readonly url: string
  readonly etcdUrl: string
  readonly kubeconfig: string
  readonly admin: Access
  /** The process of a part; undefined while it does not run. */
  readonly pidOf: (name: PartName) => number | undefined
  readonly logOf: (name: PartName) => string
  readonly start: (name: PartName, change?: Change) => Promise<void>
  readonly stop: (name: PartName) => Promise<void>
  /** As `kill -9`. */
  readonly kill: (name: PartName) => Promise<void>
  readonly restart: (name: PartName, change?: Change) => Promise<void>
  readonly addUser: (
    user: string,
    groups: readonly string[],
  ) => Promise<{ readonly access: Access; readonly kubeconfig: string }>
  /** Ends everything, the API server before etcd. */
  readonly shutDown: () => Promise<void>
}

/** Starts a real control plane and waits until pods can run on it. It ends when this process ends. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const layout = await createLayout(options.folder)
  const plane = assemble(layout, options)
  try {
    await bringUp(plane, layout.admin, wantedParts(options))
    for (const user of options.adminUsers ?? []) await plane.addUser(user, ['system:masters'])
    return plane
  } catch (error) {
    await plane.shutDown()
    throw error
  }
}

function wantedParts({ parts = partNames }: ControlPlaneOptions): readonly PartName[] {
  const always: readonly PartName[] = ['etcd', 'kube-apiserver']
  return partNames.filter((name) => always.includes(name) || parts.includes(name))
}

function assemble(layout: Layout, options: ControlPlaneOptions): ControlPlane {
  const watchdog = startWatchdog()
  if (options.keeps === 'nothing') watchdog.clean(layout.folder)
  const parts = {} as Record<PartName, Part>
  const settings = {} as Record<PartName, PartSettings & Build>
  const { emulatedVersion, version = defaultRelease.version, fsync = false } = options
  for (const name of partNames) {
    const logFile = join(layout.folder, `${name}.log`)
    parts[name] = new Part({ name, logFile, watchdog })
    const flags = options.flags?.[name] ?? []
    const build = { version, emulatedVersion }
    settings[name] = { fsync, flags, ...build, binaries: binariesOf(build) }
  }
  const start = async (name: PartName, change: Change = {}): Promise<void> => {
    const next = { ...settings[name], ...change }
    settings[name] = { ...next, binaries: binariesOf(next) }
    await parts[name].start(commandOf(name, layout, settings[name]))
  }
  return {
    folder: layout.folder,
    url: layout.url,
    etcdUrl: `http://127.0.0.1:${layout.ports.etcd}`,
    kubeconfig: layout.files.kubeconfig,
    admin: layout.admin,
    pidOf: (name) => parts[name].pid,
    logOf: (name) => parts[name].logFile,
    start,
    stop: (name) => parts[name].stop(),
    kill: (name) => parts[name].kill(),
    restart: async (name, change) => {
      await parts[name].stop()
      await start(name, change)
    },
    addUser: (user, groups) => addUser(layout, user, groups),
    shutDown: async () => {
      await shutDown(parts)
      if (options.keeps === 'nothing') await rm(layout.folder, { recursive: true, force: true })
      watchdog.dismiss()
    },
  }
}

interface Build {
  readonly version: string
  readonly emulatedVersion: string | undefined
}

function binariesOf({ version, emulatedVersion }: Build): Binaries {
  const release = releaseNamed(version)
  return findBinaries({ release, ...(emulatedVersion === undefined ? {} : { emulatedVersion }) })
}

async function bringUp(
  plane: ControlPlane,
  admin: Access,
  wanted: readonly PartName[],
): Promise<void> {
  await plane.start('etcd')
  await plane.start('kube-apiserver')
  const others = wanted.filter((name) => name !== 'etcd' && name !== 'kube-apiserver')
  const client = createRawClient(admin)
  try {
    await Promise.all([...others.map((name) => plane.start(name)), seed(client)])
    if (wanted.includes('kube-controller-manager')) await untilServing(client)
  } finally {
    client.close()
  }
}

/** An API server whose etcd went first ignores the signal for a long time and keeps its port. */
async function shutDown(parts: Readonly<Record<PartName, Part>>): Promise<void> {
  const clients = partNames.filter((name) => name !== 'etcd' && name !== 'kube-apiserver')
  await Promise.all(clients.map((name) => parts[name].stop()))
  await parts['kube-apiserver'].stop()
  await parts.etcd.stop()
}
