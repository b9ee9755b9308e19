import { useEffect, useState } from 'react'
import type { RunState } from '../../src/server/contract.ts'

export interface RunObject {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly status: string
  readonly reason: string
  readonly message: string
}

export interface RunCause {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly chain: readonly {
    readonly subject: string
    readonly reason: string
    readonly message: string
  }[]
}

/** A run as far as its messages have come. */
export interface WatchedRun {
  readonly step: {
    readonly reason: string
    readonly message: string
    readonly waitingFor: readonly string[]
  }
  readonly objects: readonly RunObject[]
  readonly causes: readonly RunCause[]
  readonly warnings: readonly string[]
  readonly state: RunState
  /** How it ended. */
  readonly message: string
}

const begun: WatchedRun = {
  step: { reason: '', message: '', waitingFor: [] },
  objects: [],
  causes: [],
  warnings: [],
  state: 'running',
  message: '',
}

/** Follows a run: each object is kept in its last state. */
export function useRun(id: string): WatchedRun {
  const [run, setRun] = useState(begun)
  useEffect(() => {
    setRun(begun)
    if (id === '') return undefined
    const source = new EventSource(`/api/v1/runs/${encodeURIComponent(id)}/events`)
    const on = (event: string, change: (run: WatchedRun, data: never) => WatchedRun) =>
      source.addEventListener(event, ({ data }: MessageEvent<string>) => {
        const told = JSON.parse(data) as { readonly data: never }
        setRun((before) => change(before, told.data))
        if (event === 'ended') source.close()
      })
    on('step', (before, step: Partial<WatchedRun['step']>) => ({
      ...before,
      step: { ...begun.step, ...step },
    }))
    on('object', (before, object: RunObject) => withObject(before, object))
    on('cause', withCause)
    on('warning', (before, { message }: { readonly message: string }) => ({
      ...before,
      warnings: [...before.warnings, message],
    }))
    on('ended', (before, { state, message }: Pick<WatchedRun, 'state' | 'message'>) => ({
      ...before,
      state,
      message,
    }))
    return () => source.close()
  }, [id])
  return run
}

/** The run with a cause, in the place of an earlier one that is about the same thing below the same object. */
export function withCause(run: WatchedRun, cause: RunCause): WatchedRun {
  const subjectOf = ({ kind, namespace, name, chain }: RunCause) =>
    [kind, namespace, name, chain[1]?.subject ?? ''].join(' ')
  const others = run.causes.filter((one) => subjectOf(one) !== subjectOf(cause))
  return { ...run, causes: [...others, cause] }
}

/** The run with an object in its new state; causes of one that became well are forgotten. */
export function withObject(run: WatchedRun, object: RunObject): WatchedRun {
  const isIt = ({ kind, namespace, name }: Pick<RunObject, 'kind' | 'namespace' | 'name'>) =>
    kind === object.kind && namespace === object.namespace && name === object.name
  const at = run.objects.findIndex(isIt)
  const objects = at === -1 ? [...run.objects, object] : run.objects.with(at, object)
  const isWell = object.status === 'Current'
  return { ...run, objects, causes: isWell ? run.causes.filter((one) => !isIt(one)) : run.causes }
}
