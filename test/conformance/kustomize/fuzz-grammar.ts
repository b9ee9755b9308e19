// Kustomizations at random: fields that act on objects whose names meet. Most of them build: a name
// that a field means is one that was made, but now and then it is not.

import { Dice } from './fuzz-dice.ts'
import { type Fields, type Known, ObjectMaker, print } from './fuzz-objects.ts'
import type { KustomizeRow } from './kustomize-row.ts'

/** The objects of the kustomizations of one case, as far as one of them sees them. */
interface Scope {
  readonly known: Known[]
  /** Kind and name of what generators made. */
  readonly generated: Known[]
}

class Maker {
  private readonly dice: Dice
  private readonly maker: ObjectMaker
  private hasVar = false

  constructor(dice: Dice) {
    this.dice = dice
    this.maker = new ObjectMaker(dice)
  }

  /** Objects whose kinds and names nobody in the scope has; they are in it from then on. */
  objects({ known }: Scope): string {
    const made: string[] = []
    const all = [this.maker.object(), this.maker.object()]
    for (const object of [...all, ...this.dice.some(() => this.maker.object(), 5)]) {
      const { name } = object['metadata'] as Fields
      const one = {
        apiVersion: String(object['apiVersion']),
        kind: String(object['kind']),
        name: String(name),
      }
      const isThere = known.some((other) => other.kind === one.kind && other.name === one.name)
      if (isThere && !this.dice.chance(rare)) continue
      made.push(print(object))
      known.push(one)
    }
    return made.join('---\n')
  }

  /** One that was made, of these kinds; now and then one that was not. */
  private meant({ known }: Scope, kinds: readonly string[]): Known | undefined {
    const fitting = known.filter(({ kind }) => kinds.includes(kind))
    if (fitting.length > 0) return this.dice.pick(fitting)
    const [kind = ''] = kinds
    return this.dice.chance(rare) ? { apiVersion: 'v1', kind, name: 'nobody' } : undefined
  }

  private target(): Fields {
    return {
      ...(this.dice.chance(0.7) && {
        kind: this.dice.pick([
          'Deployment',
          'Service',
          'ConfigMap',
          '.*',
          'StatefulSet|Pod',
          'Widget',
        ]),
      }),
      ...(this.dice.chance(0.4) && { name: this.dice.pick(['web', 'w.*', 'app|db', '.*']) }),
      ...(this.dice.chance(0.2) && {
        labelSelector: this.dice.pick(['app=a', 'tier', '!env', 'app in (a, b)']),
      }),
      ...(this.dice.chance(0.1) && { namespace: this.dice.pick(['x', 'default']) }),
    }
  }

  private patch({ known }: Scope): Fields {
    if (this.dice.chance(0.4)) {
      const operation = this.dice.pick<Fields>([
        { op: 'add', path: '/metadata/annotations', value: { added: 'x' } },
        { op: 'add', path: '/spec', value: { replaced: this.maker.scalar() } },
        { op: 'replace', path: '/metadata/name', value: this.maker.name() },
        { op: 'add', path: '/marked', value: this.maker.scalar() },
      ])
      return { target: this.target(), patch: print([operation]) }
    }
    const object = this.maker.object(this.dice.chance(1 - rare) ? this.dice.pick(known) : undefined)
    delete (object['metadata'] as Fields)['namespace']
    const marked = this.dice.chance(0.12)
      ? { ...object, $patch: this.dice.pick(['delete', 'replace', 'merge']) }
      : this.withNulls(object)
    return {
      ...(this.dice.chance(0.6) && { target: this.target() }),
      patch: print(marked),
      ...(this.dice.chance(0.1) && { options: { allowNameChange: true } }),
    }
  }

