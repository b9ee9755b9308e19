import { gzipSync } from 'node:zlib'
import { writeTar } from '../../src/formats/tar-write.ts'
import type { TestChart } from '../operator/chart-repository.ts'

/** The archive of a chart. */
export function packChart({ name, version, files }: TestChart): Uint8Array {
  const head = `apiVersion: v2\nname: ${name}\nversion: ${version}\n`
  const entries = Object.entries({ 'Chart.yaml': head, ...files }).map(([path, text]) => ({
    name: `${name}/${path}`,
    data: Buffer.from(text),
  }))
  return gzipSync(writeTar(entries, 0))
}
