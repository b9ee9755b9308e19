/** How long simulated things take, in milliseconds. */
export interface Delays {
  /** Until an image is there. */
  readonly pull: number
  /** Until a container runs whose image is there. */
  readonly start: number
  /** From a container with a readiness probe that runs to one that is ready. */
  readonly ready: number
  /** How long a container runs that is meant to end: of jobs, tests and init containers. */
  readonly run: number
  /** How long a container runs that shall crash. */
  readonly crash: number
  /** Until the containers of a deleted pod have stopped; never longer than its grace. */
  readonly stop: number
  /** Until a load balancer or an ingress has its address. */
  readonly address: number
  /** Until a volume is there. */
  readonly volume: number
}

export const defaultDelays: Delays = {
  pull: 400,
  start: 100,
  ready: 300,
  run: 700,
  crash: 1000,
  stop: 150,
  address: 300,
  volume: 100,
}
