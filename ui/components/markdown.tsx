import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useMemo } from 'react'

const forbidden = { FORBID_TAGS: ['style', 'form', 'input'], FORBID_ATTR: ['style', 'id', 'class'] }

/** A text of somebody else in Markdown: everything that could act is taken out, and links open elsewhere. */
export function Markdown({ text }: { readonly text: string }) {
  const html = useMemo(() => {
    const fragment = DOMPurify.sanitize(marked.parse(text, { async: false }), {
      ...forbidden,
      RETURN_DOM_FRAGMENT: true,
    })
    for (const link of fragment.querySelectorAll('a')) {
      link.setAttribute('target', '_blank')
      link.setAttribute('rel', 'noreferrer noopener')
    }
    for (const picture of fragment.querySelectorAll('img')) {
      // Pictures of other hosts would tell them who reads here; the content policy forbids them.
      if (!picture.src.startsWith('data:image/')) picture.replaceWith(picture.alt)
    }
    const frame = document.createElement('div')
    frame.append(fragment)
    return frame.innerHTML
  }, [text])
  // oxlint-disable-next-line react/no-danger -- it was sanitised above
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />
}
