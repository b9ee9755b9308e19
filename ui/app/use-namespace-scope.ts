import { useEffect, useState } from 'react'
import { useRights } from '../api/use-rights.ts'
import { keepNamespace, keptNamespaces } from '../components/kept-namespaces.ts'
import { useAddress } from '../components/use-address.ts'

/**
 * The namespace that the lists are about, as the address says. A view that is opened without one keeps that of the view
 * before it. A reader who may not list everywhere begins with the one that was chosen last.
 */
export function useNamespaceScope(path: string): string {
  const [inAddress, choose] = useAddress('namespace')
  const [before, setBefore] = useState({ path, namespace: inAddress })
  const namespace = inAddress === '' && before.path !== path ? before.namespace : inAddress
  useEffect(() => {
    if (inAddress !== namespace) return choose(namespace)
    setBefore({ path, namespace })
    if (namespace !== '') keepNamespace(namespace)
  }, [path, namespace, inAddress])
  const { missing } = useRights('')
  const isDenied = ['extensioninstances', 'plugins'].every(
    (resource) => missing({ verb: 'list', resource }) !== undefined,
  )
  useEffect(() => {
    const [last] = keptNamespaces()
    if (isDenied && inAddress === '' && last !== undefined) choose(last)
  }, [isDenied])
  return namespace
}
