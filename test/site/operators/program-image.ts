import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Digest, digestOf } from '../../../src/oci/digest.ts'
import { runCommand } from '../../../tools/run-command.ts'

/** Writes an OCI layout with one image, whose program is this one and whose files are nothing else. */
export async function writeProgramImage(program: string, folder: string): Promise<void> {
  const rootfs = join(folder, 'rootfs')
  await mkdir(rootfs, { recursive: true })
  await copyFile(program, join(rootfs, 'operator'))
  await chmod(join(rootfs, 'operator'), 0o755)
  const archive = join(folder, 'layer.tar')
  const packed = await runCommand('tar', ['-C', rootfs, '-cf', archive, 'operator'], {
    output: 'capture',
  })
  if (!packed.ok) throw new Error(packed.output)
  const tar = await readFile(archive)
  const put = async (bytes: Uint8Array): Promise<{ digest: Digest; size: number }> => {
    const digest = digestOf(bytes)
    const path = join(folder, 'blobs', digest.replace(':', '/'))
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, bytes)
    return { digest, size: bytes.length }
  }
  const putJson = (value: object) => put(Buffer.from(JSON.stringify(value)))
  const oci = 'application/vnd.oci.image'
  const layer = { mediaType: `${oci}.layer.v1.tar+gzip`, ...(await put(gzipSync(tar))) }
  const config = await putJson({
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    os: 'linux',
    config: { Entrypoint: ['/operator'] },
    rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
  })
  const manifest = await putJson({
    schemaVersion: 2,
    mediaType: `${oci}.manifest.v1+json`,
    config: { mediaType: `${oci}.config.v1+json`, ...config },
    layers: [layer],
  })
  const annotations = { 'org.opencontainers.image.ref.name': 'operator' }
  const manifests = [{ mediaType: `${oci}.manifest.v1+json`, ...manifest, annotations }]
  await writeFile(join(folder, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests }))
  await writeFile(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
}
