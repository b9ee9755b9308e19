import type { Nouns } from '../../api/shown-kinds.ts'
import { useText } from '../../components/locale.tsx'
import { useFit } from './use-fit.ts'

/** Whether an extension fits the cluster of the platform, or why it does not; the versions that it is for while that is not known. */
export function FitText({ extension }: { readonly extension: Nouns['extensions'] }) {
  const say = useText()
  const { fits, kubernetes, wanted } = useFit(extension)
  if (fits === undefined) {
    return wanted === '' ? undefined : <span>{`${say('catalogue.kubernetes')} ${wanted}`}</span>
  }
  return (
    <span data-fit={fits}>
      {fits ? say('catalogue.fits') : say('catalogue.fitsNot', { version: kubernetes, wanted })}
    </span>
  )
}
