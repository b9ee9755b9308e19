// One kustomization on its way: its resources, then what it generates, then its components, then what
// it changes. Kustomizations inside it go the same way before.

import { readYaml } from '../formats/yaml/read.ts'
import { decodeJson } from '../formats/json/decode.ts'
import { equalJson } from '../objects/json.ts'
import { Accumulator } from './accumulator.ts'
import { editField } from './config/field-spec.ts'
import { fieldsAt, listAt, textAt, textsAt, type Fields } from './config/read-as.ts'
import { varOf } from './config/selectors.ts'
import {
  configOfCrds,
  defaultConfig,
  mergeConfigs,
  readConfig,
} from './config/transformer-config.ts'
import { resourcesOf, type BuildContext } from './context.ts'
import { KustomizeError, RemoteNeeded, within } from './errors.ts'
import { fieldTransformers } from './field-transformers.ts'
import {
  generate,
  generatorArgsOf,
  generatorOptionsOf,
  mergeOptions,
} from './generate/config-data.ts'
import { deprecations, loadKustomization, openapiOf, type Kustomization } from './kustomization.ts'
import { limits } from './limits.ts'
import type { Loader } from './loader.ts'
import {
  builtInOrigin,
  markOrigin,
  markTransformation,
  originAt,
  printOrigin,
  type Origin,
} from './origin.ts'
import { generatorPlugins, type Generator } from './plugin/generator-plugins.ts'
import { loadGenerators, loadTransformers, type WithOrigin } from './plugin/load-plugins.ts'
import * as notes from './resource/annotations.ts'
import type { Resource } from './resource/resource.ts'
import { bindVars } from './transform/vars.ts'
import type { Transformer } from './transform/transformer.ts'
import { setField } from './yaml/edit.ts'
import { jsonOf, toJson } from './yaml/json.ts'
import { mapTag, stringTag, taggedScalar, type YamlNode } from './yaml/node.ts'

const metadataAnnotations = {
  group: '',
  version: '',
  kind: '',
  path: 'metadata/annotations',
  create: true,
} as const

/** Where a kustomization stands in a build. */
export interface TargetContext {
  readonly loader: Loader
  readonly context: BuildContext
  /** Undefined when nobody asked for origins. */
  readonly origin: Origin | undefined
  /** The namespace that charts get from the kustomizations above. */
  readonly chartNamespace: string
  readonly depth: number
}

/** Reads a kustomization and says what is out of date in it. */
export function readTarget({ loader, context, depth }: TargetContext): Kustomization {
  if (--context.budget.kustomizations < 0)
    throw new KustomizeError('limit', `more than ${limits.kustomizations} kustomizations`)
  if (depth > limits.depth)
    throw new KustomizeError('limit', `kustomizations are nested more than ${limits.depth} deep`)
  const kustomization = loadKustomization(loader)
  deprecations(kustomization.fields).forEach((message) => context.warn(message))
  chooseSchema(kustomization.fields, loader, context, depth === 0)
  return kustomization
}

function chooseSchema(
  fields: Fields,
  loader: Loader,
  { schemas }: BuildContext,
  isRoot: boolean,
): void {
  const openapi = openapiOf(fields)
  const path = openapi.get('path')
  const document = path === undefined ? undefined : toJson(readYaml(loader.load(path)))
  schemas.choose(openapi, document, isRoot)
}

/** Builds what a kustomization says; a component goes on with what its parent has. */
export function accumulate(
  kustomization: Kustomization,
  place: TargetContext,
  into: Accumulator = new Accumulator(),
): Accumulator {
  const { fields } = kustomization
  const { loader } = place
  const target = new Target(kustomization, place)
  target.addResources(into, textsAt(fields, 'resources'))
  into.addConfig(configOf(fields, loader))
  into.addConfig(crdConfig(fields, loader))
  target.generate(into)
  const result = target.addComponents(into, textsAt(fields, 'components'))
  target.transform(result)
  target.validate(result)
  const vars = listAt(fields, 'vars').map(varOf)
  bindVars(result.map, vars)
  result.addVars(vars)
  return result
}

