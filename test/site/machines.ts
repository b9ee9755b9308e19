import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../../tools/run-command.ts'
import { findOracle } from '../oracles/find.ts'
import { findBinaries, findKubeadm } from '../testbed/binaries.ts'
import { defaultRelease } from '../testbed/releases.ts'
import { type Watchdog, startWatchdog } from '../testbed/watchdog.ts'

/** A machine for tests: a network namespace with Debian's sshd, and folders of its own where a cluster leaves files. */
export interface TestMachine {
  readonly ip: string
  /** `TYPE BASE64`. */
  readonly hostKey: string
  /** Its folders, from outside. */
  readonly folder: string
  readonly password: string
  /** The file of a private key that it lets in. */
  readonly keyFile: string
  /** Runs a command on it, past ssh. */
  readonly exec: (command: string) => Promise<string>
  /** Ends everything on it at once. */
  readonly shutDown: () => Promise<void>
}

export interface TestMachines {
  readonly machines: readonly TestMachine[]
  readonly shutDown: () => Promise<void>
}

const startSeconds = 30
const root = resolve(import.meta.dirname, '../..')

/** The minor of Kubernetes that machines may begin with, and its version. */
const olderMinor = '1.35'
export const olderVersion = `${olderMinor}.0`

/**
 * Starts so many machines on a bridge of their own in 198.18.0.0/15, which is for such tests. Only root can. Programs of
 * Kubernetes are installed on them in a version; their package repository has the other one as well.
 */
export async function startMachines(
  count: number,
  folder: string,
  version: string = defaultRelease.version,
): Promise<TestMachines> {
  const subnet = `198.18.${process.pid % 250}`
  const bridge = `orb${process.pid % 250}`
  const watchdog = startWatchdog()
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const keyFile = join(folder, 'login')
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', keyFile])
  await run('ip', ['link', 'del', bridge]).catch(() => undefined)
  await run('ip', ['link', 'add', bridge, 'type', 'bridge'])
  await run('ip', ['addr', 'add', `${subnet}.1/24`, 'dev', bridge])
  await run('ip', ['link', 'set', bridge, 'up'])
  const machines: TestMachine[] = []
  const shutDown = async () => {
    await Promise.all(machines.map((machine) => machine.shutDown()))
    await run('ip', ['link', 'del', bridge]).catch(() => undefined)
    watchdog.dismiss()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (let index = 1; index <= count; index++) {
      const place = { name: `m${index}`, ip: `${subnet}.${10 + index}`, subnet, bridge, watchdog }
      const own = { folder: join(folder, `m${index}`), keyFile, version }
      machines.push(await startMachine({ ...place, ...own }))
    }
    return { machines, shutDown }
  } catch (error) {
    await shutDown()
    throw error
  }
}

interface MachinePlace {
  readonly name: string
  readonly ip: string
  readonly subnet: string
  readonly bridge: string
  readonly folder: string
  readonly keyFile: string
  readonly version: string
  readonly watchdog: Watchdog
}

async function startMachine(place: MachinePlace): Promise<TestMachine> {
  const { name, ip, subnet, bridge, folder, keyFile, watchdog } = place
  const password = `pass-${name}-word`
  await fillFolders(place)
  const script = `
read -r go
hostname ${name}
mount --make-rprivate /
mount --bind ${folder}/etc /etc
mount --bind ${folder}/var-lib /var/lib
mount --bind ${folder}/bin /usr/local/bin
mount -t tmpfs tmpfs /run
mkdir -p /run/sshd /run/lock
ln -s ${folder}/test-kubelet /run/test-kubelet
ip addr add ${ip}/24 dev eth0
ip link set eth0 up
ip link set lo up
ip route add default via ${subnet}.1
printf 'root:${password}\\n' | chpasswd -c SHA512
exec ${findOracle('sshd')} -D -e -f /etc/ssh/test_sshd_config
`
  const flags = ['--net', '--mount', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc']
  const child = spawn('unshare', [...flags, 'sh', '-c', script], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  const log: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk))
  const pid = child.pid ?? 0
  watchdog.add(pid)
  await untilUnshared(pid)
  const link = `${bridge}${name}`
  await run('ip', ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', `${pid}`])
  await run('ip', ['link', 'set', link, 'master', bridge])
  await run('ip', ['link', 'set', link, 'up'])
  child.stdin.end('go\n')
  await untilListening(ip, child, () => Buffer.concat(log).toString('utf8'))
  const [type = '', key = ''] = (await readFile(`${folder}/etc/ssh/test_key.pub`, 'utf8')).split(
    ' ',
  )
  return {
    ip,
    hostKey: `${type} ${key}`,
    folder,
    password,
    keyFile,
    exec: async (command) =>
      run('nsenter', ['-t', await innerPid(pid), '-m', '-n', '-u', '-p', 'sh', '-c', command]),
    shutDown: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      watchdog.drop(pid)
    },
  }
}

