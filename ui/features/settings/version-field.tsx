import { NativeSelect } from '@mantine/core'
import type { Nouns } from '../../api/shown-kinds.ts'
import { useText } from '../../components/locale.tsx'

interface Props {
  readonly extension: Nouns['extensions']
  readonly version: string
  readonly setVersion: (version: string) => void
}

/** The version that somebody picked, or the newest that fits. */
export function VersionField({ extension, version, setVersion }: Props) {
  const say = useText()
  const offered = (extension.status?.versions ?? []).filter((one) => !one.includes('{{'))
  const versions = version === '' || offered.includes(version) ? offered : [version, ...offered]
  return (
    <section className="card">
      <NativeSelect
        label={say('common.version')}
        value={version}
        data={[{ value: '', label: say('install.newest') }, ...versions]}
        onChange={(event) => setVersion(event.currentTarget.value)}
      />
    </section>
  )
}
