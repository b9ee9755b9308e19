// npm run image [-- --output FOLDER --tag TAG]: the image of the operator and the server, as an OCI layout.
// npm run image -- --files FOLDER: its files alone, for tools that make images from folders (deploy/Containerfile).
// Needs Debian 12 (apt-get, dpkg-deb, tar) and a fresh `npm run build`. skopeo, crane or `outrigger images copy` take it to a registry.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildFiles, buildImage } from './image/build-image.ts'

const root = resolve(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    output: { type: 'string', default: resolve(root, 'dist/image') },
    tag: { type: 'string', default: 'latest' },
    files: { type: 'string' },
  },
})
const sources = { root, dist: resolve(root, 'dist') }
if (values.files === undefined) {
  const place = { ...sources, folder: resolve(values.output), tag: values.tag }
  const digest = await buildImage(place, new AbortController().signal)
  console.log(`${place.folder}:${place.tag} ${digest}`)
} else {
  await buildFiles({ ...sources, folder: resolve(values.files) })
  console.log(resolve(values.files))
}
