export interface Route {
  readonly path: string
}
