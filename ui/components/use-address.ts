import { useRouter, useRouterState } from '@tanstack/react-router'

/** A part of the view that is kept in its address, so that the address shows the same to a colleague. */
export function useAddress(
  name: string,
  fallback = '',
): readonly [string, (value: string) => void] {
  const router = useRouter()
  const search = useRouterState({ select: ({ location }) => location.searchStr })
  const value = new URLSearchParams(search).get(name) ?? fallback
  const change = (next: string) => {
    const { pathname } = router.state.location
    const words = new URLSearchParams(router.state.location.searchStr)
    if (next === fallback) words.delete(name)
    else words.set(name, next)
    const text = words.toString()
    router.history.replace(text === '' ? pathname : `${pathname}?${text}`)
  }
  return [value, change]
}
