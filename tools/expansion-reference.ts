import { expansionFileSchema, expansionValuesSchema } from '../src/kinds/expansion-file.ts'
import type { JsonValue } from '../src/kinds/json-value.ts'
import type { Schema } from '../src/kinds/schema/schema.ts'
import { providerFileSchema } from '../src/kinds/provider/provider-file.ts'
import { siteFileSchema } from '../src/kinds/site-file.ts'
import { clusterHooks, installerHooks } from '../src/kinds/vocabulary/hook-names.ts'
import { installerSteps } from '../src/kinds/vocabulary/installer-steps.ts'
import { providerConditions } from '../src/kinds/vocabulary/provider-conditions.ts'
import type { Vocabulary } from '../src/kinds/vocabulary/vocabulary.ts'

/** The page of the published names that packages and sites may use. */
export const vocabularyPage = {
  path: 'docs/spec/site-vocabulary.md',
  content: () => `# Steps, conditions and hooks

Generated from src/kinds/vocabulary by \`npm run generate\`.

These names are published: \`installer_skip_steps\` of a package and \`skipSteps\` of a site name steps, \`create_cluster_skip_conditions\` and
\`create_cluster_delegate_conditions\` of a package and \`cluster.features\` of a site name conditions. Names of older releases go on working: one
that was renamed means the one of today; one whose work is a part of a larger step now means that step only together with all other parts. A name
that is not here is refused, with the nearest that is.

## Steps of an installation

${wordTable(installerSteps)}

## Conditions of a new cluster

${wordTable(providerConditions)}

No longer carried out: ${providerConditions.retired.map(({ name, why }) => `\`${name}\` (${why})`).join(', ')}.

## Hooks

Of an installation, executables below \`hooks/\`: ${installerHooks.map((name) => `\`${name}\``).join(', ')}.

Of a cluster, by the machines that run them:

| hook | runs on |
|---|---|
${Object.entries(clusterHooks)
  .map(
    ([name, scope]) =>
      `| \`${name}\` | ${scope === 'machine' ? 'every machine' : 'the first machine of the control plane'} |`,
  )
  .join('\n')}
`,
}

/** The page of the fields of `provider.yaml`. */
export const providerFilePage = {
  path: 'docs/spec/provider-file.md',
  content: () => `# provider.yaml

Generated from src/kinds by \`npm run generate\`; \`docs/spec/providers.md\` says how a provider works. An unknown key is refused, with the nearest
known one. \`upgrade\`, \`scaleDown\` and \`delete\` have the same fields as \`create\`.

${fieldTable(providerFileSchema)
  .split('\n')
  .filter((row) => !/^\| `(upgrade|scaleDown|delete)\[\]/.test(row))
  .join('\n')}
`,
}

/** The page of the files of a package and of a site. */
export const expansionFilesPage = {
  path: 'docs/spec/expansion-files.md',
  content: () => `# The files of an expansion and of a site

Generated from src/kinds by \`npm run generate\`. An unknown key is refused, with the nearest known one.

## expansion.yaml

Older packages keep their lists in \`layout.yaml\`; a key is in one of the two.

${fieldTable(expansionFileSchema)}

## values.yaml

${fieldTable(expansionValuesSchema)}

## site.yaml

A \`tke.json\` of TKEStack's installer is read in its place; its passwords stay behind.

${fieldTable(siteFileSchema)}
`,
}

function wordTable({ words }: Vocabulary): string {
  const rows = words.map(({ name, when = '', formerly = [], absorbed = [], mayBeDelegated }) => {
    const older = [...formerly, ...absorbed.map((part) => `${part} (a part)`)].join('; ')
    return `| ${name} | ${when} | ${older} | ${mayBeDelegated ? 'yes' : 'no'} |`
  })
  return ['| name | takes part if | older names | delegate |', '|---|---|---|---|', ...rows].join(
    '\n',
  )
}

function fieldTable(schema: Schema): string {
  return [
    '| field | type | default | meaning |',
    '|---|---|---|---|',
    ...fieldRows(schema, ''),
  ].join('\n')
}

function fieldRows({ node }: Schema, path: string): readonly string[] {
  if (node.is === 'list') return fieldRows(node.items, `${path}[]`)
  if (node.is === 'map') return fieldRows(node.values, `${path}.*`)
  if (node.is !== 'object') return []
  return Object.entries(node.fields).flatMap(([name, field]) => {
    const below = path === '' ? name : `${path}.${name}`
    const isPlain = ['text', 'flag', 'integer', 'any-object'].includes(field.node.is)
    const fallback = field.presence === 'required' ? 'required' : shown(field.default)
    const row = `| \`${below}\` | ${field.node.is} | ${fallback} | ${field.node.description} |`
    return isPlain ? [row] : [row, ...fieldRows(field, below)]
  })
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined || typeof value === 'object') return ''
  return `\`${value}\``
}
