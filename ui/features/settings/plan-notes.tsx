import type { Plan } from '../../api/release-types.ts'
import { Icon } from '../../components/icon.tsx'
import { useText } from '../../components/locale.tsx'

/** The parts of a plan that are about no single object: warnings, missing rights, images, documents of schemas, hooks. */
export function PlanNotes({ plan }: { readonly plan: Plan }) {
  const say = useText()
  const { warnings, missingPermissions, images, documents, hooks, blocked } = plan
  return (
    <>
      {blocked ? (
        <p className="bad" role="alert">
          {say('plan.blocked')}
        </p>
      ) : undefined}
      {missingPermissions.length === 0 ? undefined : (
        <div role="alert">
          <h3>{say('plan.permissions')}</h3>
          <ul className="plain">
            {missingPermissions.map(({ verb, group, resource, namespace }) => (
              <li key={verb + group + resource + namespace} className="bad break">
                {say('plan.permission', {
                  verb,
                  resource: group === '' ? resource : `${resource}.${group}`,
                  place: namespace === '' ? say('plan.everywhere') : namespace,
                })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {warnings.length === 0 ? undefined : (
        <div>
          <h3>{say('plan.warnings')}</h3>
          <ul className="plain">
            {warnings.map((line) => (
              <li key={line} className="wait break">
                <Icon name="alert" size={13} /> {line}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Lines
        title={say('plan.images')}
        lines={[
          ...images.added.map((image) => `+ ${image}`),
          ...images.removed.map((image) => `− ${image}`),
          ...(images.moved ?? []).map(({ from, to }) => `${from} → ${to}`),
        ]}
      />
      <Lines
        title={say('plan.documents')}
        lines={documents.map(({ url, digest }) => `${url} ${digest}`)}
      />
      <Lines
        title={say('plan.hooks')}
        lines={hooks.map(({ event, kind, name }) => say('plan.hook', { event, kind, name }))}
      />
    </>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return undefined
  return (
    <details>
      <summary>
        {title} <span className="quiet">{lines.length}</span>
      </summary>
      <ul className="plain">
        {lines.map((line) => (
          <li key={line}>
            <code className="break">{line}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
