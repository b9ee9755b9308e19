import { Checkbox } from '@mantine/core'
import type { RehearsedInstance } from '../../api/rehearsal-types.ts'
import { useText } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'

interface Props {
  readonly instances: readonly RehearsedInstance[]
  readonly skip: readonly string[]
  readonly setSkip: (skip: readonly string[]) => void
}

/** The instances that stand in the way, and why; each can be left out on purpose. */
export function BlockedInstances({ instances, skip, setSkip }: Props) {
  const say = useText()
  return (
    <section className="card">
      <h2>{say('rehearsal.inTheWay')}</h2>
      <ul className="stack-small">
        {instances.map(({ instance, blocks }) => (
          <li key={instance}>
            <div className="row">
              <PageLink href={paths.instance(instance)}>{instance}</PageLink>
              <span className="push">
                <Checkbox
                  size="xs"
                  label={say('rehearsal.leaveOut')}
                  aria-label={`${say('rehearsal.leaveOut')}: ${instance}`}
                  checked={skip.includes(instance)}
                  onChange={(event) =>
                    setSkip(
                      event.currentTarget.checked
                        ? [...skip, instance]
                        : skip.filter((one) => one !== instance),
                    )
                  }
                />
              </span>
            </div>
            {blocks.map((block) => (
              <p key={block} className="bad break">
                {block}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
