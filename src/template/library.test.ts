import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const library = new URL('./library.ts', import.meta.url).href
const functions = new URL('./functions/helm-functions.ts', import.meta.url).href
const compileMany = `
  Promise.all([import('${library}'), import('${functions}')]).then(
    ([{ templatesOf }, { helmFunctions }]) => {
      for (let text = 0; text < 200; text++)
        templatesOf(helmFunctions, 'text-' + text, '{{ 1 }}'.repeat(5000) + text)
    },
  )`

// Five times the memory of the thread, if all were kept.
test('texts of actions do not fill the memory of a thread that renders for all', async () => {
  const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 }
  const worker = new Worker(compileMany, { eval: true, resourceLimits })
  const ended = await new Promise((resolve) => {
    worker.on('error', (error) => resolve(String(error)))
    worker.on('exit', resolve)
  })
  expect(ended).toBe(0)
}, 60_000)
