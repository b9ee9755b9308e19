import { writeYaml } from '../../formats/yaml/write/write.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { updateObject } from '../../kube/objects/write-object.ts'
import { type KubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import { ReleaseError } from '../../release/errors.ts'
import { type OpenCluster, clusterOptions, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import { type Plain, toValue } from '../output/plain.ts'
import { type Waiting, waitOptions, waitingOf } from './waiting.ts'
import { readArguments } from '../read-arguments.ts'
import { completeNames } from './complete-names.ts'
import { defineVerb } from './define-verb.ts'
import { type EditedText, editText } from './edit/edit-text.ts'
import type { KindView } from './kind-view.ts'
import { oneObject } from './objects-of.ts'
import { untilChanged } from '../../actions/wait/await-state.ts'
import { waitFor } from './wait-for.ts'

interface EditOptions extends Waiting {
  readonly name: string
}

/**
 * `edit`: one object in the user's editor. It never overwrites a change that somebody else made
 * meanwhile.
 */
export function editVerb(view: KindView) {
  const { noun } = view
  const command = {
    description: `Opens the ${noun} in the editor of KUBE_EDITOR, VISUAL or EDITOR and writes back what was changed.`,
    arguments: { name: { count: 'one', summary: `the ${noun}` } },
    options: { ...waitOptions, ...clusterOptions },
    examples: [`${noun} edit web`, `${noun} edit web --wait`],
  } as const satisfies CommandSpec
  return defineVerb<EditOptions>({
    command,
    parse: (argv) => {
      const given = readArguments(command, argv)
      if (given instanceof UsageError) return given
      const waiting = waitingOf(given.options)
      if (waiting instanceof UsageError) return waiting
      return { name: given.arguments.name, ...waiting }
    },
    run: async ({ name, wait, timeout, quiet, cluster: choice }, ports, io, signal) => {
      await withCluster(choice, { ports, io }, async (cluster) => {
        const object = await oneObject(view, name, cluster, signal)
        const before = textOf(object)
        const edited = await editText(`${noun}-${name}.yaml`, before, ports.environment, signal)
        if (edited.text === before) {
          await edited.discard()
          io.stdout.write(`${noun}/${name} not changed\n`)
          return
        }
        await write(view, { before: object, edited }, cluster, signal)
        await edited.discard()
        io.stdout.write(`${noun}/${name} changed\n`)
        const waiting = { names: [name], desired: untilChanged, timeout, quiet }
        if (wait) await waitFor(view, waiting, { cluster, io }, signal)
      })
      return 'done'
    },
    complete: completeNames(view.definition),
  })
}

// Fields that servers write are not for people to edit.
function textOf(object: KubeObject): string {
  const { status: _, metadata, ...rest } = object
  const { managedFields: _m, creationTimestamp: _c, generation: _g, uid: _u, ...own } = metadata
  return `${writeYaml(toValue({ ...rest, metadata: own } as Plain))}\n`
}

async function write(
  view: KindView,
  { before, edited }: { readonly before: KubeObject; readonly edited: EditedText },
  { client }: OpenCluster,
  signal: AbortSignal,
): Promise<void> {
  try {
    await update(view, before, readEdited(before, edited.text), { client, signal })
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error
    const kept = `what you wrote is kept in ${edited.file}`
    throw new PlainError(`${error.message}; ${kept}`, { cause: error })
  }
}

const mostAttempts = 8

// The operator writes the status at any moment; only what people write may not have changed meanwhile.
async function update(
  view: KindView,
  before: KubeObject,
  wanted: KubeObject,
  { client, signal }: { readonly client: KubeClient; readonly signal: AbortSignal },
): Promise<void> {
  const resource = resourceOf(view.definition)
  const place = namespaceOf(before) === '' ? {} : { namespace: namespaceOf(before) }
  const strict = { fieldValidation: 'Strict' } as const
  let object = wanted
  for (let attempt = 1; ; attempt++) {
    try {
      await updateObject(client, resource, object, strict, signal)
      return
    } catch (error) {
      if (!isKubeError(error, 'conflict') || attempt === mostAttempts) throw error
      const target = { resource, ...place, name: nameOf(before) }
      const now = await getObject(client, target, {}, signal)
      if (now === undefined || writtenPart(now) !== writtenPart(before)) throw error
      const { resourceVersion } = now.metadata
      object = {
        ...wanted,
        metadata: { ...wanted.metadata, resourceVersion: resourceVersion ?? '' },
      }
    }
  }
}

function writtenPart(object: KubeObject): string {
  const { resourceVersion: _, ...metadata } = object.metadata
  return textOf({ ...object, metadata })
}

function readEdited(before: KubeObject, text: string): KubeObject {
  const [object, ...others] = documentsOf(text)
  if (object === undefined || others.length > 0) {
    throw new PlainError(`wanted one object, found ${object === undefined ? 0 : others.length + 1}`)
  }
  const isSame =
    object.kind === before.kind &&
    nameOf(object) === nameOf(before) &&
    namespaceOf(object) === namespaceOf(before)
  if (isSame) return object
  throw new PlainError(`kind, name and namespace of ${nameOf(before)} cannot be edited`)
}

function documentsOf(text: string): readonly KubeObject[] {
  try {
    return readManifest(text)
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error
    throw new PlainError(error.message, { cause: error })
  }
}
