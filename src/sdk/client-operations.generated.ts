// Generated from the routes of the server by `npm run generate`.
export type Problem = { readonly type: string; readonly title: string; readonly status: number; readonly detail: string; readonly reason: string; readonly denied?: { readonly verb: string; readonly group: string; readonly resource: string; readonly namespace: string }; readonly causes?: readonly ({ readonly field: string; readonly message: string })[]; readonly versions?: { readonly yours: string; readonly current: string } }
export type Me = { readonly user: string; readonly groups: readonly (string)[]; readonly signedInBy: "token" | "session" | "certificate" | "proxy"; readonly csrfToken: string; readonly sandbox: boolean }
export type Event = { readonly type: string; readonly reason: string; readonly message: string; readonly count: number; readonly firstSeen?: string; readonly lastSeen: string; readonly reportedBy?: string }
export type SignInLink = { readonly path: string }
export type SignInMethods = { readonly token: boolean; readonly link: boolean; readonly certificate: boolean; readonly oidc?: string }
export type StreamEvent = { readonly id: string; readonly event: "reset" | "changed" | "deleted" | "denied" | "ready"; readonly data: string }
export type Rights = { readonly namespace: string; readonly incomplete: boolean; readonly rules: readonly ({ readonly verbs: readonly (string)[]; readonly apiGroups: readonly (string)[]; readonly resources: readonly (string)[]; readonly resourceNames: readonly (string)[] })[] }
export type ReleaseRevision = { readonly revision: number; readonly status: "unknown" | "deployed" | "uninstalled" | "superseded" | "failed" | "uninstalling" | "pending-install" | "pending-upgrade" | "pending-rollback"; readonly updated: string; readonly description: string; readonly chart: string; readonly chartVersion: string; readonly appVersion: string; readonly firstDeployed?: string; readonly icon?: string }
export type Release = { readonly namespace: string; readonly name: string; readonly revision: number; readonly status: "unknown" | "deployed" | "uninstalled" | "superseded" | "failed" | "uninstalling" | "pending-install" | "pending-upgrade" | "pending-rollback"; readonly updated: string; readonly description: string; readonly chart: string; readonly chartVersion: string; readonly appVersion: string; readonly firstDeployed?: string; readonly icon?: string; readonly notes?: string; readonly recorded?: string; readonly owner?: { readonly kind: string; readonly namespace: string; readonly name: string } }
export type FieldChange = { readonly is: "added" | "removed" | "changed" | "reordered"; readonly path: string; readonly before?: unknown; readonly after?: unknown }
export type ReleaseObject = { readonly apiVersion: string; readonly kind: string; readonly namespace: string; readonly name: string; readonly source: string; readonly status: "Current" | "InProgress" | "Failed" | "Terminating" | "NotFound" | "Unknown"; readonly reason: string; readonly message: string; readonly object?: Readonly<Record<string, unknown>>; readonly causes?: readonly (readonly ({ readonly subject: string; readonly reason: string; readonly message: string })[])[]; readonly made?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly namespace: string; readonly name: string; readonly owner: string; readonly status: string; readonly reason: string; readonly message: string; readonly phase?: string; readonly containers?: readonly (string)[] })[] }
export type RevisionDiff = { readonly from: ReleaseRevision; readonly to: ReleaseRevision; readonly values: readonly (FieldChange)[]; readonly objects: readonly ({ readonly apiVersion: string; readonly kind: string; readonly namespace: string; readonly name: string; readonly action: "added" | "removed" | "changed"; readonly changes: readonly (FieldChange)[]; readonly object?: Readonly<Record<string, unknown>> })[]; readonly unchanged: number }
export type DriftedObject = { readonly apiVersion: string; readonly kind: string; readonly namespace: string; readonly name: string; readonly is: "gone" | "changed" | "unknown"; readonly changes: readonly (FieldChange)[]; readonly managers: readonly ({ readonly field: string; readonly manager: string; readonly subresource: string })[]; readonly notices: readonly (string)[] }
export type Chart = { readonly name: string; readonly repository: string; readonly origin: "builtin" | "platform" | "custom"; readonly category: string; readonly labels: Readonly<Record<string, string>>; readonly description: string; readonly keywords: readonly (string)[]; readonly home: string; readonly icon: string; readonly deprecated: boolean; readonly created: string; readonly versions: readonly ({ readonly version: string; readonly appVersion: string; readonly kubeVersion: string; readonly deprecated: boolean; readonly repository: string; readonly origin: "builtin" | "platform" | "custom" })[] }
export type ChartText = { readonly name: string; readonly version: string; readonly appVersion: string; readonly text: string }
export type ChartImages = { readonly name: string; readonly version: string; readonly appVersion: string; readonly images: readonly ({ readonly image: string; readonly reference: string; readonly certainty: "certain" | "with" | "maybe"; readonly places: readonly ({ readonly kind: string; readonly name: string; readonly field: string; readonly container?: string; readonly moment?: string })[] })[]; readonly notices: readonly (string)[] }
export type Graph = { readonly nodes: readonly ({ readonly id: string; readonly kind: string; readonly namespace: string; readonly name: string; readonly state: "ready" | "disabled" | "suspended" | "working" | "waiting" | "stalled" | "unknown" | "missing"; readonly version: string; readonly message: string; readonly waitingFor: readonly (string)[] })[]; readonly edges: readonly ({ readonly from: string; readonly to: string; readonly is: "makes" | "needs" | "chooses" | "fetches" | "runs-on"; readonly version: string })[]; readonly denied: readonly (DeniedRight)[] }
export type DeniedRight = { readonly verb: string; readonly group: string; readonly resource: string; readonly namespace: string }
export type SearchHit = { readonly noun: string; readonly namespace: string; readonly name: string; readonly title: string; readonly summary: string; readonly path: string }
export type SearchResult = { readonly items: readonly (SearchHit)[]; readonly total: number; readonly counts: Readonly<Record<string, number>>; readonly denied: readonly (DeniedRight)[]; readonly notices: readonly (string)[] }
export type Run = { readonly id: string; readonly action: string; readonly noun: string; readonly namespace: string; readonly name: string; readonly user: string; readonly started: string; readonly state: "running" | "succeeded" | "failed" | "cancelled" | "interrupted"; readonly message: string; readonly ended?: string; readonly result?: unknown; readonly events?: string }
export type RunEvent = { readonly id: string; readonly event: "step" | "object" | "cause" | "warning" | "ended" | "reset"; readonly data: string }
export type Site = { readonly name: string; readonly cluster: string; readonly progress: "Unknown" | "Doing" | "Success" | "Failed" | "Retrying"; readonly percent: number; readonly secondsLeft: number; readonly done: number; readonly total: number; readonly at: string; readonly message: string }
export type SiteStep = { readonly step: string; readonly status: "True" | "False" | "Unknown"; readonly reason: "Done" | "Skipped" | "Delegated" | "Waiting" | "Failed"; readonly message: string; readonly since?: string; readonly seconds?: number; readonly failures?: number }
export type SiteOperation = { readonly operation: string; readonly conditions: readonly (SiteStep)[] }
export type SiteDetail = { readonly name: string; readonly cluster: string; readonly progress: "Unknown" | "Doing" | "Success" | "Failed" | "Retrying"; readonly percent: number; readonly secondsLeft: number; readonly done: number; readonly total: number; readonly at: string; readonly message: string; readonly steps: readonly (SiteStep)[]; readonly operations: readonly (SiteOperation)[] }
export type SiteProgress = { readonly name: string; readonly cluster: string; readonly progress: "Unknown" | "Doing" | "Success" | "Failed" | "Retrying"; readonly percent: number; readonly secondsLeft: number; readonly done: number; readonly total: number; readonly at: string; readonly message: string; readonly log: readonly (string)[] }
export type AuditEntry = { readonly sequence: number; readonly time: string; readonly user: string; readonly from: string; readonly operation: string; readonly target: Readonly<Record<string, string>>; readonly dryRun: boolean; readonly status: number; readonly reason?: string; readonly forwardedFor?: string }
export type EventAbout = { readonly id: string; readonly type: string; readonly reason: string; readonly message: string; readonly count: number; readonly firstSeen: string; readonly lastSeen: string; readonly reportedBy: string; readonly kind: string; readonly namespace: string; readonly name: string; readonly ours: boolean }
export type Plan = { readonly verb: "install" | "upgrade" | "rollback" | "uninstall"; readonly namespace: string; readonly name: string; readonly summary: Readonly<Record<string, number>>; readonly objects: readonly (PlannedObject)[]; readonly hooks: readonly (PlannedHook)[]; readonly images: { readonly added: readonly (string)[]; readonly removed: readonly (string)[]; readonly moved: readonly ({ readonly from: string; readonly to: string })[] }; readonly documents: readonly ({ readonly url: string; readonly digest: string })[]; readonly missingPermissions: readonly (DeniedRight)[]; readonly warnings: readonly (string)[]; readonly blocked: boolean; readonly changes: boolean; readonly newRevision: boolean }
export type PlannedObject = { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly action: "create" | "change" | "unchanged" | "adopt" | "prune" | "keep" | "gone"; readonly ownership: "absent" | "ours" | "adoptable" | "foreign"; readonly source: string; readonly changes: readonly (FieldChange)[]; readonly problems: readonly (PlanProblem)[]; readonly namespace?: string }
export type PlanProblem = { readonly is: string; readonly message: string; readonly blocking: boolean }
export type PlannedHook = { readonly event: string; readonly apiVersion: string; readonly kind: string; readonly name: string; readonly source: string; readonly weight: number; readonly deletePolicies: readonly (string)[]; readonly namespace?: string }
export type ValueLayers = { readonly layers: readonly ({ readonly is: "default" | "ConfigMap" | "Secret" | "inline"; readonly name: string; readonly obstacle: string; readonly values: unknown })[]; readonly values: Readonly<Record<string, unknown>>; readonly blame: readonly ({ readonly path: string; readonly value: unknown; readonly layer: string })[]; readonly isComplete: boolean }
export type Explanation = { readonly documents?: readonly (Readonly<Record<string, unknown>>)[]; readonly unused?: readonly (Readonly<Record<string, unknown>>)[]; readonly lines?: Readonly<Record<string, unknown>> }
export type Preview = { readonly kubernetes: string; readonly apiVersions: readonly (string)[]; readonly clusterScoped: readonly (string)[]; readonly release: { readonly namespace: string; readonly name: string; readonly revision: number; readonly isUpgrade: boolean }; readonly layers: readonly ({ readonly is: "profile" | "reference"; readonly name: string; readonly values: Readonly<Record<string, unknown>> })[]; readonly document: string; readonly facts: { readonly cluster: Readonly<Record<string, unknown>>; readonly global: Readonly<Record<string, unknown>> }; readonly live: readonly ({ readonly id: { readonly apiVersion: string; readonly kind: string; readonly namespace: string; readonly name: string }; readonly object?: Readonly<Record<string, unknown>> })[]; readonly notices: readonly (string)[]; readonly archive?: string }
export type ClusterExtension = { readonly extension: string; readonly displayName: string; readonly category: string; readonly description: string; readonly instances: readonly ({ readonly namespace: string; readonly name: string; readonly enabled: boolean; readonly version: string; readonly available: string; readonly ready: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string })[] }
export type ClusterAddon = { readonly namespace: string; readonly name: string; readonly enabled: boolean; readonly chart: string; readonly version: string; readonly release: string; readonly instance: string; readonly ready: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string }
export type ConnectionTest = { readonly reachable: boolean; readonly took: number; readonly version?: string; readonly nodes?: number; readonly kubelets?: readonly (string)[]; readonly message?: string }
export type PluginSpec = { readonly enabled?: boolean; readonly kind?: "helm" | "template" | "manifests" | "kustomize"; readonly repo?: string; readonly name?: string; readonly version?: string; readonly path?: string; readonly targetNamespace?: string; readonly releaseName?: string; readonly values?: Readonly<Record<string, unknown>>; readonly valuesText?: string; readonly valuesFrom?: readonly ({ readonly kind: "ConfigMap" | "Secret"; readonly name: string; readonly key?: string; readonly prefix?: string; readonly optional?: boolean })[]; readonly dependsOn?: readonly ({ readonly plugin?: string; readonly version?: string; readonly apiVersion?: string; readonly kind?: string; readonly name?: string; readonly namespace?: string; readonly condition?: string })[]; readonly cluster?: string; readonly serviceAccountName?: string; readonly interval?: string; readonly timeout?: string; readonly suspend?: boolean; readonly drift?: { readonly mode?: "off" | "warn" | "correct"; readonly ignore?: readonly ({ readonly target?: { readonly group?: string; readonly version?: string; readonly kind?: string; readonly name?: string; readonly namespace?: string; readonly labelSelector?: string; readonly annotationSelector?: string }; readonly paths: readonly (string)[] })[] }; readonly crds?: "skip" | "create" | "upgrade"; readonly onFailure?: "rollback" | "stay"; readonly conflicts?: "fail" | "take" | "yield"; readonly patches?: readonly ({ readonly target?: { readonly group?: string; readonly version?: string; readonly kind?: string; readonly name?: string; readonly namespace?: string; readonly labelSelector?: string; readonly annotationSelector?: string }; readonly patch: string })[]; readonly images?: { readonly registry?: string; readonly map?: Readonly<Record<string, string>>; readonly pullSecrets?: readonly (string)[]; readonly foreign?: "allow" | "warn" | "refuse"; readonly digests?: "keep" | "lookup"; readonly table?: string; readonly lock?: readonly (string)[] }; readonly globals?: boolean; readonly skipSchemaValidation?: boolean; readonly pin?: number; readonly adopt?: readonly ({ readonly release?: string; readonly apiVersion?: string; readonly kind?: string; readonly name?: string; readonly namespace?: string })[]; readonly maintenance?: { readonly timeZone?: string; readonly windows?: readonly ({ readonly action?: "allow" | "deny"; readonly days?: readonly ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[]; readonly from?: string; readonly to?: string; readonly firstDate?: string; readonly lastDate?: string })[] }; readonly retry?: { readonly limit?: number }; readonly deletion?: "uninstall" | "orphan" }
export type Plugin = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Plugin"; readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string; readonly uid?: string; readonly generation?: number; readonly creationTimestamp?: string; readonly deletionTimestamp?: string; readonly deletionGracePeriodSeconds?: number; readonly generateName?: string; readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>>; readonly finalizers?: readonly (string)[]; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] }; readonly spec: PluginSpec; readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly ({ readonly type: string; readonly status: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string; readonly lastTransitionTime: string; readonly observedGeneration?: number })[]; readonly revision?: number; readonly version?: string; readonly appVersion?: string; readonly releaseName?: string; readonly targetNamespace?: string; readonly source?: string; readonly digest?: string; readonly inputs?: string; readonly observedValues?: string; readonly observedKubernetes?: string; readonly attempted?: string; readonly failures?: number; readonly retried?: string; readonly waitingFor?: readonly (string)[]; readonly objects?: number; readonly kinds?: readonly (string)[]; readonly applied?: string; readonly looked?: string; readonly drift?: readonly (string)[]; readonly takenOver?: number; readonly leftAlone?: readonly (string)[]; readonly foreignImages?: readonly (string)[]; readonly changedAt?: string; readonly lastDuration?: number } }
export type PluginToWrite = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Plugin"; readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string | null; readonly uid?: string | null; readonly generation?: number | null; readonly creationTimestamp?: string | null; readonly deletionTimestamp?: string | null; readonly deletionGracePeriodSeconds?: number | null; readonly generateName?: string | null; readonly labels?: Readonly<Record<string, string>> | null; readonly annotations?: Readonly<Record<string, string>> | null; readonly finalizers?: readonly (string)[] | null; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] | null }; readonly spec: PluginSpec; readonly status?: Readonly<Record<string, unknown>> }
export type RepositorySpec = { readonly url: string; readonly type?: "http" | "oci" | "git" | "folder"; readonly charts?: readonly (string)[]; readonly priority?: number; readonly interval?: string; readonly credentials?: { readonly secretName: string }; readonly tls?: { readonly caSecretName?: string; readonly insecureSkipVerify?: boolean }; readonly visibility?: "public" | "private"; readonly allowedNamespaces?: readonly (string)[]; readonly origin?: "builtin" | "platform" | "custom"; readonly mirror?: { readonly to: { readonly images?: string; readonly charts?: string }; readonly charts?: readonly ({ readonly name: string; readonly versions?: readonly (string)[]; readonly latest?: number; readonly images?: "could-run" | "certain" | "all" | "none" })[]; readonly images?: readonly (string)[]; readonly map?: Readonly<Record<string, string>>; readonly table?: string; readonly platforms?: readonly (string)[]; readonly signatures?: boolean; readonly interval?: string; readonly credentials?: { readonly secretName: string }; readonly tls?: { readonly caSecretName?: string; readonly insecureSkipVerify?: boolean } }; readonly suspend?: boolean }
export type Repository = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Repository"; readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string; readonly uid?: string; readonly generation?: number; readonly creationTimestamp?: string; readonly deletionTimestamp?: string; readonly deletionGracePeriodSeconds?: number; readonly generateName?: string; readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>>; readonly finalizers?: readonly (string)[]; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] }; readonly spec: RepositorySpec; readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly ({ readonly type: string; readonly status: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string; readonly lastTransitionTime: string; readonly observedGeneration?: number })[]; readonly refreshedAt?: string; readonly digest?: string; readonly charts?: number; readonly versions?: number; readonly origin?: string; readonly retried?: string; readonly mirror?: { readonly at?: string; readonly inputs?: string; readonly charts?: number; readonly images?: number; readonly copied?: number; readonly bytes?: number; readonly lock?: string } } }
export type RepositoryToWrite = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Repository"; readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string | null; readonly uid?: string | null; readonly generation?: number | null; readonly creationTimestamp?: string | null; readonly deletionTimestamp?: string | null; readonly deletionGracePeriodSeconds?: number | null; readonly generateName?: string | null; readonly labels?: Readonly<Record<string, string>> | null; readonly annotations?: Readonly<Record<string, string>> | null; readonly finalizers?: readonly (string)[] | null; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] | null }; readonly spec: RepositorySpec; readonly status?: Readonly<Record<string, unknown>> }
export type ExtensionSpec = { readonly displayName?: string; readonly description?: string; readonly category?: string; readonly logo?: string; readonly links?: readonly ({ readonly name: string; readonly url: string })[]; readonly visibility?: { readonly namespaces?: readonly (string)[]; readonly namespaceLabels?: Readonly<Record<string, string>> }; readonly dependsOn?: readonly ({ readonly extension: string; readonly version?: string })[]; readonly parameters?: Readonly<Record<string, unknown>>; readonly defaults?: { readonly targetNamespace?: string; readonly releaseName?: string }; readonly sources?: readonly ({ readonly version?: string; readonly kubernetes?: unknown; readonly appVersion?: string; readonly tag?: string; readonly kind?: "helm" | "template" | "manifests" | "kustomize"; readonly repo: unknown; readonly name?: string; readonly chartVersion?: string; readonly path?: string; readonly values?: string; readonly skipSchemaValidation?: boolean; readonly retirement?: "keep" | "upgrade" | "uninstall" })[]; readonly retirement?: "keep" | "upgrade" | "uninstall"; readonly interval?: string }
export type Extension = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Extension"; readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion?: string; readonly uid?: string; readonly generation?: number; readonly creationTimestamp?: string; readonly deletionTimestamp?: string; readonly deletionGracePeriodSeconds?: number; readonly generateName?: string; readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>>; readonly finalizers?: readonly (string)[]; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] }; readonly spec: ExtensionSpec; readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly ({ readonly type: string; readonly status: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string; readonly lastTransitionTime: string; readonly observedGeneration?: number })[]; readonly versions?: readonly (string)[]; readonly instances?: number; readonly usage?: readonly ({ readonly source: string; readonly instances: number })[] } }
export type ExtensionToWrite = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Extension"; readonly metadata: { readonly name: string; readonly namespace?: string | null; readonly resourceVersion?: string | null; readonly uid?: string | null; readonly generation?: number | null; readonly creationTimestamp?: string | null; readonly deletionTimestamp?: string | null; readonly deletionGracePeriodSeconds?: number | null; readonly generateName?: string | null; readonly labels?: Readonly<Record<string, string>> | null; readonly annotations?: Readonly<Record<string, string>> | null; readonly finalizers?: readonly (string)[] | null; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] | null }; readonly spec: ExtensionSpec; readonly status?: Readonly<Record<string, unknown>> }
export type ExtensionInstanceSpec = { readonly extension: string; readonly version?: string; readonly parameters?: Readonly<Record<string, unknown>>; readonly parametersText?: string; readonly parametersFrom?: readonly ({ readonly kind: "ConfigMap" | "Secret"; readonly name: string; readonly key?: string; readonly prefix?: string; readonly optional?: boolean })[]; readonly enabled?: boolean; readonly cluster?: string; readonly targetNamespace?: string; readonly upgrade?: "auto" | "manual"; readonly dependencies?: "wait" | "install" }
export type ExtensionInstance = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "ExtensionInstance"; readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string; readonly uid?: string; readonly generation?: number; readonly creationTimestamp?: string; readonly deletionTimestamp?: string; readonly deletionGracePeriodSeconds?: number; readonly generateName?: string; readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>>; readonly finalizers?: readonly (string)[]; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] }; readonly spec: ExtensionInstanceSpec; readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly ({ readonly type: string; readonly status: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string; readonly lastTransitionTime: string; readonly observedGeneration?: number })[]; readonly plugin?: string; readonly version?: string; readonly retired?: string; readonly appVersion?: string; readonly source?: string; readonly digest?: string; readonly kubernetes?: string; readonly preparedFor?: string; readonly appliedGeneration?: number; readonly available?: string; readonly waitingFor?: readonly (string)[]; readonly lookedAt?: string; readonly retried?: string } }
export type ExtensionInstanceToWrite = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "ExtensionInstance"; readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string | null; readonly uid?: string | null; readonly generation?: number | null; readonly creationTimestamp?: string | null; readonly deletionTimestamp?: string | null; readonly deletionGracePeriodSeconds?: number | null; readonly generateName?: string | null; readonly labels?: Readonly<Record<string, string>> | null; readonly annotations?: Readonly<Record<string, string>> | null; readonly finalizers?: readonly (string)[] | null; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] | null }; readonly spec: ExtensionInstanceSpec; readonly status?: Readonly<Record<string, unknown>> }
export type ProfileSpec = { readonly clusterSelector?: { readonly matchLabels?: Readonly<Record<string, string>>; readonly matchExpressions?: readonly ({ readonly key: string; readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist"; readonly values?: readonly (string)[] })[] }; readonly priority?: number; readonly extensions?: readonly ({ readonly extension: string; readonly mode?: "initial" | "default" | "enforced"; readonly name?: string; readonly version?: string; readonly parameters?: Readonly<Record<string, unknown>>; readonly parametersText?: string; readonly targetNamespace?: string })[]; readonly values?: Readonly<Record<string, unknown>>; readonly images?: { readonly registry?: string; readonly map?: Readonly<Record<string, string>>; readonly pullSecrets?: readonly (string)[]; readonly foreign?: "allow" | "warn" | "refuse"; readonly digests?: "keep" | "lookup"; readonly table?: string }; readonly maintenance?: { readonly timeZone?: string; readonly windows?: readonly ({ readonly action?: "allow" | "deny"; readonly days?: readonly ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[]; readonly from?: string; readonly to?: string; readonly firstDate?: string; readonly lastDate?: string })[] } }
export type Profile = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Profile"; readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion?: string; readonly uid?: string; readonly generation?: number; readonly creationTimestamp?: string; readonly deletionTimestamp?: string; readonly deletionGracePeriodSeconds?: number; readonly generateName?: string; readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>>; readonly finalizers?: readonly (string)[]; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] }; readonly spec: ProfileSpec; readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly ({ readonly type: string; readonly status: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string; readonly lastTransitionTime: string; readonly observedGeneration?: number })[]; readonly clusters?: readonly (string)[] } }
export type ProfileToWrite = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Profile"; readonly metadata: { readonly name: string; readonly namespace?: string | null; readonly resourceVersion?: string | null; readonly uid?: string | null; readonly generation?: number | null; readonly creationTimestamp?: string | null; readonly deletionTimestamp?: string | null; readonly deletionGracePeriodSeconds?: number | null; readonly generateName?: string | null; readonly labels?: Readonly<Record<string, string>> | null; readonly annotations?: Readonly<Record<string, string>> | null; readonly finalizers?: readonly (string)[] | null; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] | null }; readonly spec: ProfileSpec; readonly status?: Readonly<Record<string, unknown>> }
export type ClusterSpec = { readonly kubeconfig?: { readonly secretName: string; readonly key?: string }; readonly inCluster?: boolean; readonly namespace?: string; readonly allowedNamespaces?: readonly (string)[]; readonly targetVersion?: string; readonly provider?: string; readonly version?: string; readonly endpoint?: string; readonly podSubnet?: string; readonly serviceSubnet?: string; readonly machines?: readonly ({ readonly ip: string; readonly port?: number; readonly username?: string; readonly secretName?: string; readonly role?: "control-plane" | "worker"; readonly name?: string; readonly hostKey?: string; readonly labels?: Readonly<Record<string, string>> })[]; readonly imageRepository?: string; readonly dockerExtraArgs?: Readonly<Record<string, string>>; readonly kubeletExtraArgs?: Readonly<Record<string, string>>; readonly apiServerExtraArgs?: Readonly<Record<string, string>>; readonly controllerManagerExtraArgs?: Readonly<Record<string, string>>; readonly schedulerExtraArgs?: Readonly<Record<string, string>>; readonly etcd?: { readonly local?: { readonly dataDir?: string; readonly extraArgs?: Readonly<Record<string, string>>; readonly serverCertSANs?: readonly (string)[]; readonly peerCertSANs?: readonly (string)[] }; readonly external?: { readonly endpoints?: readonly (string)[]; readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string } }; readonly maintenance?: { readonly timeZone?: string; readonly windows?: readonly ({ readonly action?: "allow" | "deny"; readonly days?: readonly ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun")[]; readonly from?: string; readonly to?: string; readonly firstDate?: string; readonly lastDate?: string })[] }; readonly features?: { readonly skipConditions?: readonly (string)[]; readonly delegateConditions?: readonly (string)[]; readonly disablePassThrough?: boolean; readonly files?: readonly ({ readonly src: string; readonly dst: string; readonly mode?: string })[]; readonly hooks?: Readonly<Record<string, string>> } }
export type Cluster = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Cluster"; readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion?: string; readonly uid?: string; readonly generation?: number; readonly creationTimestamp?: string; readonly deletionTimestamp?: string; readonly deletionGracePeriodSeconds?: number; readonly generateName?: string; readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>>; readonly finalizers?: readonly (string)[]; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] }; readonly spec: ClusterSpec; readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly ({ readonly type: string; readonly status: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string; readonly lastTransitionTime: string; readonly observedGeneration?: number })[]; readonly phase?: "Pending" | "Running" | "Upgrading" | "Failed" | "Terminating"; readonly delegated?: readonly ({ readonly condition: string; readonly since?: string; readonly until?: string })[]; readonly operation?: { readonly name: "create" | "upgrade" | "scaleDown" | "delete"; readonly state: "Running" | "Waiting" | "Done" | "Failed"; readonly condition?: string; readonly message?: string; readonly retried?: string }; readonly machines?: readonly ({ readonly ip: string; readonly name?: string; readonly role?: string })[]; readonly version?: string; readonly versionSince?: string; readonly nodes?: number; readonly oldestKubelet?: string; readonly removed?: readonly ({ readonly extension: string; readonly profile?: string })[]; readonly initial?: readonly (string)[]; readonly installed?: readonly ({ readonly plugin: string; readonly version?: string; readonly ready?: boolean })[] } }
export type ClusterToWrite = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Cluster"; readonly metadata: { readonly name: string; readonly namespace?: string | null; readonly resourceVersion?: string | null; readonly uid?: string | null; readonly generation?: number | null; readonly creationTimestamp?: string | null; readonly deletionTimestamp?: string | null; readonly deletionGracePeriodSeconds?: number | null; readonly generateName?: string | null; readonly labels?: Readonly<Record<string, string>> | null; readonly annotations?: Readonly<Record<string, string>> | null; readonly finalizers?: readonly (string)[] | null; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] | null }; readonly spec: ClusterSpec; readonly status?: Readonly<Record<string, unknown>> }
export type ExpansionSpec = { readonly package: string; readonly registry?: string; readonly charts?: string; readonly secretName?: string; readonly values?: { readonly global?: Readonly<Record<string, unknown>>; readonly charts?: Readonly<Record<string, Readonly<Record<string, unknown>>>> }; readonly facts?: Readonly<Record<string, string>>; readonly disablePassThrough?: boolean; readonly suspend?: boolean; readonly passThrough?: boolean }
export type Expansion = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Expansion"; readonly metadata: { readonly name: string; readonly namespace?: string; readonly resourceVersion?: string; readonly uid?: string; readonly generation?: number; readonly creationTimestamp?: string; readonly deletionTimestamp?: string; readonly deletionGracePeriodSeconds?: number; readonly generateName?: string; readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>>; readonly finalizers?: readonly (string)[]; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] }; readonly spec: ExpansionSpec; readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly ({ readonly type: string; readonly status: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string; readonly lastTransitionTime: string; readonly observedGeneration?: number })[]; readonly digest?: string; readonly inputs?: string; readonly version?: string; readonly steps?: readonly ({ readonly name: string; readonly state: "Waiting" | "Running" | "Done" | "Failed" | "Skipped"; readonly message?: string })[]; readonly bytes?: number; readonly totalBytes?: number; readonly clusters?: readonly ({ readonly name: string; readonly state: "Passed" | "OptedOut"; readonly waiting?: readonly (string)[] })[]; readonly retried?: string } }
export type ExpansionToWrite = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Expansion"; readonly metadata: { readonly name: string; readonly namespace?: string | null; readonly resourceVersion?: string | null; readonly uid?: string | null; readonly generation?: number | null; readonly creationTimestamp?: string | null; readonly deletionTimestamp?: string | null; readonly deletionGracePeriodSeconds?: number | null; readonly generateName?: string | null; readonly labels?: Readonly<Record<string, string>> | null; readonly annotations?: Readonly<Record<string, string>> | null; readonly finalizers?: readonly (string)[] | null; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] | null }; readonly spec: ExpansionSpec; readonly status?: Readonly<Record<string, unknown>> }
export type NotificationSpec = { readonly type?: "webhook" | "slack" | "cloudevents"; readonly url?: string; readonly secretName?: string; readonly severity?: "warning" | "all"; readonly reasons?: readonly (string)[]; readonly kinds?: readonly ("Plugin" | "ExtensionInstance" | "Extension" | "Profile" | "Cluster" | "Repository")[]; readonly namespaces?: readonly (string)[]; readonly suspend?: boolean }
export type Notification = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Notification"; readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string; readonly uid?: string; readonly generation?: number; readonly creationTimestamp?: string; readonly deletionTimestamp?: string; readonly deletionGracePeriodSeconds?: number; readonly generateName?: string; readonly labels?: Readonly<Record<string, string>>; readonly annotations?: Readonly<Record<string, string>>; readonly finalizers?: readonly (string)[]; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] }; readonly spec: NotificationSpec; readonly status?: { readonly observedGeneration?: number; readonly conditions?: readonly ({ readonly type: string; readonly status: "True" | "False" | "Unknown"; readonly reason: string; readonly message: string; readonly lastTransitionTime: string; readonly observedGeneration?: number })[]; readonly delivered?: number; readonly dropped?: number; readonly deliveredAt?: string } }
export type NotificationToWrite = { readonly apiVersion: "outrigger.dev/v1alpha1"; readonly kind: "Notification"; readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string | null; readonly uid?: string | null; readonly generation?: number | null; readonly creationTimestamp?: string | null; readonly deletionTimestamp?: string | null; readonly deletionGracePeriodSeconds?: number | null; readonly generateName?: string | null; readonly labels?: Readonly<Record<string, string>> | null; readonly annotations?: Readonly<Record<string, string>> | null; readonly finalizers?: readonly (string)[] | null; readonly ownerReferences?: readonly ({ readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string; readonly controller?: boolean; readonly blockOwnerDeletion?: boolean })[] | null }; readonly spec: NotificationSpec; readonly status?: Readonly<Record<string, unknown>> }
/** The parts and the answer of each operation. */
export interface Operations {
  /** Signs in with a token of the cluster or with the code of a sign-in link. */
  signIn: { body: { readonly token?: string; readonly code?: string }; answer: undefined }
  /** Signs out. */
  signOut: { query?: { everywhere?: boolean }; answer: undefined }
  /** Signs in with a link of the terminal, and leads to the page. */
  followSignInLink: { query: { code: string }; answer: undefined }
  /** Makes a link that signs you in to the page once, for those whom a token or a certificate signs in. */
  createSignInLink: { answer: SignInLink }
  /** Tells who is signed in. */
  getMe: { answer: Me }
  /** Tells how one can sign in here. */
  listSignInMethods: { answer: SignInMethods }
  /** Sends the browser to the OpenID provider. */
  beginOidcSignIn: { query?: { returnTo?: string }; answer: undefined }
  /** Takes the answer of the OpenID provider, and leads to the page. */
  finishOidcSignIn: { answer: undefined }
  /** Tells what you may do in a namespace. */
  getRights: { query: { namespace: string; cluster?: string }; answer: Rights }
  /** Lists plugins. */
  listPlugins: { query?: { namespace?: string; search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "age" | "-age" | "ready" | "-ready" | "reason" | "-reason"; limit?: number; continue?: string; ready?: "True" | "False" | "Unknown"; reason?: string; labelSelector?: string }; answer: { readonly items: readonly (Plugin)[]; readonly total: number; readonly continue?: string } }
  /** Creates a plugin. */
  createPlugin: { query?: { dryRun?: boolean }; body: PluginToWrite; answer: Plugin }
  /** Gives one plugin. */
  getPlugin: { path: { namespace: string; name: string }; answer: Plugin }
  /** Replaces a plugin. */
  replacePlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: PluginToWrite; answer: Plugin }
  /** Deletes a plugin. */
  deletePlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: undefined }
  /** Lists the events about a plugin. */
  listPluginEvents: { path: { namespace: string; name: string }; query?: { search?: string; sort?: "lastSeen" | "-lastSeen" | "type" | "-type" | "reason" | "-reason"; limit?: number; continue?: string }; answer: { readonly items: readonly (Event)[]; readonly total: number; readonly continue?: string } }
  /** Lists repositories. */
  listRepositories: { query?: { namespace?: string; search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "age" | "-age" | "ready" | "-ready" | "reason" | "-reason"; limit?: number; continue?: string; ready?: "True" | "False" | "Unknown"; reason?: string; labelSelector?: string }; answer: { readonly items: readonly (Repository)[]; readonly total: number; readonly continue?: string } }
  /** Creates a repository. */
  createRepository: { query?: { dryRun?: boolean }; body: RepositoryToWrite; answer: Repository }
  /** Gives one repository. */
  getRepository: { path: { namespace: string; name: string }; answer: Repository }
  /** Replaces a repository. */
  replaceRepository: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: RepositoryToWrite; answer: Repository }
  /** Deletes a repository. */
  deleteRepository: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: undefined }
  /** Lists the events about a repository. */
  listRepositoryEvents: { path: { namespace: string; name: string }; query?: { search?: string; sort?: "lastSeen" | "-lastSeen" | "type" | "-type" | "reason" | "-reason"; limit?: number; continue?: string }; answer: { readonly items: readonly (Event)[]; readonly total: number; readonly continue?: string } }
  /** Lists extensions. */
  listExtensions: { query?: { usableIn?: string; search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "age" | "-age" | "ready" | "-ready" | "reason" | "-reason"; limit?: number; continue?: string; ready?: "True" | "False" | "Unknown"; reason?: string; labelSelector?: string }; answer: { readonly items: readonly (Extension)[]; readonly total: number; readonly continue?: string } }
  /** Creates an extension. */
  createExtension: { query?: { dryRun?: boolean }; body: ExtensionToWrite; answer: Extension }
  /** Gives one extension. */
  getExtension: { path: { name: string }; answer: Extension }
  /** Replaces an extension. */
  replaceExtension: { path: { name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: ExtensionToWrite; answer: Extension }
  /** Deletes an extension. */
  deleteExtension: { path: { name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: undefined }
  /** Lists the events about an extension. */
  listExtensionEvents: { path: { name: string }; query?: { search?: string; sort?: "lastSeen" | "-lastSeen" | "type" | "-type" | "reason" | "-reason"; limit?: number; continue?: string }; answer: { readonly items: readonly (Event)[]; readonly total: number; readonly continue?: string } }
  /** Lists instances. */
  listInstances: { query?: { namespace?: string; search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "age" | "-age" | "ready" | "-ready" | "reason" | "-reason"; limit?: number; continue?: string; ready?: "True" | "False" | "Unknown"; reason?: string; labelSelector?: string }; answer: { readonly items: readonly (ExtensionInstance)[]; readonly total: number; readonly continue?: string } }
  /** Creates an instance. */
  createInstance: { query?: { dryRun?: boolean }; body: ExtensionInstanceToWrite; answer: ExtensionInstance }
  /** Gives one instance. */
  getInstance: { path: { namespace: string; name: string }; answer: ExtensionInstance }
  /** Replaces an instance. */
  replaceInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: ExtensionInstanceToWrite; answer: ExtensionInstance }
  /** Deletes an instance. */
  deleteInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: undefined }
  /** Lists the events about an instance. */
  listInstanceEvents: { path: { namespace: string; name: string }; query?: { search?: string; sort?: "lastSeen" | "-lastSeen" | "type" | "-type" | "reason" | "-reason"; limit?: number; continue?: string }; answer: { readonly items: readonly (Event)[]; readonly total: number; readonly continue?: string } }
  /** Lists profiles. */
  listProfiles: { query?: { search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "age" | "-age" | "ready" | "-ready" | "reason" | "-reason"; limit?: number; continue?: string; ready?: "True" | "False" | "Unknown"; reason?: string; labelSelector?: string }; answer: { readonly items: readonly (Profile)[]; readonly total: number; readonly continue?: string } }
  /** Creates a profile. */
  createProfile: { query?: { dryRun?: boolean }; body: ProfileToWrite; answer: Profile }
  /** Gives one profile. */
  getProfile: { path: { name: string }; answer: Profile }
  /** Replaces a profile. */
  replaceProfile: { path: { name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: ProfileToWrite; answer: Profile }
  /** Deletes a profile. */
  deleteProfile: { path: { name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: undefined }
  /** Lists the events about a profile. */
  listProfileEvents: { path: { name: string }; query?: { search?: string; sort?: "lastSeen" | "-lastSeen" | "type" | "-type" | "reason" | "-reason"; limit?: number; continue?: string }; answer: { readonly items: readonly (Event)[]; readonly total: number; readonly continue?: string } }
  /** Lists clusters. */
  listClusters: { query?: { search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "age" | "-age" | "ready" | "-ready" | "reason" | "-reason"; limit?: number; continue?: string; ready?: "True" | "False" | "Unknown"; reason?: string; labelSelector?: string }; answer: { readonly items: readonly (Cluster)[]; readonly total: number; readonly continue?: string } }
  /** Creates a cluster. */
  createCluster: { query?: { dryRun?: boolean }; body: ClusterToWrite; answer: Cluster }
  /** Gives one cluster. */
  getCluster: { path: { name: string }; answer: Cluster }
  /** Replaces a cluster. */
  replaceCluster: { path: { name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: ClusterToWrite; answer: Cluster }
  /** Deletes a cluster. */
  deleteCluster: { path: { name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: undefined }
  /** Lists the events about a cluster. */
  listClusterEvents: { path: { name: string }; query?: { search?: string; sort?: "lastSeen" | "-lastSeen" | "type" | "-type" | "reason" | "-reason"; limit?: number; continue?: string }; answer: { readonly items: readonly (Event)[]; readonly total: number; readonly continue?: string } }
  /** Lists expansions. */
  listExpansions: { query?: { search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "age" | "-age" | "ready" | "-ready" | "reason" | "-reason"; limit?: number; continue?: string; ready?: "True" | "False" | "Unknown"; reason?: string; labelSelector?: string }; answer: { readonly items: readonly (Expansion)[]; readonly total: number; readonly continue?: string } }
  /** Creates an expansion. */
  createExpansion: { query?: { dryRun?: boolean }; body: ExpansionToWrite; answer: Expansion }
  /** Gives one expansion. */
  getExpansion: { path: { name: string }; answer: Expansion }
  /** Replaces an expansion. */
  replaceExpansion: { path: { name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: ExpansionToWrite; answer: Expansion }
  /** Deletes an expansion. */
  deleteExpansion: { path: { name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: undefined }
  /** Lists the events about an expansion. */
  listExpansionEvents: { path: { name: string }; query?: { search?: string; sort?: "lastSeen" | "-lastSeen" | "type" | "-type" | "reason" | "-reason"; limit?: number; continue?: string }; answer: { readonly items: readonly (Event)[]; readonly total: number; readonly continue?: string } }
  /** Lists notifications. */
  listNotifications: { query?: { namespace?: string; search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "age" | "-age" | "ready" | "-ready" | "reason" | "-reason"; limit?: number; continue?: string; ready?: "True" | "False" | "Unknown"; reason?: string; labelSelector?: string }; answer: { readonly items: readonly (Notification)[]; readonly total: number; readonly continue?: string } }
  /** Creates a notification. */
  createNotification: { query?: { dryRun?: boolean }; body: NotificationToWrite; answer: Notification }
  /** Gives one notification. */
  getNotification: { path: { namespace: string; name: string }; answer: Notification }
  /** Replaces a notification. */
  replaceNotification: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: NotificationToWrite; answer: Notification }
  /** Deletes a notification. */
  deleteNotification: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: undefined }
  /** Lists the events about a notification. */
  listNotificationEvents: { path: { namespace: string; name: string }; query?: { search?: string; sort?: "lastSeen" | "-lastSeen" | "type" | "-type" | "reason" | "-reason"; limit?: number; continue?: string }; answer: { readonly items: readonly (Event)[]; readonly total: number; readonly continue?: string } }
  /** Lists releases. */
  listReleases: { query?: { namespace?: string; search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "status" | "-status" | "recorded" | "-recorded"; limit?: number; continue?: string; status?: "unknown" | "deployed" | "uninstalled" | "superseded" | "failed" | "uninstalling" | "pending-install" | "pending-upgrade" | "pending-rollback"; cluster?: string }; answer: { readonly items: readonly (Release)[]; readonly total: number; readonly continue?: string } }
  /** Gives one release, or one of its revisions. */
  getRelease: { path: { namespace: string; name: string }; query?: { revision?: number; cluster?: string }; answer: Release }
  /** Lists the revisions of a release. */
  listReleaseHistory: { path: { namespace: string; name: string }; query?: { search?: string; sort?: "revision" | "-revision" | "status" | "-status" | "updated" | "-updated"; limit?: number; continue?: string; cluster?: string }; answer: { readonly items: readonly (ReleaseRevision)[]; readonly total: number; readonly continue?: string } }
  /** Gives the values of a release. */
  getReleaseValues: { path: { namespace: string; name: string }; query?: { revision?: number; all?: boolean; secrets?: "masked" | "shown"; cluster?: string }; answer: { readonly revision: number; readonly values: Readonly<Record<string, unknown>>; readonly text: string } }
  /** Gives the objects of a release as they were rendered. */
  getReleaseManifest: { path: { namespace: string; name: string }; query?: { revision?: number; secrets?: "masked" | "shown"; cluster?: string }; answer: { readonly revision: number; readonly objects: readonly ({ readonly object: Readonly<Record<string, unknown>>; readonly source: string; readonly isHook: boolean })[]; readonly text: string } }
  /** Gives the notes of a release. */
  getReleaseNotes: { path: { namespace: string; name: string }; query?: { revision?: number; cluster?: string }; answer: { readonly revision: number; readonly text: string } }
  /** Lists the objects of a release as they are on the cluster. */
  listReleaseObjects: { path: { namespace: string; name: string }; query?: { revision?: number; search?: string; sort?: "place" | "-place" | "kind" | "-kind" | "name" | "-name"; limit?: number; continue?: string; cluster?: string }; answer: { readonly items: readonly (ReleaseObject)[]; readonly total: number; readonly continue?: string } }
  /** Says how two revisions of a release differ. */
  diffRelease: { path: { namespace: string; name: string }; query?: { from?: number; to?: number; cluster?: string }; answer: RevisionDiff }
  /** Lists what others changed since the newest revision, and who they are. */
  getReleaseDrift: { path: { namespace: string; name: string }; query?: { search?: string; sort?: "place" | "-place" | "kind" | "-kind" | "name" | "-name"; limit?: number; continue?: string; cluster?: string }; answer: { readonly revision: number; readonly items: readonly (DriftedObject)[]; readonly total: number; readonly continue?: string } }
  /** Lists the charts of the catalogue. */
  listCharts: { query?: { namespace?: string; search?: string; sort?: "name" | "-name" | "category" | "-category" | "repository" | "-repository" | "created" | "-created"; limit?: number; continue?: string; origin?: "builtin" | "platform" | "custom"; category?: string; repository?: string; labels?: string; kubernetes?: string; prereleases?: boolean; deprecated?: boolean }; answer: { readonly items: readonly (Chart)[]; readonly total: number; readonly notices: readonly (string)[]; readonly continue?: string } }
  /** Gives a chart with all its versions. */
  getChart: { path: { namespace: string; repository: string; chart: string }; answer: Chart }
  /** Gives the README of a chart. */
  getChartReadme: { path: { namespace: string; repository: string; chart: string }; query?: { version?: string }; answer: ChartText }
  /** Gives a picture of the README of a chart, without anything that acts. */
  getChartReadmePicture: { path: { namespace: string; repository: string; chart: string; number: number }; query?: { version?: string }; answer: string }
  /** Gives the default values of a chart. */
  getChartValues: { path: { namespace: string; repository: string; chart: string }; query?: { version?: string }; answer: ChartText }
  /** Gives the schema of the values of a chart. */
  getChartSchema: { path: { namespace: string; repository: string; chart: string }; query?: { version?: string }; answer: ChartText }
  /** Gives the packaged chart. */
  getChartPackage: { path: { namespace: string; repository: string; chart: string }; query?: { version?: string }; answer: string }
  /** Gives the extension that a chart would make; nothing is created. */
  getChartExtension: { path: { namespace: string; repository: string; chart: string }; query?: { version?: string; also?: string }; answer: Extension }
  /** Lists the images of a chart. */
  listChartImages: { path: { namespace: string; repository: string; chart: string }; query?: { version?: string }; answer: ChartImages }
  /** Gives the logo of an extension as a picture without anything that acts. */
  getExtensionLogo: { path: { name: string }; answer: string }
  /** Gives the objects of the platform and how they belong together. */
  getGraph: { query?: { namespace?: string }; answer: Graph }
  /** Finds words in objects of every kind, releases and charts. */
  search: { query: { q: string; nouns?: string; limit?: number; namespace?: string }; answer: SearchResult }
  /** Gives the log of a container of a pod. */
  getPodLogs: { path: { namespace: string; name: string }; query?: { container?: string; tail?: number; since?: number; previous?: boolean; timestamps?: boolean; follow?: boolean; cluster?: string }; answer: string }
  /** Lists events. */
  listEvents: { query?: { namespace?: string; search?: string; sort?: "lastSeen" | "-lastSeen" | "reason" | "-reason" | "name" | "-name"; limit?: number; continue?: string; type?: "Normal" | "Warning"; ours?: boolean }; answer: { readonly items: readonly (EventAbout)[]; readonly total: number; readonly continue?: string } }
  /** Lists changes and sign-ins: who, what, from where, and what became of it. */
  listAudit: { query?: { search?: string; sort?: "time" | "-time" | "user" | "-user" | "operation" | "-operation"; limit?: number; continue?: string; user?: string; operation?: string }; answer: { readonly items: readonly (AuditEntry)[]; readonly total: number; readonly continue?: string } }
  /** Plans what is still to be done for a plugin, or what goes with it. */
  planPlugin: { path: { namespace: string; name: string }; query?: { verb?: "apply" | "uninstall" }; answer: Plan }
  /** Gives the layers of values of a plugin, and which layer sets each value. */
  getPluginValues: { path: { namespace: string; name: string }; query?: { secrets?: "masked" | "shown" }; answer: ValueLayers }
  /** Says which template lines and values make an object or a field of a plugin. */
  explainPlugin: { path: { namespace: string; name: string }; query?: { path?: string }; answer: Explanation }
  /** Plans what the operator would make of a plugin or an instance that is written like this. */
  makePlan: { body: { readonly kind: "Plugin" | "ExtensionInstance" }; answer: Plan }
  /** Gives what a plugin or an instance would be rendered from, for a page that renders. */
  openPreview: { body: { readonly kind: "Plugin" | "ExtensionInstance" }; answer: Preview }
  /** Lists every extension with what a cluster has of it. */
  listClusterExtensions: { path: { name: string }; query?: { namespace?: string; search?: string; sort?: "extension" | "-extension"; limit?: number; continue?: string }; answer: { readonly items: readonly (ClusterExtension)[]; readonly total: number; readonly denied: readonly (DeniedRight)[]; readonly continue?: string } }
  /** Lists the plugins on a cluster. */
  listClusterAddons: { path: { name: string }; query?: { namespace?: string; search?: string; sort?: "name" | "-name" | "namespace" | "-namespace" | "ready" | "-ready"; limit?: number; continue?: string }; answer: { readonly items: readonly (ClusterAddon)[]; readonly total: number; readonly denied: readonly (DeniedRight)[]; readonly continue?: string } }
  /** Tries to reach a cluster. */
  testCluster: { path: { name: string }; answer: ConnectionTest }
  /** Says what an upgrade of Kubernetes would mean for the extensions of a cluster. */
  rehearseCluster: { path: { name: string }; body: { readonly kubernetes: string }; answer: Run }
  /** Carries out what a rehearsal says of one phase, and waits until it is done. */
  upgradeClusterExtensions: { path: { name: string }; query?: { dryRun?: boolean }; body: { readonly phase: "before" | "after"; readonly kubernetes?: string; readonly skip?: readonly (string)[] }; answer: Run }
  /** Tries to reach the cluster of a kubeconfig; nothing is stored. */
  testKubeconfig: { body: { readonly kubeconfig: string }; answer: ConnectionTest }
  /** Tells the platform of a cluster by its kubeconfig, which is tried first. */
  registerCluster: { path: { name: string }; query?: { dryRun?: boolean }; body: { readonly kubeconfig: string; readonly labels?: Readonly<Record<string, string>>; readonly allowedNamespaces?: readonly (string)[]; readonly namespace?: string }; answer: Cluster }
  /** Enables a plugin. */
  enablePlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: Plugin | Run }
  /** Disables a plugin; what it keeps are its values. */
  disablePlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: Plugin | Run }
  /** Tries a plugin again now. */
  retryPlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: Plugin | Run }
  /** Suspends a plugin: nothing changes until it is resumed. */
  suspendPlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: Plugin | Run }
  /** Resumes a plugin. */
  resumePlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: Plugin | Run }
  /** Lets a plugin follow its spec again after a rollback. */
  unpinPlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: Plugin | Run }
  /** Makes an older revision of a plugin the newest again. */
  rollbackPlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: { readonly revision?: number; readonly how?: "pin" | "rewrite" }; answer: Plugin | Run }
  /** Creates a plugin, and follows it until it is ready. */
  installPlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: { readonly spec: PluginSpec }; answer: Plugin | Run }
  /** Changes fields of the spec of a plugin, and follows it until it is ready. */
  upgradePlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: { readonly spec: Readonly<Record<string, unknown>> }; answer: Plugin | Run }
  /** Lets a plugin take over objects, or a release, that are there already. */
  adoptPlugin: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: { readonly adopt: readonly (Readonly<Record<string, unknown>>)[] }; answer: Plugin | Run }
  /** Enables a repository. */
  enableRepository: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: Repository | Run }
  /** Disables a repository; what it keeps are its values. */
  disableRepository: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: Repository | Run }
  /** Tries a repository again now. */
  retryRepository: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: Repository | Run }
  /** Enables an instance. */
  enableInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: ExtensionInstance | Run }
  /** Disables an instance; what it keeps are its values. */
  disableInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: ExtensionInstance | Run }
  /** Tries an instance again now. */
  retryInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: ExtensionInstance | Run }
  /** Suspends an instance: nothing changes until it is resumed. */
  suspendInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: ExtensionInstance | Run }
  /** Resumes an instance. */
  resumeInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: ExtensionInstance | Run }
  /** Lets an instance follow its spec again after a rollback. */
  unpinInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; answer: ExtensionInstance | Run }
  /** Makes an older revision of an instance the newest again. */
  rollbackInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: { readonly revision?: number; readonly how?: "pin" | "rewrite" }; answer: ExtensionInstance | Run }
  /** Creates an instance, and follows it until it is ready. */
  installInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: { readonly spec: ExtensionInstanceSpec }; answer: ExtensionInstance | Run }
  /** Changes fields of the spec of an instance, and follows it until it is ready. */
  upgradeInstance: { path: { namespace: string; name: string }; query?: { dryRun?: boolean }; header?: { "if-match"?: string }; body: { readonly spec: Readonly<Record<string, unknown>> }; answer: ExtensionInstance | Run }
  /** Lists runs: your own, and those that you may see. */
  listRuns: { query?: { namespace?: string; search?: string; sort?: "started" | "-started" | "name" | "-name" | "action" | "-action" | "state" | "-state"; limit?: number; continue?: string; state?: "running" | "succeeded" | "failed" | "cancelled" | "interrupted" }; answer: { readonly items: readonly (Run)[]; readonly total: number; readonly continue?: string } }
  /** Gives a run, and what it found. */
  getRun: { path: { id: string }; answer: Run }
  /** Cancels a run of yours; what it changed so far stays. */
  cancelRun: { path: { id: string }; answer: Run }
  /** Streams the messages of a run as server-sent events. */
  streamRun: { path: { id: string }; header?: { "last-event-id"?: string }; answer: string | undefined }
  /** Lists installations of platforms on the machine of the server. */
  listSites: { query?: { search?: string; sort?: "name" | "-name" | "progress" | "-progress"; limit?: number; continue?: string; state?: "Unknown" | "Doing" | "Success" | "Failed" | "Retrying" }; answer: { readonly items: readonly (Site)[]; readonly total: number; readonly continue?: string } }
  /** Gives an installation with all steps, and the conditions of its cluster. */
  getSite: { path: { site: string }; answer: SiteDetail }
  /** Says how far an installation is, and what its installer said last. */
  getSiteProgress: { path: { site: string }; answer: SiteProgress }
  /** Begins an installation, or brings it to what its file says now. */
  installSite: { path: { site: string }; query?: { dryRun?: boolean }; answer: SiteDetail }
  /** Goes on with an installation where it stopped; what failed gets all attempts again. */
  retrySite: { path: { site: string }; query?: { dryRun?: boolean }; answer: SiteDetail }
  /** Streams the changes of objects as server-sent events. */
  streamChanges: { query: { kinds: string; namespace?: string }; header?: { "last-event-id"?: string }; answer: string }
  /** Gives the OpenAPI document of this API. */
  getOpenApi: { answer: Readonly<Record<string, unknown>> }
  /** Gives this API as a page for people. */
  getDocs: { answer: string }
  /** Gives the style of that page. */
  getDocsStyle: { answer: string }
}
/** The method and the path of each operation. */
export const operationPaths: { readonly [Name in keyof Operations]: readonly [string, string] } = {
  signIn: ['POST', '/api/v1/session'],
  signOut: ['DELETE', '/api/v1/session'],
  followSignInLink: ['GET', '/sign-in'],
  createSignInLink: ['POST', '/api/v1/sign-in-links'],
  getMe: ['GET', '/api/v1/me'],
  listSignInMethods: ['GET', '/api/v1/sign-in-methods'],
  beginOidcSignIn: ['GET', '/sign-in/oidc'],
  finishOidcSignIn: ['GET', '/sign-in/oidc/callback'],
  getRights: ['GET', '/api/v1/rights'],
  listPlugins: ['GET', '/api/v1/plugins'],
  createPlugin: ['POST', '/api/v1/plugins'],
  getPlugin: ['GET', '/api/v1/plugins/{namespace}/{name}'],
  replacePlugin: ['PUT', '/api/v1/plugins/{namespace}/{name}'],
  deletePlugin: ['DELETE', '/api/v1/plugins/{namespace}/{name}'],
  listPluginEvents: ['GET', '/api/v1/plugins/{namespace}/{name}/events'],
  listRepositories: ['GET', '/api/v1/repositories'],
  createRepository: ['POST', '/api/v1/repositories'],
  getRepository: ['GET', '/api/v1/repositories/{namespace}/{name}'],
  replaceRepository: ['PUT', '/api/v1/repositories/{namespace}/{name}'],
  deleteRepository: ['DELETE', '/api/v1/repositories/{namespace}/{name}'],
  listRepositoryEvents: ['GET', '/api/v1/repositories/{namespace}/{name}/events'],
  listExtensions: ['GET', '/api/v1/extensions'],
  createExtension: ['POST', '/api/v1/extensions'],
  getExtension: ['GET', '/api/v1/extensions/{name}'],
  replaceExtension: ['PUT', '/api/v1/extensions/{name}'],
  deleteExtension: ['DELETE', '/api/v1/extensions/{name}'],
  listExtensionEvents: ['GET', '/api/v1/extensions/{name}/events'],
  listInstances: ['GET', '/api/v1/instances'],
  createInstance: ['POST', '/api/v1/instances'],
  getInstance: ['GET', '/api/v1/instances/{namespace}/{name}'],
  replaceInstance: ['PUT', '/api/v1/instances/{namespace}/{name}'],
  deleteInstance: ['DELETE', '/api/v1/instances/{namespace}/{name}'],
  listInstanceEvents: ['GET', '/api/v1/instances/{namespace}/{name}/events'],
  listProfiles: ['GET', '/api/v1/profiles'],
  createProfile: ['POST', '/api/v1/profiles'],
  getProfile: ['GET', '/api/v1/profiles/{name}'],
  replaceProfile: ['PUT', '/api/v1/profiles/{name}'],
  deleteProfile: ['DELETE', '/api/v1/profiles/{name}'],
  listProfileEvents: ['GET', '/api/v1/profiles/{name}/events'],
  listClusters: ['GET', '/api/v1/clusters'],
  createCluster: ['POST', '/api/v1/clusters'],
  getCluster: ['GET', '/api/v1/clusters/{name}'],
  replaceCluster: ['PUT', '/api/v1/clusters/{name}'],
  deleteCluster: ['DELETE', '/api/v1/clusters/{name}'],
  listClusterEvents: ['GET', '/api/v1/clusters/{name}/events'],
  listExpansions: ['GET', '/api/v1/expansions'],
  createExpansion: ['POST', '/api/v1/expansions'],
  getExpansion: ['GET', '/api/v1/expansions/{name}'],
  replaceExpansion: ['PUT', '/api/v1/expansions/{name}'],
  deleteExpansion: ['DELETE', '/api/v1/expansions/{name}'],
  listExpansionEvents: ['GET', '/api/v1/expansions/{name}/events'],
  listNotifications: ['GET', '/api/v1/notifications'],
  createNotification: ['POST', '/api/v1/notifications'],
  getNotification: ['GET', '/api/v1/notifications/{namespace}/{name}'],
  replaceNotification: ['PUT', '/api/v1/notifications/{namespace}/{name}'],
  deleteNotification: ['DELETE', '/api/v1/notifications/{namespace}/{name}'],
  listNotificationEvents: ['GET', '/api/v1/notifications/{namespace}/{name}/events'],
  listReleases: ['GET', '/api/v1/releases'],
  getRelease: ['GET', '/api/v1/releases/{namespace}/{name}'],
  listReleaseHistory: ['GET', '/api/v1/releases/{namespace}/{name}/history'],
  getReleaseValues: ['GET', '/api/v1/releases/{namespace}/{name}/values'],
  getReleaseManifest: ['GET', '/api/v1/releases/{namespace}/{name}/manifest'],
  getReleaseNotes: ['GET', '/api/v1/releases/{namespace}/{name}/notes'],
  listReleaseObjects: ['GET', '/api/v1/releases/{namespace}/{name}/objects'],
  diffRelease: ['GET', '/api/v1/releases/{namespace}/{name}/diff'],
  getReleaseDrift: ['GET', '/api/v1/releases/{namespace}/{name}/drift'],
  listCharts: ['GET', '/api/v1/charts'],
  getChart: ['GET', '/api/v1/charts/{namespace}/{repository}/{chart}'],
  getChartReadme: ['GET', '/api/v1/charts/{namespace}/{repository}/{chart}/readme'],
  getChartReadmePicture: ['GET', '/api/v1/charts/{namespace}/{repository}/{chart}/readme/pictures/{number}'],
  getChartValues: ['GET', '/api/v1/charts/{namespace}/{repository}/{chart}/values'],
  getChartSchema: ['GET', '/api/v1/charts/{namespace}/{repository}/{chart}/schema'],
  getChartPackage: ['GET', '/api/v1/charts/{namespace}/{repository}/{chart}/package'],
  getChartExtension: ['GET', '/api/v1/charts/{namespace}/{repository}/{chart}/extension'],
  listChartImages: ['GET', '/api/v1/charts/{namespace}/{repository}/{chart}/images'],
  getExtensionLogo: ['GET', '/api/v1/extensions/{name}/logo'],
  getGraph: ['GET', '/api/v1/graph'],
  search: ['GET', '/api/v1/search'],
  getPodLogs: ['GET', '/api/v1/pods/{namespace}/{name}/logs'],
  listEvents: ['GET', '/api/v1/events'],
  listAudit: ['GET', '/api/v1/audit'],
  planPlugin: ['GET', '/api/v1/plugins/{namespace}/{name}/plan'],
  getPluginValues: ['GET', '/api/v1/plugins/{namespace}/{name}/values'],
  explainPlugin: ['GET', '/api/v1/plugins/{namespace}/{name}/explain'],
  makePlan: ['POST', '/api/v1/plans'],
  openPreview: ['POST', '/api/v1/previews'],
  listClusterExtensions: ['GET', '/api/v1/clusters/{name}/extensions'],
  listClusterAddons: ['GET', '/api/v1/clusters/{name}/addons'],
  testCluster: ['POST', '/api/v1/clusters/{name}/test'],
  rehearseCluster: ['POST', '/api/v1/clusters/{name}/rehearse'],
  upgradeClusterExtensions: ['POST', '/api/v1/clusters/{name}/upgrade-extensions'],
  testKubeconfig: ['POST', '/api/v1/kubeconfigs/test'],
  registerCluster: ['POST', '/api/v1/clusters/{name}/register'],
  enablePlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/enable'],
  disablePlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/disable'],
  retryPlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/retry'],
  suspendPlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/suspend'],
  resumePlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/resume'],
  unpinPlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/unpin'],
  rollbackPlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/rollback'],
  installPlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/install'],
  upgradePlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/upgrade'],
  adoptPlugin: ['POST', '/api/v1/plugins/{namespace}/{name}/adopt'],
  enableRepository: ['POST', '/api/v1/repositories/{namespace}/{name}/enable'],
  disableRepository: ['POST', '/api/v1/repositories/{namespace}/{name}/disable'],
  retryRepository: ['POST', '/api/v1/repositories/{namespace}/{name}/retry'],
  enableInstance: ['POST', '/api/v1/instances/{namespace}/{name}/enable'],
  disableInstance: ['POST', '/api/v1/instances/{namespace}/{name}/disable'],
  retryInstance: ['POST', '/api/v1/instances/{namespace}/{name}/retry'],
  suspendInstance: ['POST', '/api/v1/instances/{namespace}/{name}/suspend'],
  resumeInstance: ['POST', '/api/v1/instances/{namespace}/{name}/resume'],
  unpinInstance: ['POST', '/api/v1/instances/{namespace}/{name}/unpin'],
  rollbackInstance: ['POST', '/api/v1/instances/{namespace}/{name}/rollback'],
  installInstance: ['POST', '/api/v1/instances/{namespace}/{name}/install'],
  upgradeInstance: ['POST', '/api/v1/instances/{namespace}/{name}/upgrade'],
  listRuns: ['GET', '/api/v1/runs'],
  getRun: ['GET', '/api/v1/runs/{id}'],
  cancelRun: ['DELETE', '/api/v1/runs/{id}'],
  streamRun: ['GET', '/api/v1/runs/{id}/events'],
  listSites: ['GET', '/api/v1/sites'],
  getSite: ['GET', '/api/v1/sites/{site}'],
  getSiteProgress: ['GET', '/api/v1/sites/{site}/progress'],
  installSite: ['POST', '/api/v1/sites/{site}/install'],
  retrySite: ['POST', '/api/v1/sites/{site}/retry'],
  streamChanges: ['GET', '/api/v1/stream'],
  getOpenApi: ['GET', '/api/v1/openapi.json'],
  getDocs: ['GET', '/api/docs'],
  getDocsStyle: ['GET', '/api/docs/style.css'],
}
