import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { administrationItems, platformItems } from './navigation-items.ts'

export type Overlay = 'keys' | 'search' | undefined

/** Milliseconds within which the second key of a pair counts. */
const pairTime = 1200

/** `?` lists the keys, `/` searches, `g` and a letter lead to a view. */
export function useKeys(open: (overlay: Overlay) => void): void {
  const router = useRouter()
  useEffect(() => {
    let first = 0
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event
      if (key === 'k' && (ctrlKey || metaKey)) {
        event.preventDefault()
        return open('search')
      }
      if (ctrlKey || metaKey || altKey || isWriting(event)) return
      const isSecond = timeStamp - first < pairTime
      first = 0
      if (isSecond) {
        const item = [...platformItems, ...administrationItems].find(({ letter }) => letter === key)
        if (item !== undefined) return router.history.push(item.href)
      }
      if (key === 'g') first = timeStamp
      if (key === '?') open('keys')
      if (key === '/') {
        event.preventDefault()
        open('search')
      }
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [open, router])
}

/** Whether the key belongs to a field; that of a shadow tree is the first of the path. */
function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
