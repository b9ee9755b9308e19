import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { builtInSchemas } from '../../src/objects/api/built-in-schemas.ts'
import { diffObjects } from '../../src/objects/diff/diff-objects.ts'
import { readablePath } from '../../src/objects/diff/readable-path.ts'
import { withoutServerFields } from '../../src/objects/diff/server-fields.ts'
import { type KubeObject, kindOf, nameOf } from '../../src/objects/kube-object.ts'
import { toYaml } from '../../ui/components/to-yaml.ts'
import { findOracle } from '../oracles/find.ts'

/** A field that an apply would change, as the page writes it. */
export interface DifferingField {
  readonly object: string
  readonly path: string
  readonly before: string
  readonly after: string
}

/**
 * The fields that `kubectl diff` sees between the live objects and what a server-side apply by Helm's manager would make of them. kubectl hands both
 * sides to a program of ours, so the server's own dry run is compared and not the text of a diff.
 */
export async function kubectlDiff(
  kubeconfig: string,
  objects: readonly KubeObject[],
): Promise<readonly DifferingField[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-diff-'))
  try {
    const [manifest, program] = [join(folder, 'manifest.json'), join(folder, 'keep')]
    await writeFile(manifest, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }))
    await writeFile(program, `#!/bin/sh\ncp -r "$1" ${folder}/live\ncp -r "$2" ${folder}/merged\n`)
    await chmod(program, 0o755)
    const words = ['diff', '--server-side', '--force-conflicts', '--field-manager=helm']
    await run([...words, '-f', manifest], {
      KUBECONFIG: kubeconfig,
      KUBECTL_EXTERNAL_DIFF: program,
    })
    const files = await readdir(join(folder, 'live'))
    const found = await Promise.all(
      files.map(async (file) =>
        fieldsOf(
          parse(await readFile(join(folder, 'live', file), 'utf8')) as KubeObject,
          parse(await readFile(join(folder, 'merged', file), 'utf8')) as KubeObject,
        ),
      ),
    )
    return found.flat()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function fieldsOf(live: KubeObject, merged: KubeObject): readonly DifferingField[] {
  const type = builtInSchemas().typeOf(kindOf(live))
  const changes = diffObjects(withoutServerFields(live), withoutServerFields(merged), type)
  return changes.map((change) => ({
    object: `${kindOf(merged).kind} ${nameOf(merged)}`,
    path: readablePath(change.path),
    before: 'before' in change && change.before !== undefined ? toYaml(change.before) : '',
    after: 'after' in change && change.after !== undefined ? toYaml(change.after) : '',
  }))
}

/** kubectl ends with 1 when there are differences, which is what it was asked for. */
function run(words: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((done, failed) => {
    const options = { env: { ...process.env, ...env } }
    execFile(findOracle('kubectl-1.36'), words, options, (error, _stdout, stderr) =>
      error === null || error.code === 1 ? done() : failed(new Error(stderr, { cause: error })),
    )
  })
}
