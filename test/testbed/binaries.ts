import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../oracles/find.ts'
import { TestbedError } from './errors.ts'
import { defaultRelease, kwokVersion, oldestGo, type Release } from './releases.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The programs of a control plane and what kwok needs beside its own. */
export interface Binaries {
  readonly etcd: string
  readonly 'kube-apiserver': string
  readonly 'kube-controller-manager': string
  readonly 'kube-scheduler': string
  readonly kwok: string
  /** Documents that tell kwok how nodes and pods come alive. */
  readonly stages: string
}

/** The identity of a set of programs: a release, and the minor its API server says it is. */
interface Build {
  readonly release: Release
  readonly emulatedVersion?: string
}

/** Folders are put in place by rename when all is in them, so being there means being whole. */
export function releaseFolder(release: Release, env: Environment): string {
  return join(cacheFolder(env), 'testbed', `kubernetes-${release.version}`)
}

export function kwokFolder(env: Environment): string {
  return join(cacheFolder(env), 'testbed', `kwok-${kwokVersion}`)
}

/** Kubernetes' own end-to-end tests of a release. */
export function endToEndFolder(release: Release, env: Environment): string {
  return `${releaseFolder(release, env)}-e2e`
}

/** The program that makes clusters from machines. */
export function kubeadmFolder(release: Release, env: Environment): string {
  return `${releaseFolder(release, env)}-kubeadm`
}

/** The same program, linked so that it says that it is the older minor, whose clusters it makes. */
export function olderKubeadmFolder(release: Release, minor: string, env: Environment): string {
  return `${kubeadmFolder(release, env)}-as-${minor}`
}

/** The same API server, linked so that /version tells the emulated minor. */
export function emulatingFolder(release: Release, minor: string, env: Environment): string {
  return `${releaseFolder(release, env)}-as-${minor}`
}

/** Where the programs of a build are; throws when they were not built yet, and says how to. */
export function findBinaries(build: Partial<Build> = {}, env: Environment = process.env): Binaries {
  const { release = defaultRelease, emulatedVersion } = build
  const folder = releaseFolder(release, env)
  const apiServerFolder =
    emulatedVersion === undefined ? folder : emulatingFolder(release, emulatedVersion, env)
  const missing = [folder, apiServerFolder, kwokFolder(env)].filter((path) => !existsSync(path))
  if (missing.length > 0) throw notBuilt(release)
  return {
    etcd: join(folder, 'etcd'),
    'kube-apiserver': join(apiServerFolder, 'kube-apiserver'),
    'kube-controller-manager': join(folder, 'kube-controller-manager'),
    'kube-scheduler': join(folder, 'kube-scheduler'),
    kwok: join(kwokFolder(env), 'kwok'),
    stages: join(kwokFolder(env), 'stages.yaml'),
  }
}

/** Where kubeadm of the default release is, or the one of an older minor; throws when it was not built yet, and says how to. */
export function findKubeadm(minor?: string, env: Environment = process.env): string {
  const folder =
    minor === undefined
      ? kubeadmFolder(defaultRelease, env)
      : olderKubeadmFolder(defaultRelease, minor, env)
  const path = join(folder, 'kubeadm')
  if (!existsSync(path)) throw notBuilt(defaultRelease)
  return path
}

function notBuilt(release: Release): TestbedError {
  const flag = release === defaultRelease ? '' : ` --version ${release.version}`
  const needs = `Go ${oldestGo} or newer, or Python's pip to bring it; ten minutes the first time`
  const get = `build it with "npm run testbed -- build${flag}" (${needs})`
  const what = `the real control plane of Kubernetes ${release.version}`
  return new TestbedError('not-built', `this needs ${what}: ${get}`)
}
