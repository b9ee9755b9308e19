// What Kubernetes 1.36 serves by default, one resource per line: API version, plural, singular, kind, scope, verbs
// (* is all of them), short names, categories, and subresources as name=kind:verbs.

export const builtInResources = `
v1 bindings binding Binding namespaced create - -
v1 componentstatuses componentstatus ComponentStatus cluster get,list cs -
v1 configmaps configmap ConfigMap namespaced * cm -
v1 endpoints endpoints Endpoints namespaced * ep -
v1 events event Event namespaced * ev -
v1 limitranges limitrange LimitRange namespaced * limits -
v1 namespaces namespace Namespace cluster create,delete,get,list,patch,update,watch ns - finalize=Namespace:update status=Namespace:get,patch,update
v1 nodes node Node cluster * no - proxy=NodeProxyOptions:create,delete,get,patch,update status=Node:get,patch,update
v1 persistentvolumeclaims persistentvolumeclaim PersistentVolumeClaim namespaced * pvc - status=PersistentVolumeClaim:get,patch,update
v1 persistentvolumes persistentvolume PersistentVolume cluster * pv - status=PersistentVolume:get,patch,update
v1 pods pod Pod namespaced * po all attach=PodAttachOptions:create,get binding=Binding:create ephemeralcontainers=Pod:get,patch,update eviction=policy/v1.Eviction:create exec=PodExecOptions:create,get log=Pod:get portforward=PodPortForwardOptions:create,get proxy=PodProxyOptions:create,delete,get,patch,update resize=Pod:get,patch,update status=Pod:get,patch,update
v1 podtemplates podtemplate PodTemplate namespaced * - -
v1 replicationcontrollers replicationcontroller ReplicationController namespaced * rc all scale=autoscaling/v1.Scale:get,patch,update status=ReplicationController:get,patch,update
v1 resourcequotas resourcequota ResourceQuota namespaced * quota - status=ResourceQuota:get,patch,update
v1 secrets secret Secret namespaced * - -
v1 serviceaccounts serviceaccount ServiceAccount namespaced * sa - token=authentication.k8s.io/v1.TokenRequest:create
v1 services service Service namespaced * svc all proxy=ServiceProxyOptions:create,delete,get,patch,update status=Service:get,patch,update
apiregistration.k8s.io/v1 apiservices apiservice APIService cluster * - api-extensions status=APIService:get,patch,update
apps/v1 controllerrevisions controllerrevision ControllerRevision namespaced * - -
apps/v1 daemonsets daemonset DaemonSet namespaced * ds all status=DaemonSet:get,patch,update
apps/v1 deployments deployment Deployment namespaced * deploy all scale=autoscaling/v1.Scale:get,patch,update status=Deployment:get,patch,update
apps/v1 replicasets replicaset ReplicaSet namespaced * rs all scale=autoscaling/v1.Scale:get,patch,update status=ReplicaSet:get,patch,update
apps/v1 statefulsets statefulset StatefulSet namespaced * sts all scale=autoscaling/v1.Scale:get,patch,update status=StatefulSet:get,patch,update
events.k8s.io/v1 events event Event namespaced * ev -
authentication.k8s.io/v1 selfsubjectreviews selfsubjectreview SelfSubjectReview cluster create - -
authentication.k8s.io/v1 tokenreviews tokenreview TokenReview cluster create - -
authorization.k8s.io/v1 localsubjectaccessreviews localsubjectaccessreview LocalSubjectAccessReview namespaced create - -
authorization.k8s.io/v1 selfsubjectaccessreviews selfsubjectaccessreview SelfSubjectAccessReview cluster create - -
authorization.k8s.io/v1 selfsubjectrulesreviews selfsubjectrulesreview SelfSubjectRulesReview cluster create - -
authorization.k8s.io/v1 subjectaccessreviews subjectaccessreview SubjectAccessReview cluster create - -
autoscaling/v2 horizontalpodautoscalers horizontalpodautoscaler HorizontalPodAutoscaler namespaced * hpa all status=HorizontalPodAutoscaler:get,patch,update
autoscaling/v1 horizontalpodautoscalers horizontalpodautoscaler HorizontalPodAutoscaler namespaced * hpa all status=HorizontalPodAutoscaler:get,patch,update
batch/v1 cronjobs cronjob CronJob namespaced * cj all status=CronJob:get,patch,update
batch/v1 jobs job Job namespaced * - all status=Job:get,patch,update
certificates.k8s.io/v1 certificatesigningrequests certificatesigningrequest CertificateSigningRequest cluster * csr - approval=CertificateSigningRequest:get,patch,update status=CertificateSigningRequest:get,patch,update
networking.k8s.io/v1 ingressclasses ingressclass IngressClass cluster * - -
networking.k8s.io/v1 ingresses ingress Ingress namespaced * ing - status=Ingress:get,patch,update
networking.k8s.io/v1 ipaddresses ipaddress IPAddress cluster * ip -
networking.k8s.io/v1 networkpolicies networkpolicy NetworkPolicy namespaced * netpol -
networking.k8s.io/v1 servicecidrs servicecidr ServiceCIDR cluster * - - status=ServiceCIDR:get,patch,update
policy/v1 poddisruptionbudgets poddisruptionbudget PodDisruptionBudget namespaced * pdb - status=PodDisruptionBudget:get,patch,update
rbac.authorization.k8s.io/v1 clusterrolebindings clusterrolebinding ClusterRoleBinding cluster * - -
rbac.authorization.k8s.io/v1 clusterroles clusterrole ClusterRole cluster * - -
rbac.authorization.k8s.io/v1 rolebindings rolebinding RoleBinding namespaced * - -
rbac.authorization.k8s.io/v1 roles role Role namespaced * - -
storage.k8s.io/v1 csidrivers csidriver CSIDriver cluster * - -
storage.k8s.io/v1 csinodes csinode CSINode cluster * - -
storage.k8s.io/v1 csistoragecapacities csistoragecapacity CSIStorageCapacity namespaced * - -
storage.k8s.io/v1 storageclasses storageclass StorageClass cluster * sc -
storage.k8s.io/v1 volumeattachments volumeattachment VolumeAttachment cluster * - - status=VolumeAttachment:get,patch,update
storage.k8s.io/v1 volumeattributesclasses volumeattributesclass VolumeAttributesClass cluster * vac -
admissionregistration.k8s.io/v1 mutatingadmissionpolicies mutatingadmissionpolicy MutatingAdmissionPolicy cluster * - api-extensions
admissionregistration.k8s.io/v1 mutatingadmissionpolicybindings mutatingadmissionpolicybinding MutatingAdmissionPolicyBinding cluster * - api-extensions
admissionregistration.k8s.io/v1 mutatingwebhookconfigurations mutatingwebhookconfiguration MutatingWebhookConfiguration cluster * - api-extensions
admissionregistration.k8s.io/v1 validatingadmissionpolicies validatingadmissionpolicy ValidatingAdmissionPolicy cluster * - api-extensions status=ValidatingAdmissionPolicy:get,patch,update
admissionregistration.k8s.io/v1 validatingadmissionpolicybindings validatingadmissionpolicybinding ValidatingAdmissionPolicyBinding cluster * - api-extensions
admissionregistration.k8s.io/v1 validatingwebhookconfigurations validatingwebhookconfiguration ValidatingWebhookConfiguration cluster * - api-extensions
apiextensions.k8s.io/v1 customresourcedefinitions customresourcedefinition CustomResourceDefinition cluster * crd,crds api-extensions status=CustomResourceDefinition:get,patch,update
scheduling.k8s.io/v1 priorityclasses priorityclass PriorityClass cluster * pc -
coordination.k8s.io/v1 leases lease Lease namespaced * - -
node.k8s.io/v1 runtimeclasses runtimeclass RuntimeClass cluster * - -
discovery.k8s.io/v1 endpointslices endpointslice EndpointSlice namespaced * - -
resource.k8s.io/v1 deviceclasses deviceclass DeviceClass cluster * - -
resource.k8s.io/v1 resourceclaims resourceclaim ResourceClaim namespaced * - - status=ResourceClaim:get,patch,update
resource.k8s.io/v1 resourceclaimtemplates resourceclaimtemplate ResourceClaimTemplate namespaced * - -
resource.k8s.io/v1 resourceslices resourceslice ResourceSlice cluster * - -
flowcontrol.apiserver.k8s.io/v1 flowschemas flowschema FlowSchema cluster * - - status=FlowSchema:get,patch,update
flowcontrol.apiserver.k8s.io/v1 prioritylevelconfigurations prioritylevelconfiguration PriorityLevelConfiguration cluster * - - status=PriorityLevelConfiguration:get,patch,update
`
