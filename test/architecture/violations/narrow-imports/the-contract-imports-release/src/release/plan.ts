export interface Plan {
  readonly changes: number
}
