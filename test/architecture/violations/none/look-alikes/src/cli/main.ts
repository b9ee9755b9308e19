#!/usr/bin/env node
import manifest from '../../package.json' with { type: 'json' }

const { list } = await import('./release/list.ts')
console.log(manifest, list(process.argv, process.env))
