export const config = () => {
  const { env } = process
  return env['KUBECONFIG']
}