/** Copies of the folders that a cluster writes to, with programs in the place of those that are not to be had here. */
async function fillFolders({ folder, ip, keyFile, version }: MachinePlace): Promise<void> {
  await mkdir(join(folder, 'var-lib'), { recursive: true })
  await mkdir(join(folder, 'bin'))
  await cp('/etc', join(folder, 'etc'), { recursive: true, verbatimSymlinks: true })
  const ssh = join(folder, 'etc/ssh')
  await mkdir(ssh, { recursive: true })
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(ssh, 'test_key')])
  await cp(`${keyFile}.pub`, join(ssh, 'test_authorized_keys'))
  await writeFile(join(ssh, 'test_sshd_config'), sshdConfig(ip))
  await rm(join(folder, 'etc/systemd/system'), { recursive: true, force: true })
  const binaries = findBinaries()
  const programs = {
    systemctl: join(root, 'test/site/systemctl.sh'),
    // There is nothing to look at: only that they are installed.
    conntrack: '/bin/true',
    containerd: '/bin/true',
  }
  for (const [name, path] of Object.entries(programs)) {
    await symlink(path, join(folder, 'bin', name))
  }
  const packages = join(folder, 'packages')
  await fillPackages(join(packages, defaultRelease.version), defaultRelease.version, findKubeadm())
  if (version === olderVersion)
    await fillPackages(join(packages, version), version, findKubeadm(olderMinor))
  await cp(join(packages, version), join(folder, 'bin'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  const install = `PACKAGES='${packages}' exec sh '${join(root, 'test/site/apt-get.sh')}' "$@"`
  await writeFile(join(folder, 'bin/apt-get'), `#!/bin/sh\n${install}\n`, { mode: 0o755 })
  const kubelet = join(folder, 'test-kubelet')
  const program = [process.execPath, join(root, 'test/site/test-kubelet.ts')]
  const folders = [binaries['kube-apiserver'], binaries.etcd].map((path) => resolve(path, '..'))
  const older =
    version === olderVersion
      ? [
          `${olderMinor}=${dirname(findBinaries({ emulatedVersion: olderMinor })['kube-apiserver'])}`,
        ]
      : []
  const words = [...program, ...new Set(folders), ...older].map((word) => `'${word}'`)
  await writeFile(kubelet, `#!/bin/sh\nexec ${words.join(' ')}\n`)
  await chmod(kubelet, 0o755)
}

// A kubelet that says its version, and is none: the test kubelet runs in its place.
async function fillPackages(folder: string, version: string, kubeadm: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await symlink(kubeadm, join(folder, 'kubeadm'))
  await symlink(findOracle('kubectl-1.36'), join(folder, 'kubectl'))
  const kubelet = `#!/bin/sh\necho 'Kubernetes v${version}'\n`
  await writeFile(join(folder, 'kubelet'), kubelet, { mode: 0o755 })
}

function sshdConfig(ip: string): string {
  return `Port 22
ListenAddress ${ip}
HostKey /etc/ssh/test_key
PidFile /run/sshd.pid
AuthorizedKeysFile /etc/ssh/test_authorized_keys
PermitRootLogin yes
PasswordAuthentication yes
KbdInteractiveAuthentication no
UsePAM no
StrictModes no
MaxStartups 100
UseDNS no
`
}

async function untilUnshared(pid: number): Promise<void> {
  const own = await readLink('self')
  for (let tries = 0; tries < startSeconds * 20; tries++) {
    if ((await readLink(String(pid)).catch(() => own)) !== own) return
    await sleep(50)
  }
  throw new Error(`unshare (process ${pid}) made no network namespace; tests of machines need root`)
}

function readLink(process: string): Promise<string> {
  return readlink(`/proc/${process}/ns/net`)
}

async function innerPid(pid: number): Promise<string> {
  const [inner = ''] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  return inner
}

async function untilListening(ip: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let tries = 0; tries < startSeconds * 10; tries++) {
    if (child.exitCode !== null) break
    if (await answers(ip)) return
    await sleep(100)
  }
  throw new Error(`sshd on ${ip} does not listen:\n${log()}`)
}

function answers(ip: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host: ip, port: 22, timeout: 1000 })
    const end = (is: boolean) => {
      socket.destroy()
      done(is)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}

async function run(command: string, args: readonly string[]): Promise<string> {
  const { ok, output } = await runCommand(command, args, { output: 'capture', limitSeconds: 60 })
  if (ok) return output
  throw new Error(`"${command} ${args.join(' ')}" failed: ${output.trim()}`)
}
