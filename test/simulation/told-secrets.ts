import type { KubeObject } from '../../src/objects/kube-object.ts'

/** A value that is in Secrets of stories only; charts put it, as it is and transformed, into what fails. */
export const secretText = 'Vq7Kx2mT9bLw4'

const variants = [
  secretText,
  secretText.toUpperCase(),
  secretText.toLowerCase(),
  [...secretText].toReversed().join(''),
  Buffer.from(secretText).toString('base64'),
  Buffer.from(secretText).toString('hex'),
]

/** Whether an object that more people may read than the Secret tells what is in it. */
export function tellsSecret(bucket: string, object: KubeObject): boolean {
  // Charts may put values where they like; a status or an Event is the platform's own word.
  if (!bucket.startsWith('outrigger.dev/') && !bucket.endsWith('events')) return false
  const text = JSON.stringify(object)
  return variants.some((variant) => text.includes(variant))
}
