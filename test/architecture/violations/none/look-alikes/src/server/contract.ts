export interface Answer {
  readonly text: string
}
