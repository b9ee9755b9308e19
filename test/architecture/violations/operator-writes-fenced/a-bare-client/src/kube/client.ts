export interface KubeClient {
  readonly fieldManager: string
}
