import type { ProviderCondition } from '../../kinds/provider/provider-file.ts'
import { connect } from '../../kube/connect.ts'
import { isKubeError } from '../../kube/errors.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { SiteError } from '../errors.ts'
import { jobRunner } from '../runner/job-runner.ts'
import type { Runner } from '../runner/runner.ts'
import type { ClusterSecrets } from './script-environment.ts'

/** Runs the scripts of a condition as Jobs on the cluster that is being made, by the kubeconfig that its provider keeps. */
export function clusterJobRunner(
  cluster: string,
  { image = '', timeoutSeconds, name }: ProviderCondition,
  readSecrets: (signal: AbortSignal) => Promise<ClusterSecrets>,
): Runner {
  const place = { cluster, image, timeoutSeconds }
  const use = async <T>(signal: AbortSignal, work: (runner: Runner) => Promise<T>): Promise<T> => {
    const { kubeconfig } = (await readSecrets(signal)).outputs
    if (kubeconfig === undefined) {
      const todo = 'a condition before it has to keep the output kubeconfig'
      throw new SiteError(
        'not-ready',
        `${name} is a Job, and ${cluster} has no kubeconfig: ${todo}`,
      )
    }
    try {
      const where = `cluster ${cluster}`
      const { client, close } = connect(
        await connectionOfSecret(kubeconfig, where, { proxy: 'refuse' }),
      )
      try {
        return await work(jobRunner(client, place))
      } finally {
        await close()
      }
    } catch (error) {
      if (!isKubeError(error)) throw error
      throw new SiteError('machine', `the API of ${cluster}: ${error.message}`, { cause: error })
    }
  }
  return {
    run: (script, signal) => use(signal, (runner) => runner.run(script, signal)),
    put: (file, signal) => use(signal, (runner) => runner.put(file, signal)),
  }
}
