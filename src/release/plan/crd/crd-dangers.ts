import { type Json, type JsonObject, equalJson, fieldOf } from '../../../objects/json.ts'
import { listAt, readPath, textAt } from '../../../objects/kube-object.ts'
import { type CrdDanger, schemaDangers } from './schema-rules.ts'

/**
 * The dangers of changing a definition of custom resources: rules such as the lifecycle manager of
 * operators has them, looked at schema against schema.
 */
export function crdDangers(before: JsonObject, after: JsonObject): readonly CrdDanger[] {
  return [
    ...identityDangers(before, after),
    ...versionDangers(before, after),
    ...versionsOf(before).flatMap(([name, was]) => {
      const is = new Map(versionsOf(after)).get(name)
      return is === undefined ? [] : schemaDangers(schemaOf(was), schemaOf(is), `${name}: `)
    }),
  ]
}

function identityDangers(before: JsonObject, after: JsonObject): readonly CrdDanger[] {
  const scope = changed(before, after, ['spec', 'scope'])
  const names = [['kind'], ['plural']].flatMap((path) => {
    const message = changed(before, after, ['spec', 'names', ...path])
    return message === undefined ? [] : [{ path: `spec.names.${path.join('.')}`, message }]
  })
  return [
    ...(scope === undefined
      ? []
      : [{ rule: 'scope-changed' as const, path: 'spec.scope', message: scope }]),
    ...names.map((one) => ({ rule: 'names-changed' as const, ...one })),
  ]
}

function changed(before: Json, after: Json, path: readonly string[]): string | undefined {
  const was = readPath(before, path)
  const is = readPath(after, path)
  return equalJson(was, is)
    ? undefined
    : `changes from ${textAt(before, path)} to ${textAt(after, path)}`
}

function versionDangers(before: JsonObject, after: JsonObject): readonly CrdDanger[] {
  const next = new Map(versionsOf(after))
  const stored = listAt(before, ['status', 'storedVersions'])
  const storedGone = stored
    .filter((name) => typeof name === 'string')
    .filter((name) => !next.has(name))
  return [
    ...storedGone.map((path): CrdDanger => ({
      rule: 'stored-version-removed',
      path,
      message: 'objects are stored in this version; migrate them first',
    })),
    ...versionsOf(before).flatMap(([path, was]): readonly CrdDanger[] => {
      if (storedGone.includes(path) || fieldOf(was, 'served') !== true) return []
      const is = next.get(path)
      if (is === undefined)
        return [{ rule: 'version-removed', path, message: 'is served now and will be gone' }]
      if (fieldOf(is, 'served') === true) return []
      return [{ rule: 'version-no-longer-served', path, message: 'will no longer be served' }]
    }),
  ]
}

function versionsOf(crd: JsonObject): readonly (readonly [string, Json])[] {
  return listAt(crd, ['spec', 'versions']).map(
    (version) => [textAt(version, ['name']), version] as const,
  )
}

function schemaOf(version: Json): Json {
  return readPath(version, ['schema', 'openAPIV3Schema']) ?? {}
}
