import { useMemo } from 'react'
import { parseCluster } from '../../../src/kinds/cluster.ts'
import { parseExtensionInstance } from '../../../src/kinds/extension-instance.ts'
import type { JsonRecord } from '../../../src/kinds/json-value.ts'
import type { Parsed } from '../../../src/kinds/parse-object.ts'
import { parseProfile } from '../../../src/kinds/profile.ts'
import { useKind } from '../../api/use-kind.ts'
import { useText } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { Loaded } from '../../components/views.tsx'
import { type ClusterEffect, profileEffect } from './profile-effect.ts'

/** The meaning of a profile for its clusters, as it is written and before it is saved. */
export function ProfileEffectCard({ body }: { readonly body: object }) {
  const say = useText()
  const clusters = useKind('clusters')
  const profiles = useKind('profiles').data
  const instances = useKind('instances').data
  const effects = useMemo(() => {
    const changed = parseProfile(body as JsonRecord)
    if (!changed.ok || clusters.data === undefined) return undefined
    return profileEffect(changed.value, {
      profiles: readAll(profiles, parseProfile),
      clusters: readAll(clusters.data, parseCluster),
      instances: readAll(instances, parseExtensionInstance),
    })
  }, [body, clusters.data, profiles, instances])
  return (
    <section className="card stack-small" aria-live="polite">
      <h2>{say('profiles.effect')}</h2>
      <Loaded from={clusters}>
        {() => {
          if (effects === undefined) return <p className="quiet">{say('profiles.unreadable')}</p>
          if (effects.length === 0) return <p className="quiet">{say('profiles.noCluster')}</p>
          return (
            <ul className="stack-small">
              {effects.map((effect) => (
                <li key={effect.cluster}>
                  <Effect effect={effect} />
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}

function Effect({ effect }: { readonly effect: ClusterEffect }) {
  const say = useText()
  const { cluster, applied, applies, created, putBack, released, obstacles } = effect
  const lines = [
    ...created.map((name) => ({ name, is: 'added', text: say('profiles.creates', { name }) })),
    ...putBack.map((name) => ({ name, is: 'changed', text: say('profiles.putsBack', { name }) })),
    ...released.map((name) => ({ name, is: 'removed', text: say('profiles.releases', { name }) })),
  ]
  return (
    <>
      <div className="row">
        <PageLink href={paths.cluster(cluster)}>{cluster}</PageLink>
        <span className="quiet push">
          {applies
            ? say(applied ? 'profiles.matches' : 'profiles.matchesNow')
            : say('profiles.matchesNoMore')}
        </span>
      </div>
      {lines.length + obstacles.length === 0 ? (
        <p className="quiet">{say('profiles.sameAsNow')}</p>
      ) : undefined}
      {lines.map(({ name, is, text }) => (
        <p key={is + name} className="break">
          <span className="tag" data-action={is}>
            {text}
          </span>
        </p>
      ))}
      {obstacles.map((line) => (
        <p key={line} className="bad break">
          {line}
        </p>
      ))}
    </>
  )
}

function readAll<T>(
  list: readonly object[] | undefined,
  parse: (object: JsonRecord) => Parsed<T>,
): readonly T[] {
  return (list ?? []).flatMap((object) => {
    const parsed = parse(object as JsonRecord)
    return parsed.ok ? [parsed.value] : []
  })
}
