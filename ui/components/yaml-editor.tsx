import { yaml } from '@codemirror/lang-yaml'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { tags } from '@lezer/highlight'
import { EditorView, basicSetup } from 'codemirror'
import { useEffect, useRef } from 'react'
import { styleNonce } from './style-nonce.ts'

interface Props {
  readonly label: string
  readonly text: string
  readonly change: (text: string) => void
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.string, tags.content], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--busy)' },
])

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--card)', color: 'var(--text)', fontSize: '13px', height: '100%' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--soft)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--raised)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft) !important',
  },
})

// Browsers keep the look of lines that they merge by inline styles, which the content policy forbids, and are slow with many lines: the editor puts in such text itself.
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType, isComposing } = event
    const isReplaced = inputType === 'insertText' && data !== null && !isComposing
    if (!isReplaced) return false
    if (view.state.selection.main.empty && !data.includes('\n')) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type' })
    return true
  },
})

/** An editor for YAML. Tab leaves it, so that the keyboard is never caught. */
export function YamlEditor({ label, text, change }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const told = useRef(change)
  told.current = change
  useEffect(() => {
    if (place.current === null) return undefined
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorView.cspNonce.of(styleNonce()),
          basicSetup,
          yaml(),
          replaceSelection,
          syntaxHighlighting(colours),
          look,
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
    // The editor keeps the text; a change from outside is put into it below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- made once
  }, [label])
  useEffect(() => {
    const { current } = view
    if (current === undefined || current.state.doc.toString() === text) return
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } })
  }, [text])
  return <div className="editor" ref={place} />
}
