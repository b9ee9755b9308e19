import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// Records releases as Helm 2.17's own library writes and reads them: `npm run conformance:update -- tiller`; needs Go.
const cwd = fileURLToPath(new URL('oracle', import.meta.url))
const { stdout } = await promisify(execFile)('go', ['run', '.'], { cwd, maxBuffer: 1 << 26 })
await writeFile(new URL('recorded.json', import.meta.url), stdout)
console.log(`tiller: ${(JSON.parse(stdout) as readonly unknown[]).length} records`)
