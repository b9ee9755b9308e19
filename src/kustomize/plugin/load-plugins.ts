// Generators and transformers that are objects themselves. Only built-in ones are taken; programs and
// containers are refused by name.

import { writeYaml } from '../../formats/yaml/write/write.ts'
import { readAs, type Fields } from '../config/read-as.ts'
import { pluginShapes } from '../config/shapes.ts'
import type { BuildContext, PluginInput } from '../context.ts'
import { KustomizeError, within } from '../errors.ts'
import type { Loader } from '../loader.ts'
import { pluginOrigin, type Origin } from '../origin.ts'
import { printId } from '../resource/res-id.ts'
import type { Resource } from '../resource/resource.ts'
import type { Transformer } from '../transform/transformer.ts'
import { valueOf } from '../yaml/value.ts'
import { generatorPlugins, type Generator } from './generator-plugins.ts'
import { transformerPlugins } from './transformer-plugins.ts'

export interface WithOrigin<T> {
  readonly run: T
  readonly origin: Origin | undefined
}

export function loadGenerators(
  configs: readonly Resource[],
  loader: Loader,
  context: BuildContext,
): WithOrigin<Generator>[] {
  return configs.map((config) => {
    const make = generatorPlugins[checkedKind(config)]
    if (make === undefined)
      throw new KustomizeError('invalid', `plugin ${printId(config.id)} not a generator`)
    return { run: configured(config, loader, context, make), origin: pluginOrigin(config) }
  })
}

export function loadTransformers(
  configs: readonly Resource[],
  loader: Loader,
  context: BuildContext,
): WithOrigin<Transformer>[] {
  return configs.map((config) => {
    const make = transformerPlugins[checkedKind(config)]
    if (make === undefined)
      throw new KustomizeError('invalid', `plugin ${printId(config.id)} not a transformer`)
    return { run: configured(config, loader, context, make), origin: pluginOrigin(config) }
  })
}

function checkedKind(config: Resource): string {
  const { kind, apiVersion, name } = config
  if (apiVersion !== 'builtin') {
    const message = `external plugins are not run: ${kind} ${name} (apiVersion ${apiVersion})`
    throw new KustomizeError('refused', `${message} is a program or a container`)
  }
  if (Object.hasOwn(generatorPlugins, kind) || Object.hasOwn(transformerPlugins, kind)) return kind
  throw new KustomizeError('invalid', `unable to load builtin ${kind}; there is none of that kind`)
}

function configured<T>(
  config: Resource,
  loader: Loader,
  context: BuildContext,
  make: (input: PluginInput) => T,
): T {
  try {
    return make({ config: configOf(config), loader, context })
  } catch (error) {
    throw within(`plugin ${printId(config.originalId)} fails configuration`, error)
  }
}

function configOf(config: Resource): Fields {
  const shape = pluginShapes[config.kind]
  if (shape === undefined) return new Map()
  return readAs(writeYaml(valueOf(config.node)), shape, 'lenient')
}