function configOf(fields: Fields, loader: Loader) {
  return textsAt(fields, 'configurations').reduce((config, path) => {
    try {
      return mergeConfigs(config, readConfig(loader.load(path)))
    } catch (error) {
      throw within(`the configuration ${path}`, error)
    }
  }, defaultConfig())
}

function crdConfig(fields: Fields, loader: Loader) {
  const types = textsAt(fields, 'crds').flatMap((path) => {
    const text = loader.load(path)
    const read = text.startsWith('{') ? decodeJson(text, 'map') : readYaml(text)
    if (read instanceof Map) return [...(read as ReadonlyMap<string, Fields>)]
    throw new KustomizeError('invalid', `unable to parse open API definition from '${path}'`)
  })
  return configOfCrds(new Map(types))
}

class Target {
  private readonly kustomization: Kustomization
  private readonly place: TargetContext

  constructor(kustomization: Kustomization, place: TargetContext) {
    this.kustomization = kustomization
    this.place = place
  }

  private get fields(): Fields {
    return this.kustomization.fields
  }

  /** Takes in files and folders; what is no file with objects must be a folder. */
  addResources(into: Accumulator, paths: readonly string[]): void {
    for (const path of paths) {
      const failure = this.addFile(into, path)
      if (failure === undefined) continue
      const inner = this.enter(path, failure)
      into.add(this.build(inner, 'resources'))
    }
  }

  private addFile(into: Accumulator, path: string): KustomizeError | undefined {
    const { loader, context, origin } = this.place
    try {
      const resources = resourcesOf(loader.load(path), context)
      if (origin !== undefined) {
        const text = taggedScalar(printOrigin(originAt(origin, path)), stringTag)
        const set = (field: YamlNode) => setField(field, notes.origin, { ...text })
        const create = { kind: 'map', tag: mapTag } as const
        for (const { node } of resources) editField(node, metadataAnnotations, { set, create })
      }
      context.traced?.(resources, undefined)
      into.map.appendAll(resources)
      return undefined
    } catch (error) {
      if (error instanceof RemoteNeeded) throw error
      return within(`accumulating resources from '${path}'`, error)
    }
  }

  private enter(path: string, failure?: KustomizeError): TargetContext {
    const { loader, context, origin, depth, chartNamespace } = this.place
    let inner: Loader
    try {
      inner = loader.enter(path)
    } catch (error) {
      if (error instanceof RemoteNeeded || failure === undefined) throw error
      const why = error instanceof Error ? error.message : String(error)
      const isFile = failure.code === 'invalid' || failure.code === 'conflict'
      if (isFile || /^https?:/i.test(path)) throw failure
      throw new KustomizeError(failure.code, `${failure.message}; ${why}`, { cause: error })
    }
    return {
      loader: inner,
      context,
      origin: origin === undefined ? undefined : originAt(origin, path),
      chartNamespace: textAt(this.fields, 'namespace') || chartNamespace,
      depth: depth + 1,
    }
  }

  private build(
    place: TargetContext,
    as: 'resources' | 'components',
    into?: Accumulator,
  ): Accumulator {
    const { root } = place.loader
    const inner = readTarget(place)
    if (inner.isComponent !== (as === 'components')) {
      const found = inner.isComponent ? 'a Component' : 'a Kustomization'
      const message = `${root} is ${found} and cannot be under ${as}`
      throw new KustomizeError('invalid', message)
    }
    try {
      return accumulate(inner, place, into)
    } catch (error) {
      throw within(`in '${root}'`, error)
    }
  }

  addComponents(into: Accumulator, paths: readonly string[]): Accumulator {
    return paths.reduce((known, path) => {
      const inner = this.build(this.enter(path), 'components', known)
      const result = new Accumulator()
      result.add(inner)
      return result
    }, into)
  }

