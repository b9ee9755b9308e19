import { usePreview } from '../../api/use-preview.ts'
import { RenderedText } from '../../components/engine/rendered-text.tsx'
import { useEngine } from '../../components/engine/use-engine.ts'
import { useText } from '../../components/locale.tsx'
import { Loaded, LoadingView, Notice } from '../../components/views.tsx'
import type { RenderedFrom } from './rendered-from.ts'

/** The text that an installed release is rendered to, explained line by line. */
export function RenderedRelease({ from }: { readonly from: RenderedFrom }) {
  const say = useText()
  const preview = usePreview(from.object)
  const engine = useEngine(preview.data)
  return (
    <section className="card">
      <Loaded from={preview}>
        {({ archive }) =>
          archive === undefined ? (
            <Notice icon="plugins" title={say('explain.onlyServer')} />
          ) : engine === undefined ? (
            <LoadingView />
          ) : (
            <RenderedText engine={engine} text={from.text} />
          )
        }
      </Loaded>
    </section>
  )
}
