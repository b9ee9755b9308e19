import type { Readable } from 'node:stream'

export const tar = (stream: Readable) => stream
