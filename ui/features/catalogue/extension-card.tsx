import type { Nouns } from '../../api/shown-kinds.ts'
import { Logo } from '../../components/logo.tsx'
import { useText } from '../../components/locale.tsx'
import { PageLink } from '../../components/page-link.tsx'
import { paths } from '../../components/paths.ts'
import { FitText } from './fit-text.tsx'
import { useOrigin } from './use-origin.ts'

/** One entry of the catalogue. */
export function ExtensionCard({ extension }: { readonly extension: Nouns['extensions'] }) {
  const say = useText()
  const { name } = extension.metadata
  const { displayName, description = '', category, logo } = extension.spec
  const versions = (extension.status?.versions ?? []).filter((one) => !one.includes('{{'))
  const origin = useOrigin(extension)
  const used = extension.status?.instances ?? 0
  return (
    <li className="card extension">
      <div className="row">
        <Logo name={displayName ?? name} picture={logo} />
        <div className="extension-name">
          <PageLink href={paths.extension(name)}>{displayName ?? name}</PageLink>
          <span className="quiet">
            {[category, origin === undefined ? '' : say(origin)].filter(Boolean).join(' · ')}
          </span>
        </div>
      </div>
      <p className="extension-text">{firstSentence(description)}</p>
      <div className="row extension-foot">
        <span className="tag">{versions.at(-1)}</span>
        {versions.length < 2 ? undefined : (
          <span className="quiet">{say('catalogue.moreVersions', { n: versions.length - 1 })}</span>
        )}
        {used === 0 ? undefined : (
          <span className="quiet">{say('catalogue.installedCount', { n: used })}</span>
        )}
        <span className="push quiet">
          <FitText extension={extension} />
        </span>
      </div>
    </li>
  )
}

function firstSentence(text: string): string {
  return text.replaceAll(/[#*_`]/g, '').split(/(?<=\.)\s/)[0] ?? ''
}
