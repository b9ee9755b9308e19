/**
 * Whether one resource version is from before another. They are whole numbers without a limit, as Kubernetes promises since
 * 1.35 and etcd always gave; of servers that write something else nothing can be said.
 */
export function isOlder(version: string, than: string): boolean {
  if (!wholeNumber.test(version) || !wholeNumber.test(than)) return false
  return version.length === than.length ? version < than : version.length < than.length
}

const wholeNumber = /^[1-9]\d*$/
