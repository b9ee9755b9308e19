export function connect(server: string): string {
  return server
}
