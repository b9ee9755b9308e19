import { Fragment, useMemo, useState } from 'react'
import { useText } from './locale.tsx'
import { YamlLine } from './yaml-line.tsx'

/** Texts of more lines have no colours, which would be slow. */
const mostLines = 2000

/** A text of YAML as it is, to read and to copy. */
export function CodeText({ text, label }: { readonly text: string; readonly label: string }) {
  const say = useText()
  const [isCopied, setCopied] = useState(false)
  const lines = useMemo(() => {
    const all = text.split('\n')
    return all.length > mostLines ? undefined : all
  }, [text])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className="code">
      <button type="button" className="chip" onClick={() => void copy()}>
        {isCopied ? say('common.copied') : say('common.copy')}
      </button>
      <pre tabIndex={0} aria-label={label}>
        {lines === undefined
          ? text
          : lines.map((line, at) => (
              <Fragment key={at}>
                <YamlLine line={line} />
                {at === lines.length - 1 ? '' : '\n'}
              </Fragment>
            ))}
      </pre>
    </div>
  )
}
