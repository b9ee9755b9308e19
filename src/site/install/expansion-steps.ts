import { laySiteValues } from '../../expansion/applications/lay-values.ts'
import { stageFiles } from '../../expansion/carry-out/stage-files.ts'
import { checkPackage, refuseProblems } from '../../expansion/check/check-package.ts'
import { packageName, packageVersion } from '../../expansion/package/describe-package.ts'
import type { Package } from '../../expansion/package/open-package.ts'
import { operatorOf } from '../../expansion/package/package-operator.ts'
import { expansionKind } from '../../kinds/expansion.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { SiteError } from '../errors.ts'
import type { SiteContext } from './site-context.ts'
import { waitReady } from './wait-ready.ts'

const fieldManager = 'outrigger-site'

/** Checks the whole package before anything is changed. */
export async function initExpansion(context: SiteContext, signal: AbortSignal): Promise<string> {
  const opened = packageOf(context)
  const { problems } = await checkPackage(opened, context.workspace, signal)
  refuseProblems(problems)
  return `${packageName(opened)} ${packageVersion(opened)}`
}

/** Stages files of one kind for machines, hooks or the provider. */
export async function stageExpansion(
  kinds: readonly ('file' | 'hook' | 'provider')[],
  context: SiteContext,
  signal: AbortSignal,
): Promise<string> {
  const opened = packageOf(context)
  const { values, facts } = await context.readSite()
  const laid = laySiteValues(opened.values, values)
  let count = 0
  for (const kind of kinds) {
    const place = { folder: context.paths.staged, facts: { ...laid, facts } }
    count += (await stageFiles(opened, kind, place, signal)).length
  }
  return `${count} staged`
}

/** Hands the package to the platform, which carries it out and passes it on to later clusters. */
export async function importExpansion(context: SiteContext, signal: AbortSignal): Promise<string> {
  const opened = packageOf(context)
  const { paths, platform } = context
  const site = await context.readSite()
  const { reference, secretName } = await platform.publish(opened, site, paths.kubeconfig, signal)
  const name = packageName(opened)
  const body = {
    apiVersion,
    kind: expansionKind.kind,
    metadata: { name },
    spec: {
      package: reference,
      ...(secretName === undefined ? {} : { secretName }),
      values: site.values,
      facts: site.facts,
    },
  }
  const { client, close } = await context.connect(paths.kubeconfig)
  try {
    const resource = resourceOf(expansionKind)
    await applyObject(client, resource, body, { force: true, fieldManager }, signal)
    const ready = await waitReady(client, { resource, name }, signal)
    if (operatorOf(opened.declaration.content) === undefined) return ready
    return `${ready}; ${await platform.startOperator(opened, 'platform', signal)}`
  } finally {
    await close()
  }
}

export function packageOf({ expansion }: SiteContext): Package {
  if (expansion !== undefined) return expansion
  throw new SiteError('bad-site', 'there is no expansion')
}
