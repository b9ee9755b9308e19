import { quote } from '../../formats/quote.ts'
import type { Json } from '../../objects/json.ts'
import { listAt } from '../../objects/kube-object.ts'

/** The lists of a rule that say what it is about. */
interface PolicyRule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly nonResourceURLs: readonly string[]
  readonly resourceNames: readonly string[]
  readonly verbs: readonly string[]
}

/**
 * The rights of some rules that others do not cover, in the words of Kubernetes; empty when they
 * cover all.
 */
export function missingRights(held: readonly Json[], granted: readonly Json[]): readonly string[] {
  const owned = held.map(ruleOf)
  const single = granted.map(ruleOf).flatMap(brokenDown)
  const missing = single.filter((rule) => !owned.some((own) => covers(own, rule)))
  return [...new Set(compacted(missing).map(textOf))].toSorted()
}

function ruleOf(rule: Json): PolicyRule {
  const words = (field: string) =>
    listAt(rule, [field]).filter((word): word is string => typeof word === 'string')
  return {
    apiGroups: words('apiGroups'),
    resources: words('resources'),
    nonResourceURLs: words('nonResourceURLs'),
    resourceNames: words('resourceNames'),
    verbs: words('verbs'),
  }
}

const nothing: PolicyRule = {
  apiGroups: [],
  resources: [],
  nonResourceURLs: [],
  resourceNames: [],
  verbs: [],
}

/** Rules of one group, resource, name and verb, or of one path and verb. */
function brokenDown(rule: PolicyRule): readonly PolicyRule[] {
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name])
  const resources = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      rule.verbs.flatMap((verb) =>
        names.map((resourceNames) => ({
          ...nothing,
          apiGroups: [group],
          resources: [resource],
          verbs: [verb],
          resourceNames,
        })),
      ),
    ),
  )
  const paths = rule.nonResourceURLs.flatMap((url) =>
    rule.verbs.map((verb) => ({ ...nothing, nonResourceURLs: [url], verbs: [verb] })),
  )
  return [...resources, ...paths]
}

function covers(own: PolicyRule, single: PolicyRule): boolean {
  return (
    hasWords(own.verbs, single.verbs) &&
    hasWords(own.apiGroups, single.apiGroups) &&
    single.resources.every((resource) => hasResource(own.resources, resource)) &&
    (own.resourceNames.length === 0 ||
      (single.resourceNames.length > 0 && hasAll(own.resourceNames, single.resourceNames))) &&
    single.nonResourceURLs.every((url) => own.nonResourceURLs.some((one) => coversPath(one, url)))
  )
}

function hasAll(all: readonly string[], some: readonly string[]): boolean {
  return some.every((word) => all.includes(word))
}

function hasWords(all: readonly string[], some: readonly string[]): boolean {
  return all.includes('*') || hasAll(all, some)
}

function hasResource(own: readonly string[], resource: string): boolean {
  if (own.includes('*') || own.includes(resource)) return true
  const slash = resource.indexOf('/')
  return slash !== -1 && own.includes(`*${resource.slice(slash)}`)
}

function coversPath(own: string, path: string): boolean {
  return own === path || (own.endsWith('*') && path.startsWith(own.replace(/\*+$/, '')))
}

/** The verbs of one resource together; paths stay as they are. */
function compacted(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const together = new Map<string, PolicyRule>()
  const others: PolicyRule[] = []
  for (const rule of rules) {
    if (rule.nonResourceURLs.length > 0) {
      others.push(rule)
      continue
    }
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames])
    const before = together.get(key)
    const verbs = [...(before?.verbs ?? []), ...rule.verbs]
    together.set(key, { ...rule, verbs })
  }
  return [...others, ...together.values()]
}

function textOf(rule: PolicyRule): string {
  const parts = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ] as const
  const shown = parts
    .filter(([, words]) => words.length > 0)
    .map(([name, words]) => `${name}:${quotedList(words)}`)
  return `{${shown.join(', ')}}`
}

/** A list of texts as Go quotes it. */
export function quotedList(words: readonly string[]): string {
  return `[${words.map(quote).join(' ')}]`
}
