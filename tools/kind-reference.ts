import { writeYaml } from '../src/formats/yaml/write/write.ts'
import { toValue, type Plain } from '../src/cli/output/plain.ts'
import { allKinds } from '../src/kinds/all-kinds.ts'
import { conditionTypes, reasons } from '../src/kinds/conditions.ts'
import { customResourceDefinition } from '../src/kinds/custom-resource-definition.ts'
import { apiGroup, apiVersion } from '../src/kinds/group.ts'
import type { KindDefinition } from '../src/kinds/kind-definition.ts'
import type { Schema, SchemaNode } from '../src/kinds/schema/schema.ts'

const note = 'generated from src/kinds by `npm run generate`'

/** The definitions and the pages of our kinds. */
export const kindFiles = allKinds.flatMap((definition) => [
  ...['deploy/crds', 'charts/outrigger/crds'].map((folder) => ({
    path: `${folder}/${definition.plural}.${apiGroup}.yaml`,
    content: () => `# ${note}\n${yamlOf(customResourceDefinition(definition) as Plain)}\n`,
  })),
  { path: `docs/spec/${pageName(definition)}.md`, content: () => pageOf(definition) },
])

/** The page of all reasons. */
export const reasonsPage = {
  path: 'docs/spec/conditions.md',
  content: () => `# Conditions and reasons

${sentence(note)}

A condition says whether something holds (\`True\`, \`False\`, \`Unknown\`), why in one word of a closed list, and why for a person.

| condition | means |
|---|---|
${rows(conditionTypes)}

| reason | means |
|---|---|
${rows(reasons)}

## When something is tried again

- An object that waits for something that is watched (a dependency, a kind, values, an account, a Repository, a Cluster) is woken by the watch.
- After a fault that may go away by itself (a server that does not answer, a conflict of writes) the operator tries again soon, with growing pauses.
- After a failure that stays the object is \`Stalled\`. The operator tries again when the object changes, when somebody asks (\`outrigger plugin retry\`), and
  every \`interval\`.
- An uninstall that was \`Forbidden\` is tried again every 30 s, or every \`interval\` if that is shorter, because no event tells that rights were given.
  Until then \`Installed\` stays \`True\`, because objects are left.

## Events

An event of type \`Normal\` tells what was done: \`Installed\`, \`Upgraded\`, \`RolledBack\`, \`Disabled\`, \`Uninstalled\`, \`Orphaned\`, \`Corrected\`, \`Refreshed\`. A
\`Warning\` names a failure that only a person can mend, by its reason; \`Drifted\` and a rollback after a failed upgrade are Warnings, too. Waiting is no event.
`,
}

function pageName({ kind }: KindDefinition): string {
  return kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
}

function pageOf(definition: KindDefinition): string {
  const { kind, plural, shortNames, scope, description, spec, status } = definition
  const example = { apiVersion, kind, ...definition.example } as Plain
  return `# ${kind}

${sentence(note)}

${description} ${scope === 'Cluster' ? 'Cluster-scoped' : 'Namespaced'}; \`kubectl get ${plural}\`, in short \`${shortNames.join(', ')}\`.

\`\`\`yaml
${yamlOf(example)}
\`\`\`

## Fields

${fieldTable(spec, 'spec')}

${rulesOf(spec)}## Status

${fieldTable(status, 'status')}

Conditions and reasons are listed in [conditions.md](conditions.md).
`
}

function fieldTable(schema: Schema, path: string): string {
  const lines = [...fieldLines(schema, path)]
  return ['| field | type | default | meaning |', '|---|---|---|---|', ...lines].join('\n')
}

function* fieldLines(schema: Schema, path: string): Generator<string> {
  const { node } = schema
  if (node.is === 'list') yield* fieldLines(node.items, `${path}[]`)
  if (node.is !== 'object') return
  for (const [name, field] of Object.entries(node.fields)) {
    const inner = `${path}.${name}`
    yield `| \`${inner}\` | ${typeText(field.node)} | ${defaultText(field)} | ${cell(field.node.description)} |`
    yield* fieldLines(field, inner)
  }
}

function typeText(node: SchemaNode): string {
  if (node.is === 'text') {
    return node.choices === undefined ? 'text' : node.choices.map((one) => `\`${one}\``).join(', ')
  }
  if (node.is === 'list') return `list of ${typeText(node.items.node)}`
  if (node.is === 'map') return `map of ${typeText(node.values.node)}`
  if (node.is === 'flag') return 'true or false'
  return node.is === 'any-object' ? 'any object' : node.is
}

function defaultText({ presence, default: value }: Schema): string {
  if (presence === 'required') return '**required**'
  return value === undefined ? '' : `\`${JSON.stringify(value)}\``
}

function rulesOf(schema: Schema): string {
  const messages = [...ruleMessages(schema)]
  return messages.length === 0
    ? ''
    : `The API server checks these rules:\n\n${messages.map((one) => `- ${one}`).join('\n')}\n\n`
}

function* ruleMessages({ node }: Schema): Generator<string> {
  if (node.is === 'list') yield* ruleMessages(node.items)
  if (node.is !== 'object') return
  for (const { message } of node.rules) yield message
  for (const field of Object.values(node.fields)) yield* ruleMessages(field)
}

function rows(list: Readonly<Record<string, string>>): string {
  return Object.entries(list)
    .map(([name, meaning]) => `| \`${name}\` | ${cell(meaning)} |`)
    .join('\n')
}

function yamlOf(plain: Plain): string {
  return writeYaml(toValue(plain))
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}; edit the schema, not this page.`
}
