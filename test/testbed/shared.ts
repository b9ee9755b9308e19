import { inject } from 'vitest'
import type { ControlPlane } from './control-plane.ts'
import { TestbedError } from './errors.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the process that starts the suites hands out the control plane they share. */
    readonly testbedDoor: string
  }
}

export type SharedControlPlane = Pick<ControlPlane, 'folder' | 'url' | 'kubeconfig' | 'admin'>

/**
 * The real control plane that all suites of a run share, started when the first asks. Each suite works in namespaces of
 * its own; one that stops or kills parts starts its own with `startControlPlane`.
 */
export async function sharedControlPlane(): Promise<SharedControlPlane> {
  const answer = await fetch(inject('testbedDoor'))
  const text = await answer.text()
  if (!answer.ok) throw new TestbedError('not-ready', text)
  return JSON.parse(text) as SharedControlPlane
}
