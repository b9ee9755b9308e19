import { chmod, link, lstat, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type TarMember, readTarMembers } from '../../../../formats/tar.ts'
import { pathInRoot } from './path-in-root.ts'

const whiteout = '.wh.'
/** Says that nothing of the layers below is left in its folder. */
const opaque = '.wh..wh..opq'

/** Lays the files of a layer over those of the layers below. Devices are left out; everything belongs to whoever unpacks. */
export async function applyLayer(root: string, archive: Uint8Array): Promise<void> {
  const own = new Set<string>()
  for (const member of readTarMembers(archive)) {
    const name = basename(member.name)
    const folder = await pathInRoot(root, dirname(member.name))
    if (name === opaque) await clear(folder, own)
    else if (name.startsWith(whiteout)) await remove(join(folder, name.slice(whiteout.length)))
    else own.add(await put(member, { root, folder, name }))
  }
}

interface LayerPlace {
  readonly root: string
  readonly folder: string
  readonly name: string
}

async function put(
  { kind, data, link: leads, mode, name: path }: TarMember,
  { root, folder, name }: LayerPlace,
): Promise<string> {
  // The root itself, as `./` or `/`.
  if (kind === 'folder' && /^[./]*$/.test(path)) return root
  const place = join(folder, name)
  await mkdir(folder, { recursive: true })
  if (kind === 'folder') {
    const before = await lstat(place).catch(() => undefined)
    if (before !== undefined && !before.isDirectory()) await remove(place)
    await mkdir(place, { recursive: true })
    // Its own files are still to be written, and taken away at the end.
    await chmod(place, mode | 0o700)
    return place
  }
  if (kind === 'other') return place
  await remove(place)
  if (leads === undefined) {
    await writeFile(place, data)
    await chmod(place, mode)
  } else if (leads.is === 'symbolic') await symlink(leads.target, place)
  else await link(await pathInRoot(root, leads.target), place)
  return place
}

async function clear(folder: string, own: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const place = join(folder, name)
    if (![...own].some((one) => one === place || one.startsWith(`${place}/`))) await remove(place)
  }
}

async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
}