  private withNulls(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.withNulls(item))
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([key, member]) => {
      const keep =
        ['apiVersion', 'kind', 'metadata', 'name'].includes(key) || !this.dice.chance(0.04)
      return [key, keep ? this.withNulls(member) : null] as const
    })
    const marked = this.dice.chance(0.02)
      ? [...members, ['$patch', this.dice.pick(['delete', 'replace'])] as const]
      : members
    return Object.fromEntries(marked)
  }

  private generator(scope: Scope, kind: 'ConfigMap' | 'Secret'): Fields {
    const others = scope.generated.filter((one) => one.kind === kind)
    const isOver = others.length > 0 && this.dice.chance(0.4)
    const named = (name: string) => ({ apiVersion: 'v1', kind, name })
    const taken = [...scope.known, ...scope.generated].filter((one) => one.kind === kind)
    const free = ['made', 'made2', 'made3', 'settings'].filter(
      (name) => !taken.some((one) => one.name === name),
    )
    const own = named(this.dice.pick(free.length === 0 ? ['made4'] : free))
    const { name } = isOver ? this.dice.pick(others) : own
    if (!isOver) scope.generated.push(own)
    const keys = ['a', 'b', 'k'].filter(() => this.dice.chance(0.5))
    const behavior = isOver ? this.dice.pick(['merge', 'replace']) : 'create'
    return {
      name,
      literals: keys.map((key) => `${key}=${this.dice.pick(['1', 'x y', 'true', "'q'"])}`),
      ...((isOver || this.dice.chance(0.1)) && { behavior }),
      ...(this.dice.chance(rare) && { behavior: this.dice.pick(['merge', 'create']) }),
      ...(this.dice.chance(0.2) && { options: { disableNameSuffixHash: true } }),
      ...(this.dice.chance(0.2) && { options: { labels: this.maker.labels(), immutable: true } }),
      ...(kind === 'Secret' && this.dice.chance(0.2) && { type: 'T' }),
    }
  }

  private replacements(scope: Scope): Fields {
    const source = this.meant(scope, ['ConfigMap', 'Deployment', 'Widget'])
    if (source === undefined) return {}
    const { kind, name } = source
    const special = { ConfigMap: 'data.k', Widget: 'spec.value' }[kind] ?? 'spec.template.spec'
    const selected = this.dice.pick(scope.known).kind
    const [first, second] = {
      ConfigMap: ['data.k', 'data.new'],
      Widget: ['spec.value', 'spec.list.[name=web].v'],
      Deployment: ['spec.template.spec.containers.*.image', 'spec.replicas'],
    }[selected] ?? ['metadata.annotations.r', 'metadata.labels.r']
    const path = this.dice.chance(0.7) ? first : second
    const target = {
      select: this.dice.chance(0.7) ? { kind: selected } : this.target(),
      fieldPaths: [this.dice.chance(0.3) ? 'metadata.annotations.r' : path],
      options: {
        create: this.dice.chance(0.8),
        ...(this.dice.chance(0.1) && { delimiter: ':', index: this.dice.pick([0, 1, -1, 9]) }),
      },
    }
    const fieldPath = this.dice.pick(['metadata.name', 'apiVersion', special])
    const from = { kind, name, ...(this.dice.chance(0.6) && { fieldPath }) }
    return { replacements: [{ source: from, targets: [target] }] }
  }

  private vars(scope: Scope): Fields {
    const one = this.meant(scope, ['ConfigMap', 'Service'])
    if (one === undefined || (this.hasVar && !this.dice.chance(rare))) return {}
    this.hasVar = true
    const { kind, name } = one
    return { vars: [{ name: 'WHO', objref: { apiVersion: 'v1', kind, name } }] }
  }

  private replicas(scope: Scope): Fields {
    const one = this.meant(scope, ['Deployment', 'StatefulSet'])
    if (one === undefined) return {}
    return { replicas: [{ name: one.name, count: this.dice.pick([0, 5]) }] }
  }

  private images(): Fields {
    const change = this.dice.pick<Fields>([
      { newTag: '9' },
      { newName: 'n' },
      { digest: 'sha256:9' },
      { tagSuffix: '-s' },
    ])
    return { images: [{ name: 'nginx', ...change }] }
  }

  private labels(): Fields {
    const includeSelectors = this.dice.chance(0.4)
    const includeTemplates = this.dice.chance(0.4)
    return { labels: [{ pairs: this.maker.labels(), includeSelectors, includeTemplates }] }
  }

  kustomization(scope: Scope, resources: readonly string[]): Fields {
    const { dice } = this
    const chance = (share: number, make: () => Fields) => (dice.chance(share) ? make() : {})
    const metadata = ['originAnnotations', 'transformerAnnotations', 'managedByLabel']
    return {
      ...(resources.length > 0 && { resources }),
      ...chance(0.3, () => ({ namePrefix: dice.pick(['a-', 'b-', '1']) })),
      ...chance(0.2, () => ({ nameSuffix: '-z' })),
      ...chance(0.3, () => ({ namespace: dice.pick(['n', 'x', 'default']) })),
      ...chance(0.2, () => ({ commonLabels: this.maker.labels() })),
      ...chance(0.25, () => this.labels()),
      ...chance(0.2, () => ({ commonAnnotations: { note: 'n' } })),
      ...chance(0.5, () => ({ patches: dice.some(() => this.patch(scope), 2) })),
      ...chance(0.3, () => this.images()),
      ...chance(0.15, () => this.replicas(scope)),
      ...chance(0.3, () => ({ configMapGenerator: [this.generator(scope, 'ConfigMap')] })),
      ...chance(0.2, () => ({ secretGenerator: [this.generator(scope, 'Secret')] })),
      ...chance(0.1, () => ({ generatorOptions: { annotations: { g: 'o' } } })),
      ...chance(0.2, () => this.replacements(scope)),
      ...chance(0.1, () => this.vars(scope)),
      ...chance(0.1, () => ({ buildMetadata: dice.some(() => dice.pick(metadata), 2) })),
      ...chance(0.1, () => ({ sortOptions: { order: dice.pick(['fifo', 'legacy']) } })),
      ...chance(0.1, () => ({ configurations: ['config.yaml'] })),
    }
  }
}

/** How often something is made that cannot be built. */
const rare = 0.02

const component = { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component' }
const configuration =
  'nameReference:\n- kind: ConfigMap\n  fieldSpecs: [{path: spec/ref/name, kind: Widget}]\ncommonLabels:\n- {path: spec/labels, kind: Widget, create: true}\n'

/** One case: a folder with a base, perhaps a component and perhaps an overlay over both. */
export function makeCase(seed: number): KustomizeRow {
  const dice = new Dice(seed)
  const maker = new Maker(dice)
  const files: Record<string, string> = {}
  const scope: Scope = { known: [], generated: [] }
  const objectsOf = (folder: string, share: number) => {
    if (!dice.chance(share)) return []
    files[`${folder}/objects.yaml`] = maker.objects(scope)
    return ['objects.yaml']
  }
  const add = (folder: string, resources: readonly string[], more: Fields) => {
    files[`${folder}/kustomization.yaml`] = print({
      ...maker.kustomization(scope, resources),
      ...more,
    })
    files[`${folder}/config.yaml`] = configuration
  }
  add('base', objectsOf('base', 1), {})
  const own = objectsOf('app', 0.3)
  const hasComponent = dice.chance(0.3)
  if (hasComponent) {
    const more = { ...component, commonAnnotations: { c: 'd' } }
    add('component', objectsOf('component', 0.3), more)
  }
  add('app', ['../base', ...own], hasComponent ? { components: ['../component'] } : {})
  return { name: `seed ${seed}`, files }
}
