import type { Nouns } from '../../api/shown-kinds.ts'
import { useText } from '../../components/locale.tsx'
import { useFit } from './use-fit.ts'

/** Whether an extension fits the cluster of the platform, or why it does not. */
export function FitText({ extension }: { readonly extension: Nouns['extensions'] }) {
  const say = useText()
  const { fits, kubernetes, wanted } = useFit(extension)
  return (
    <span data-fit={fits}>
      {fits ? say('catalogue.fits') : say('catalogue.fitsNot', { version: kubernetes, wanted })}
    </span>
  )
}
