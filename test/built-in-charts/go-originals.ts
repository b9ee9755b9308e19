import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { extractGo } from './extract-go.ts'

/** An addon that TKEStack's controllers wrote from objects in Go, as its branch `release-1.7` has them. */
export interface GoOriginal {
  readonly chart: string
  /** Below `pkg/platform/controller/addon`. */
  readonly folder: string
  /** The objects that the controller creates, in its own order: expressions in the package of the folder. */
  readonly objects: readonly string[]
  /** Functions of ours that the expressions call. */
  readonly glue?: string
  /** Values of our chart that say the same, beside `global.imageRegistry`. */
  readonly values: Readonly<Record<string, unknown>>
  /** Values that are taken out of what is printed. */
  readonly printed?: Readonly<Record<string, RegExp>>
  /** Objects that the Plugin in the README does not adopt, because a default does not make them. */
  readonly adopt?: readonly Readonly<Record<string, string>>[]
}

/** The registry of their images. */
export const registryOfOriginals = 'registry.example.com'

const version = 'images.LatestVersion'
const components = `images.Get(${version})`
const controller = '(&Controller{})'
const system = 'kube-system'

const rbac = 'rbac.authorization.k8s.io/v1'

/** Every addon whose objects are in Go alone. */
export const goOriginals: readonly GoOriginal[] = [
  {
    chart: 'cronhpa',
    folder: 'cronhpa',
    objects: [
      'serviceAccountCronHPA()',
      'crbCronHPA()',
      `deploymentCronHPA(${version})`,
      'serviceCronHPA()',
    ],
    values: { registration: 'program' },
  },
  {
    chart: 'tappcontroller',
    folder: 'tappcontroller',
    objects: [
      'serviceAccountTappController()',
      'crbTappController()',
      `deploymentTappController(${components})`,
      'serviceTappController()',
    ],
    values: { registration: 'program' },
  },
  {
    chart: 'helm',
    folder: 'helm',
    objects: [
      'serviceAccountHelm()',
      'crbHelm()',
      `deploymentTiller(${version})`,
      'serviceTiller()',
      `deploymentHelmAPI(${version})`,
      'serviceHelmAPI()',
    ],
    values: {},
  },
  {
    chart: 'ipam',
    folder: 'ipam',
    objects: [
      'serviceAccountIPAM()',
      'crIPAM()',
      'crbIPAM()',
      'cmIPAM()',
      'cmFloatingIP()',
      `deploymentIPAM(${version})`,
      'serviceIPAM("10.0.0.77")',
    ],
    values: { clusterIP: '10.0.0.77' },
  },
  {
    chart: 'logcollector',
    folder: 'logcollector',
    objects: ['genServiceAccount()', 'genCRB()', `${controller}.genDaemonSet(${version})`],
    values: {},
    printed: { exceptionDsn: /"EXCEPTION_DSN","value":"([^"]+)"/ },
  },
  {
    chart: 'persistentevent',
    folder: 'persistentevent',
    objects: [
      `${controller}.makeServiceAccount()`,
      `${controller}.makeClusterRole()`,
      `${controller}.makeClusterRoleBinding()`,
      `${controller}.makeConfigMap(context.Background(), &v1.PersistentBackEnd{ES: &v1.StorageBackEndES{IP: "10.0.0.9", Port: 9200, Scheme: "http", IndexName: "events"}})`,
      `${controller}.makeDeployment(${version})`,
    ],
    values: { elasticsearch: { host: '10.0.0.9', index: 'events' } },
  },
  {
    chart: 'volumedecorator',
    folder: 'storage/volumedecorator',
    objects: [
      'genServiceAccount()',
      'genCRB()',
      'genConfigMap(decorator(), storage())',
      'genService()',
      `${controller}.genDeployment(decorator(), storage())`,
    ],
    glue: `
func decorator() *v1.VolumeDecorator {
	spec := v1.VolumeDecoratorSpec{Version: ${version}, VolumeTypes: []string{"CephRBD", "CephFS"}, WorkloadAdmission: true}
	return &v1.VolumeDecorator{Spec: spec}
}

func storage() *storageutil.SVInfo {
	info := &storageutil.SVInfo{}
	info.Monitors, info.AdminID, info.AdminKey = "10.0.0.1:6789", "admin", "bm8ga2V5"
	return info
}
`,
    values: {
      workloadAdmission: true,
      volumeTypes: ['CephRBD', 'CephFS'],
      ceph: { monitors: '10.0.0.1:6789', adminKey: 'bm8ga2V5' },
    },
  },
  {
    chart: 'prometheus',
    folder: 'prometheus',
    objects: [
      'servicePrometheusOperator()',
      'serviceAccountPrometheusOperator()',
      'clusterRolePrometheusOperator()',
      'clusterRoleBindingPrometheusOperator()',
      `deployPrometheusOperatorApps(${components}, &v1.Prometheus{})`,
      'createSecretForAlertmanager("http://127.0.0.1/", "1200s")',
      'serviceAccountAlertmanager()',
      'createServiceForAlerterManager()',
      'servicePrometheus()',
      'createSecretForPrometheus()',
      'serviceAccountPrometheus()',
      'clusterRolePrometheus()',
      'clusterRoleBindingPrometheus()',
      `createDaemonSetForNodeExporter(${components})`,
      'createServiceForMetrics()',
      'createServiceAccountForMetrics()',
      'createClusterRoleForMetrics()',
      'createClusterRoleBindingForMetrics()',
      'createRoleForMetrics()',
      'createRoleBingdingForMetrics()',
      `createAppsDeploymentForMetrics(${components}, &v1.Prometheus{})`,
      'createServiceAccountForNPD()',
      'createClusterRoleForNPD()',
      'createClusterRoleBindingForNPD()',
      `createDaemonSetForNPD(${components})`,
    ],
    values: { nodeProblemDetector: { enabled: true } },
    adopt: [
      {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        name: 'node-problem-detector',
        namespace: system,
      },
      { apiVersion: rbac, kind: 'ClusterRole', name: 'node-problem-detector' },
      { apiVersion: rbac, kind: 'ClusterRoleBinding', name: 'node-problem-detector' },
      {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        name: 'node-problem-detector',
        namespace: system,
      },
    ],
  },
]

