export interface Applied {
  readonly name: string
}
