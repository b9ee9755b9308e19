import { chmod, cp, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type DebianPackage, must, unpackDebianPackages } from './debian-packages.ts'

/** The user of the image; the Deployment of the chart names the same. */
export const user = 65_532

/** The program in the image, with its arguments. */
export const entryPoint = ['/usr/bin/node', '/opt/outrigger/outrigger.js'] as const

/** Programs of Debian's packages that stay; nothing in the image runs others. */
const programs: readonly string[] = ['ssh']

/** Parts of Debian's packages that nothing in the image reads. */
const unread = [
  'etc/default',
  'etc/init.d',
  'etc/ld.so.conf.d',
  'usr/lib/openssh',
  'usr/lib/sysusers.d',
  'usr/lib/systemd',
  'usr/lib/x86_64-linux-gnu/gconv',
  'usr/lib/aarch64-linux-gnu/gconv',
  'usr/sbin',
  'sbin',
  'usr/share/apport',
  'usr/share/bug',
  'usr/share/gcc',
  'usr/share/gdb',
  'usr/share/libc-bin',
  'usr/share/lintian',
  'usr/share/locale',
  'usr/share/man',
] as const

const small: readonly (readonly [string, string])[] = [
  [
    'etc/passwd',
    `root:x:0:0:root:/:/sbin/nologin\noutrigger:x:${user}:${user}::/tmp:/sbin/nologin\n`,
  ],
  ['etc/group', `root:x:0:\noutrigger:x:${user}:\n`],
  ['etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'],
]

/** Lays Debian's part of the image out in a folder. */
export async function layOutSystem(
  folder: string,
  cache: string,
): Promise<readonly DebianPackage[]> {
  await mkdir(folder, { recursive: true })
  const packages = await unpackDebianPackages(cache, folder)
  for (const path of unread) await rm(join(folder, path), { recursive: true, force: true })
  await keepPrograms(join(folder, 'usr/bin'))
  await keepLicences(join(folder, 'usr/share/doc'))
  for (const [path, text] of small) await write(join(folder, path), text)
  await mkdir(join(folder, 'tmp'))
  await plainModes(folder)
  await chmod(join(folder, 'tmp'), 0o1777)
  return packages
}

/** Lays Node out in a folder. */
export async function layOutNode(folder: string, node: string): Promise<void> {
  await mkdir(join(folder, 'usr/bin'), { recursive: true })
  await cp(node, join(folder, 'usr/bin/node'), { dereference: true })
  await plainModes(folder)
}

/** Lays our program out in a folder: what runs of the build, and the one package that is beside it. */
export async function layOutProgram(
  folder: string,
  { root, dist, bill }: { readonly root: string; readonly dist: string; readonly bill: string },
): Promise<void> {
  const to = join(folder, 'opt/outrigger')
  await mkdir(to, { recursive: true })
  const skipped: readonly string[] = ['lib', 'types', 'image', 'sbom.spdx.json']
  for (const name of await readdir(dist))
    if (!skipped.includes(name)) await cp(join(dist, name), join(to, name), { recursive: true })
  await cp(join(root, 'node_modules/openpgp'), join(to, 'node_modules/openpgp'), {
    recursive: true,
  })
  await cp(join(root, 'LICENSE'), join(to, 'LICENSE'))
  await write(join(to, 'sbom.spdx.json'), bill)
  await plainModes(folder)
}

async function keepPrograms(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (!programs.includes(name)) await rm(join(folder, name))
}

async function keepLicences(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && basename(path) !== 'copyright') await rm(path)
  }
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** The same modes whatever the machine's umask is; nobody becomes somebody else by running a file. */
async function plainModes(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await chmod(folder, 0o755)
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile())
      await chmod(path, ((await lstat(path)).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

/** A folder as a tar archive that depends on names, modes and bytes alone. */
export async function packFolder(folder: string, file: string): Promise<void> {
  const fixed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner']
  const format = ['--format=posix', '--pax-option=delete=atime,delete=ctime']
  await must('tar', ['--create', ...fixed, ...format, `--file=${file}`, '.'], folder)
}
