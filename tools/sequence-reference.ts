import { clusterConditions } from '../src/sequence/cluster-conditions.ts'

/** The page of the published vocabulary of a Cluster's conditions. */
export const clusterConditionsPage = {
  path: 'docs/spec/cluster-conditions.md',
  content: () => `# Conditions of a Cluster

Generated from src/sequence by \`npm run generate\`.

A Cluster goes through these conditions from top to bottom; the first that does not hold is waited for, and what is behind it
waits. \`spec.features.skipConditions\` leaves one out, \`delegateConditions\` hands one to an operator of somebody else, who writes
it \`True\` into the status when it is done ([delegation.md](delegation.md)): until then the Cluster is not Running, be it the last one.
A name that is not here is refused, with the nearest that is.

| condition | holds when | skip | delegate | looked at again |
|---|---|---|---|---|
${rows()}
`,
}

function rows(): string {
  return clusterConditions.steps
    .map(({ name, about, mayBeSkipped, mayBeDelegated, repeats }) =>
      ['', `\`${name}\``, about, ...[mayBeSkipped, mayBeDelegated, repeats].map(yesNo), '']
        .join(' | ')
        .trim(),
    )
    .join('\n')
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