  generate(into: Accumulator): void {
    const { loader, context } = this.place
    const configs = this.plugins(textsAt(this.fields, 'generators'))
    const generators = [...this.fieldGenerators(), ...loadGenerators(configs, loader, context)]
    for (const { run, origin } of generators) {
      const resources = run()
      markOrigin(resources, origin)
      into.map.absorb(resources)
      context.traced?.(into.map.resources, origin)
    }
  }

  private fieldGenerators(): WithOrigin<Generator>[] {
    const { fields } = this
    const { loader, context } = this.place
    const global = generatorOptionsOf(fieldsAt(fields, 'generatorOptions'))
    const data = (kind: 'ConfigMap' | 'Secret', list: string) =>
      listAt(fields, list).map((one) => {
        const args = generatorArgsOf(one)
        const options = mergeOptions(args.options, global)
        const run = () => [generate(kind, { ...args, options }, loader, context.schemas)]
        return { run, origin: this.originOf(`${kind}Generator`) }
      })
    const charts = listAt(fields, 'helmCharts').map((chart) => {
      const config = new Map([...(fieldsAt(fields, 'helmGlobals') ?? []), ...chart])
      if (textAt(config, 'namespace') === '') {
        const namespace = textAt(fields, 'namespace') || this.place.chartNamespace
        if (namespace !== '') config.set('namespace', namespace)
      }
      const make = generatorPlugins['HelmChartInflationGenerator']
      const run = make?.({ config, loader, context }) ?? (() => [])
      return { run, origin: this.originOf('HelmChartInflationGenerator') }
    })
    return [
      ...data('ConfigMap', 'configMapGenerator'),
      ...data('Secret', 'secretGenerator'),
      ...charts,
    ]
  }

  private originOf(kind: string): Origin | undefined {
    const { origin } = this.place
    return origin && builtInOrigin(origin, this.kustomization.fileName, kind)
  }

  /** The configurations of plugins: inline, in files or in folders. */
  private plugins(entries: readonly string[]): readonly Resource[] {
    const { context, origin } = this.place
    const found = new Accumulator()
    const paths: string[] = []
    for (const entry of entries) {
      const inline = inlineResources(entry, context)
      if (inline === undefined) {
        paths.push(entry)
        continue
      }
      if (origin !== undefined) markOrigin(inline, originAt(origin, this.kustomization.fileName))
      found.map.appendAll(inline)
    }
    this.addResources(found, paths)
    return found.map.resources
  }

  transform(into: Accumulator): void {
    const { loader, context } = this.place
    const own = fieldTransformers(this.fields, into.config, loader, context)
    const transformers: WithOrigin<Transformer>[] = [
      ...own.map(({ kind, run }) => ({ run, origin: this.originOf(kind) })),
      ...loadTransformers(this.plugins(textsAt(this.fields, 'transformers')), loader, context),
    ]
    for (const { run, origin } of transformers) {
      run(into.map)
      context.traced?.(into.map.resources, origin)
      if (origin !== undefined) markTransformation(into.map.resources, origin)
      into.map.dropEmpty()
    }
  }

  /** A validator is a transformer that may change nothing. */
  validate(into: Accumulator): void {
    const { loader, context } = this.place
    const configs = this.plugins(textsAt(this.fields, 'validators'))
    for (const { run } of loadTransformers(configs, loader, context)) {
      const before = into.map.resources.map(({ node }) => jsonOf(node))
      run(into.map)
      for (const resource of into.map.resources)
        if (resource.labels.has(validatedBy)) {
          const { labels } = resource
          labels.delete(validatedBy)
          resource.labels = labels
        }
      const after = into.map.resources.map(({ node }) => jsonOf(node))
      if (!equalJson(before, after))
        throw new KustomizeError('conflict', "validator shouldn't modify the resource map")
    }
  }
}

const validatedBy = 'validated-by'

function inlineResources(text: string, context: BuildContext): Resource[] | undefined {
  try {
    return resourcesOf(text, context)
  } catch (error) {
    if (error instanceof KustomizeError) return undefined
    throw error
  }
}
