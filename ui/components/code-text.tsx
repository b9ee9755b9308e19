import { useState } from 'react'
import { useText } from './locale.tsx'

/** A text as it is, to read and to copy. */
export function CodeText({ text, label }: { readonly text: string; readonly label: string }) {
  const say = useText()
  const [isCopied, setCopied] = useState(false)
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
        {text}
      </pre>
    </div>
  )
}
