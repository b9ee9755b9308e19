export interface Job {
  readonly chart: string
}