const run = promisify(execFile)
const module = 'tkestack.io/tke'
const addons = 'pkg/platform/controller/addon'

// The versions that TKEStack's own go.mod names.
const requires = [
  ['k8s.io/api', 'v0.18.2'],
  ['k8s.io/apimachinery', 'v0.18.2'],
  ['k8s.io/apiextensions-apiserver', 'v0.18.2'],
  ['k8s.io/kube-aggregator', 'v0.18.2'],
  ['github.com/coreos/prometheus-operator', 'v0.38.1'],
] as const

// As there, too: what others require of it is of no version that exists.
const replaced = 'replace k8s.io/client-go => k8s.io/client-go v0.18.2\n'

const aliases = [
  ['context', 'context'],
  ['v1', `${module}/api/platform/v1`],
  ['storageutil', `${module}/${addons}/storage/util`],
] as const

/** The branch of a checkout that has the objects; undefined when it is not there. */
export async function branchOfOriginals(checkout: string): Promise<string | undefined> {
  for (const branch of ['release-1.7', 'origin/release-1.7']) {
    const found = await run('git', ['-C', checkout, 'rev-parse', '--verify', '--quiet', branch])
      .then(() => branch)
      .catch(() => {})
    if (found !== undefined) return found
  }
  return undefined
}

/** Has Go print the objects of an addon, from the source of its controller. */
export async function printGoOriginal(
  { folder, objects, glue = '' }: GoOriginal,
  from: { readonly checkout: string; readonly branch: string },
  work: string,
): Promise<string> {
  const show = async (...words: readonly string[]) =>
    (await run('git', ['-C', from.checkout, ...words], { maxBuffer: 1 << 28 })).stdout
  const read = async (path: string) => {
    const listed = await show('ls-tree', '--name-only', from.branch, `${path}/`)
    const files = listed.split('\n').filter((file) => /(?<!_test)\.go$/.test(file))
    return Promise.all(files.map((file) => show('show', `${from.branch}:${file}`)))
  }
  const main = `${addons}/${folder}`
  const calls = objects.map((call) => `\tprint(${call})`).join('\n')
  const starts = [
    { folder: 'pkg/util/containerregistry', words: 'Init Image BaseName FullName' },
    { folder: `${main}/images`, words: 'Get LatestVersion' },
    { folder: main, words: calls + glue },
  ]
  const files = new Map(await extractGo(read, module, starts, 'Controller'))
  files.set(`${main}/print.go`, program(main, calls, glue))
  for (const [path, text] of files) {
    const file = join(work, path.endsWith('.go') ? path : `${path}/extract.go`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, path === main ? text.replace(/^package \w+/, 'package main') : text)
  }
  const imported = [...files.values()].join('\n')
  const required = requires.filter(([path]) => imported.includes(`"${path}/`))
  const lines = required.map((pair) => `require ${pair.join(' ')}`)
  await writeFile(
    join(work, 'go.mod'),
    [`module ${module}`, 'go 1.22', ...lines, replaced].join('\n'),
  )
  const environment = { ...process.env, GOFLAGS: '-mod=mod' }
  const go = { cwd: work, env: environment, maxBuffer: 1 << 28 }
  const { stdout } = await run('go', ['run', `./${main}`], go)
  return stdout
}

/** Prints objects as documents; whoever leaves the kind out means that of the type. */
function program(folder: string, calls: string, glue: string): string {
  const more = aliases.filter(([alias]) => (calls + glue).includes(`${alias}.`))
  const imports = more.map(([alias, path]) => `\t${alias} "${path}"\n`).join('')
  return `package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"${module}/${folder}/images"
	"${module}/pkg/util/containerregistry"
${imports})

var _ = images.Get

type Controller struct{}
${glue}
func print(object interface{}, failures ...error) {
	for _, failure := range failures {
		if failure != nil {
			panic(failure)
		}
	}
	if value := reflect.ValueOf(object); value.Kind() == reflect.Slice {
		for i := 0; i < value.Len(); i++ {
			print(value.Index(i).Interface())
		}
		return
	}
	text, err := json.Marshal(object)
	if err != nil {
		panic(err)
	}
	fields := map[string]interface{}{}
	if err := json.Unmarshal(text, &fields); err != nil {
		panic(err)
	}
	kind := reflect.TypeOf(object).Elem()
	if fields["kind"] == nil {
		path := strings.Split(kind.PkgPath(), "/")
		group := map[string]string{"core": "", "apps": "apps/", "rbac": "rbac.authorization.k8s.io/"}[path[len(path)-2]]
		fields["kind"] = kind.Name()
		fields["apiVersion"] = group + path[len(path)-1]
	}
	delete(fields, "status")
	text, _ = json.Marshal(fields)
	fmt.Printf("---\\n%s\\n", text)
}

func main() {
	containerregistry.Init("${registryOfOriginals}", "tkestack")
${calls}
}
`
}
