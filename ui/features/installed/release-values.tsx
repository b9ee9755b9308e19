import { Switch } from '@mantine/core'
import { useRelease } from '../../api/use-release.ts'
import { CodeText } from '../../components/code-text.tsx'
import { useText } from '../../components/locale.tsx'
import { useAddress } from '../../components/use-address.ts'
import { Loaded } from '../../components/views.tsx'

interface Values {
  readonly revision: number
  readonly text: string
}

/** The values that the release was made from: those that were set, or all of them. */
export function ReleaseValues({ release }: { readonly release: string }) {
  const say = useText()
  const [all, setAll] = useAddress('all')
  const values = useRelease<Values>(release, '/values', { query: { all: all === 'true' } })
  return (
    <section className="card stack">
      <Switch
        label={say('values.withDefaults')}
        checked={all === 'true'}
        onChange={(event) => setAll(event.currentTarget.checked ? 'true' : '')}
      />
      <Loaded from={values}>
        {({ text }) =>
          text.trim() === '' || text.trim() === '{}' ? (
            <p className="quiet">{say('detail.noValues')}</p>
          ) : (
            <CodeText label={say('detail.values')} text={text} />
          )
        }
      </Loaded>
    </section>
  )
}
