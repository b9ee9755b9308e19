import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../tools/run-command.ts'
import {
  emulatingFolder,
  endToEndFolder,
  kubeadmFolder,
  kwokFolder,
  olderKubeadmFolder,
  releaseFolder,
} from './binaries.ts'
import { TestbedError } from './errors.ts'
import { findGo } from './find-go.ts'
import { defaultRelease, kwokVersion, type Release } from './releases.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Say = (line: string) => void

/** The go program, where it runs, and whom to tell what takes long. */
interface Workshop {
  readonly go: string
  readonly env: Environment
  readonly say: Say
}

const buildLimitSeconds = 3600
const kubernetesPrograms = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']
/** How kwok's own module makes nodes Ready, and pods Running, Succeeded and gone, at once. */
const stageFiles = [
  'node/fast/node-initialize.yaml',
  'node/heartbeat-with-lease/node-heartbeat-with-lease.yaml',
  'pod/fast/pod-ready.yaml',
  'pod/fast/pod-complete.yaml',
  'pod/fast/pod-delete.yaml',
]

/** A release, and the minors whose names its API server is linked with once more. */
interface BuildRequest {
  readonly release: Release
  readonly emulates: readonly string[]
}

/** Builds the programs of a control plane into the cache folder; what is there already is not built again. */
export async function buildBinaries(
  wanted: BuildRequest,
  env: Environment,
  say: Say,
): Promise<void> {
  const { release, emulates } = wanted
  const folder = releaseFolder(release, env)
  const steps: { readonly folder: string; readonly fill: Fill }[] = [
    { folder, fill: (shop, into) => buildKubernetes(shop, release, into) },
    { folder: kwokFolder(env), fill: buildKwok },
  ]
  // Machines are made from the release that everything is recorded from.
  if (release === defaultRelease) {
    const programs = ['kubeadm']
    const kubeadms = [{ folder: kubeadmFolder(release, env), version: release.version }]
    // Clusters of the minor before are upgraded to it.
    const before = release.emulates.at(-1)
    if (before !== undefined) {
      const folder = olderKubeadmFolder(release, before, env)
      kubeadms.push({ folder, version: `${before}.0` })
    }
    for (const { folder, version } of kubeadms) {
      const fill: Fill = (shop, into) => goBuild(shop, release, { version, programs, into })
      steps.push({ folder, fill })
    }
  }
  for (const minor of emulates) {
    const version = `${minor}.0`
    steps.push({
      folder: emulatingFolder(release, minor, env),
      fill: (shop, into) => goBuild(shop, release, { version, programs: ['kube-apiserver'], into }),
    })
  }
  const missing = steps.filter((step) => !existsSync(step.folder))
  if (missing.length === 0) return
  const shop = { go: await findGo(env, say), env, say }
  for (const step of missing) await fillOnce(shop, step.folder, step.fill)
}

/** Builds Kubernetes' own end-to-end tests, unless they are there, and gives the program. */
export async function buildEndToEnd(release: Release, env: Environment, say: Say): Promise<string> {
  const folder = endToEndFolder(release, env)
  if (!existsSync(folder)) {
    const shop = { go: await findGo(env, say), env, say }
    await fillOnce(shop, folder, (_, into) => compileEndToEnd(shop, release, into))
  }
  return join(folder, 'e2e.test')
}

async function compileEndToEnd(shop: Workshop, release: Release, into: string): Promise<void> {
  shop.say(`building e2e.test ${release.version} with ${shop.go}`)
  const links = linksFor(release.version).join(' ')
  const flags = ['-c', '-trimpath', '-ldflags', links, '-o', join(into, 'e2e.test')]
  const cwd = `${moduleFolder(release)}-e2e`
  await runGo(shop, ['test', ...flags, 'k8s.io/kubernetes/test/e2e'], cwd)
}

type Fill = (shop: Workshop, into: string) => Promise<void>

/** Fills a folder beside its place and renames it, so that a build cut short leaves nothing that looks whole. */
async function fillOnce(shop: Workshop, folder: string, fill: Fill): Promise<void> {
  const partial = `${folder}.${process.pid}.partial`
  await mkdir(partial, { recursive: true })
  try {
    await fill(shop, partial)
    // Another process may have built the same meanwhile; its result is as good.
    if (!existsSync(folder)) await rename(partial, folder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

async function buildKubernetes(shop: Workshop, release: Release, into: string): Promise<void> {
  const { version } = release
  await goBuild(shop, release, { version, programs: kubernetesPrograms, into })
  const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', join(into, 'etcd')]
  await runGo(shop, [...args, 'go.etcd.io/etcd/server/v3'], moduleFolder(release))
}

/** Without the version linked in, the server calls itself v0.0.0-master. */
async function goBuild(
  shop: Workshop,
  release: Release,
  {
    version,
    programs,
    into,
  }: { readonly version: string; readonly programs: readonly string[]; readonly into: string },
): Promise<void> {
  shop.say(`building ${programs.join(', ')} ${version} with ${shop.go}`)
  const flags = ['-trimpath', '-ldflags', linksFor(version).join(' '), '-o', `${into}/`]
  const packages = programs.map((program) => `k8s.io/kubernetes/cmd/${program}`)
  await runGo(shop, ['build', ...flags, ...packages], moduleFolder(release))
}

function linksFor(version: string): readonly string[] {
  const [major, minor] = version.split('.')
  const values = { gitVersion: `v${version}`, gitMajor: major, gitMinor: minor }
  const links = Object.entries(values).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  )
  return ['-s', '-w', ...links]
}

async function buildKwok(shop: Workshop, into: string): Promise<void> {
  const module = `sigs.k8s.io/kwok@v${kwokVersion}`
  shop.say(`building kwok ${kwokVersion}`)
  const install = ['install', '-trimpath', `sigs.k8s.io/kwok/cmd/kwok@v${kwokVersion}`]
  await runGo({ ...shop, env: { ...shop.env, GOBIN: into } }, install, into)
  const { Dir } = JSON.parse(await runGo(shop, ['mod', 'download', '-json', module], into)) as {
    readonly Dir: string
  }
  const texts = stageFiles.map((file) => readFile(join(Dir, 'kustomize', 'stage', file), 'utf8'))
  await writeFile(join(into, 'stages.yaml'), (await Promise.all(texts)).join('\n---\n'))
  // Slow and failing pods, for tests that ask for them by name.
  const stages = join(Dir, 'kustomize', 'stage', 'pod')
  await cp(stages, join(into, 'pod-stages'), { recursive: true })
}

function moduleFolder(release: Release): string {
  return fileURLToPath(new URL(`kubernetes-${release.version}`, import.meta.url))
}

async function runGo(shop: Workshop, args: readonly string[], cwd: string): Promise<string> {
  const { ok, output } = await runCommand(shop.go, args, {
    cwd,
    output: 'capture',
    limitSeconds: buildLimitSeconds,
    env: { ...shop.env, CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off' },
  })
  if (ok) return output
  throw new TestbedError('build-failed', `"go ${args.join(' ')}" failed:\n${output.trim()}`)
}
