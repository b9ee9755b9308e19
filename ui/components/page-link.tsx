import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { scopedAddress } from './scoped-address.ts'
import { useAddress } from './use-address.ts'

interface Props {
  readonly href: string
  readonly children: ReactNode
  readonly className?: string
  readonly current?: boolean
  readonly label?: string
}

/** A link to another view. It is a real address, so it can be copied and opened elsewhere. */
export function PageLink({ href, children, className, current, label }: Props) {
  const router = useRouter()
  const [namespace] = useAddress('namespace')
  const address = scopedAddress(href, namespace)
  const follow = (event: MouseEvent) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    event.preventDefault()
    router.history.push(address)
  }
  return (
    <a
      href={address}
      onClick={follow}
      className={className}
      aria-label={label}
      aria-current={current === true ? 'page' : undefined}
    >
      {children}
    </a>
  )
}
