import type { AdmissionRequest, Registry } from './registry.ts'

/** Lets everybody change the draft, one after the other. */
export async function admit(registry: Registry, request: AdmissionRequest): Promise<void> {
  for (const { mutate } of registry.admission) {
    const done = mutate?.(request, registry)
    if (done !== undefined) await done
  }
}

/** Lets everybody refuse what is about to be stored. */
export async function validateAdmission(
  registry: Registry,
  request: AdmissionRequest,
): Promise<void> {
  for (const { validate } of registry.admission) {
    const done = validate?.(request, registry)
    if (done !== undefined) await done
  }
}
