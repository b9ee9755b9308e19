import type { JsonObject } from '../../objects/json.ts'

/** More than anybody needs on a laptop: what is tried out here is not whether there is room. */
export const capacity = {
  cpu: '256',
  memory: '1Ti',
  'ephemeral-storage': '10Ti',
  pods: '5000',
} as const

/** By what a node of the sandbox is known. */
export const sandboxImage = 'Outrigger sandbox'

/** The conditions of a node that is well. */
export function goodConditions(time: string): readonly JsonObject[] {
  return [
    good('MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
    good('DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    good('PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    { ...good('Ready', 'KubeletReady', 'kubelet is posting ready status'), status: 'True' },
  ].map((condition) => ({ ...condition, lastHeartbeatTime: time, lastTransitionTime: time }))
}

function good(type: string, reason: string, message: string): JsonObject {
  return { type, status: 'False', reason, message }
}
