/** Made by conformance/src/server/record-roles.ts from a running control plane; do not edit. */
export const bootstrapRoles: string = `
role admin from=admin
role cluster-admin
  * : * / *
  * @ *
role edit to=admin from=edit
role system:aggregate-to-admin to=admin
  create : authorization.k8s.io / localsubjectaccessreviews
  create delete deletecollection get list patch update watch : rbac.authorization.k8s.io / rolebindings roles
role system:aggregate-to-edit to=edit
  get list watch : "" / pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy
  impersonate : "" / serviceaccounts
  create delete deletecollection patch update : "" / pods pods/attach pods/exec pods/portforward pods/proxy
  create : "" / pods/eviction
  create delete deletecollection patch update : "" / configmaps persistentvolumeclaims replicationcontrollers
    replicationcontrollers/scale secrets serviceaccounts services services/proxy
  create : "" / serviceaccounts/token
  create delete deletecollection patch update : "" events.k8s.io / events
  create delete deletecollection patch update : apps / daemonsets deployments deployments/rollback deployments/scale
    replicasets replicasets/scale statefulsets statefulsets/scale
  create delete deletecollection patch update : autoscaling / horizontalpodautoscalers
  create delete deletecollection patch update : batch / cronjobs jobs
  create delete deletecollection patch update : extensions / daemonsets deployments deployments/rollback
    deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale
  create delete deletecollection patch update : policy / poddisruptionbudgets
  create delete deletecollection patch update : networking.k8s.io / ingresses networkpolicies
  create delete deletecollection get list patch update watch : coordination.k8s.io / leases
  create delete deletecollection patch update : resource.k8s.io / resourceclaims resourceclaimtemplates
role system:aggregate-to-view to=view
  get list watch : "" / configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods
    replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status
  get list watch : "" / bindings limitranges namespaces/status pods/log pods/status replicationcontrollers/status
    resourcequotas resourcequotas/status
  get list watch : "" / namespaces
  get list watch : "" events.k8s.io / events
  get list watch : discovery.k8s.io / endpointslices
  get list watch : apps / controllerrevisions daemonsets daemonsets/status deployments deployments/scale
    deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale
    statefulsets/status
  get list watch : autoscaling / horizontalpodautoscalers horizontalpodautoscalers/status
  get list watch : batch / cronjobs cronjobs/status jobs jobs/status
  get list watch : extensions / daemonsets daemonsets/status deployments deployments/scale deployments/status
    ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status
    replicationcontrollers/scale
  get list watch : policy / poddisruptionbudgets poddisruptionbudgets/status
  get list watch : networking.k8s.io / ingresses ingresses/status networkpolicies
  get list watch : resource.k8s.io / resourceclaims resourceclaims/status resourceclaimtemplates
role system:auth-delegator
  create : authentication.k8s.io / tokenreviews
  create : authorization.k8s.io / subjectaccessreviews
role system:basic-user
  create : authorization.k8s.io / selfsubjectaccessreviews selfsubjectrulesreviews
  create : authentication.k8s.io / selfsubjectreviews
role system:certificates.k8s.io:certificatesigningrequests:nodeclient
  create : certificates.k8s.io / certificatesigningrequests/nodeclient
role system:certificates.k8s.io:certificatesigningrequests:selfnodeclient
  create : certificates.k8s.io / certificatesigningrequests/selfnodeclient
role system:certificates.k8s.io:kube-apiserver-client-approver
  approve : certificates.k8s.io / signers = kubernetes.io/kube-apiserver-client
role system:certificates.k8s.io:kube-apiserver-client-kubelet-approver
  approve : certificates.k8s.io / signers = kubernetes.io/kube-apiserver-client-kubelet
role system:certificates.k8s.io:kubelet-serving-approver
  approve : certificates.k8s.io / signers = kubernetes.io/kubelet-serving
role system:certificates.k8s.io:legacy-unknown-approver
  approve : certificates.k8s.io / signers = kubernetes.io/legacy-unknown
role system:cluster-trust-bundle-discovery
  get list watch : certificates.k8s.io / clustertrustbundles
role system:controller:attachdetach-controller
  list watch : "" / persistentvolumeclaims persistentvolumes
  get list watch : "" / nodes
  patch update : "" / nodes/status
  list watch : "" / pods
  create patch update : "" events.k8s.io / events
  create delete get list watch : storage.k8s.io / volumeattachments
  get list watch : storage.k8s.io / csidrivers
  get list watch : storage.k8s.io / csinodes
role system:controller:certificate-controller
  delete get list watch : certificates.k8s.io / certificatesigningrequests
  update : certificates.k8s.io / certificatesigningrequests/approval certificatesigningrequests/status
  approve : certificates.k8s.io / signers = kubernetes.io/kube-apiserver-client-kubelet
  sign : certificates.k8s.io / signers = kubernetes.io/kube-apiserver-client
    kubernetes.io/kube-apiserver-client-kubelet kubernetes.io/kubelet-serving kubernetes.io/legacy-unknown
  create : authorization.k8s.io / subjectaccessreviews
  create patch update : "" events.k8s.io / events
role system:controller:clusterrole-aggregation-controller
  escalate get list patch update watch : rbac.authorization.k8s.io / clusterroles
role system:controller:cronjob-controller
  get list update watch : batch / cronjobs
  create delete get list patch update watch : batch / jobs
  update : batch / cronjobs/status
  update : batch / cronjobs/finalizers
  delete list watch : "" / pods
  create patch update : "" events.k8s.io / events
role system:controller:daemon-set-controller
  get list watch : apps extensions / daemonsets
  update : apps extensions / daemonsets/status
  update : apps extensions / daemonsets/finalizers
  list watch : "" / nodes
  create delete list patch watch : "" / pods
  create : "" / pods/binding
  create delete get list patch update watch : apps / controllerrevisions
  create patch update : "" events.k8s.io / events
role system:controller:deployment-controller
  get list update watch : apps extensions / deployments
  update : apps extensions / deployments/status
  update : apps extensions / deployments/finalizers
  create delete get list patch update watch : apps extensions / replicasets
  get list update watch : "" / pods
  create patch update : "" events.k8s.io / events
role system:controller:device-taint-eviction-controller
  delete get list watch : "" / pods
  patch update : "" / pods/status
  get list watch : resource.k8s.io / resourceclaims
  get list watch : resource.k8s.io / resourceslices
  get list watch : resource.k8s.io / deviceclasses
  create patch update : "" events.k8s.io / events
  patch update : resource.k8s.io / devicetaintrules/status
  get list watch : resource.k8s.io / devicetaintrules
role system:controller:disruption-controller
  get list watch : apps extensions / deployments
  get list watch : apps extensions / replicasets
  get list watch : "" / replicationcontrollers
  get list watch : policy / poddisruptionbudgets
  get list watch : apps / statefulsets
  update : policy / poddisruptionbudgets/status
  patch update : "" / pods/status
  get : * / */scale
  create patch update : "" events.k8s.io / events
role system:controller:endpoint-controller
  get list watch : "" / pods services
  create delete get list update watch : "" / endpoints
  create : "" / endpoints/restricted
  create patch update : "" events.k8s.io / events
role system:controller:endpointslice-controller
  get list watch : "" / nodes pods services
  update : "" / services/finalizers
  create delete get list update watch : discovery.k8s.io / endpointslices
  create patch update : "" events.k8s.io / events
role system:controller:endpointslicemirroring-controller
  get list watch : "" / endpoints services
  update : "" / services/finalizers
  update : "" / endpoints/finalizers
  create delete get list update watch : discovery.k8s.io / endpointslices
  create patch update : "" events.k8s.io / events
role system:controller:ephemeral-volume-controller
  get list watch : "" / pods
  update : "" / pods/finalizers
  create get list watch : "" / persistentvolumeclaims
  create patch update : "" events.k8s.io / events
role system:controller:expand-controller
  get list patch update watch : "" / persistentvolumes
  patch update : "" / persistentvolumeclaims/status
  get list watch : "" / persistentvolumeclaims
  create patch update : "" events.k8s.io / events
role system:controller:generic-garbage-collector
  delete get list patch update watch : * / *
  create patch update : "" events.k8s.io / events
role system:controller:horizontal-pod-autoscaler
  get list watch : autoscaling / horizontalpodautoscalers
  update : autoscaling / horizontalpodautoscalers/status
  get update : * / */scale
  list watch : "" / pods
  list watch : metrics.k8s.io / pods
  get list watch : custom.metrics.k8s.io / *
  get list watch : external.metrics.k8s.io / *
  create patch update : "" events.k8s.io / events
role system:controller:job-controller
  get list patch update watch : batch / jobs
  update : batch / jobs/status
  update : batch / jobs/finalizers
  create delete list patch watch : "" / pods
  create patch update : "" events.k8s.io / events
role system:controller:kube-apiserver-serving-clustertrustbundle-publisher
  attest : certificates.k8s.io / signers = kubernetes.io/kube-apiserver-serving
  create delete list update watch : certificates.k8s.io / clustertrustbundles
  create patch update : "" events.k8s.io / events
role system:controller:legacy-service-account-token-cleaner
  get : "" / configmaps = kube-apiserver-legacy-service-account-token-tracking
  delete patch : "" / secrets
role system:controller:namespace-controller
  delete get list watch : "" / namespaces
  update : "" / namespaces/finalize namespaces/status
  delete deletecollection get list watch : * / *
role system:controller:node-controller
  delete get list patch update watch : "" / nodes
  patch update : "" / nodes/status
  patch update : "" / pods/status
  delete get list watch : "" / pods
  get list watch : coordination.k8s.io / leases
  create patch update : "" events.k8s.io / events
role system:controller:persistent-volume-binder
  create delete get list update watch : "" / persistentvolumes
  update : "" / persistentvolumes/status
  get list update watch : "" / persistentvolumeclaims
  update : "" / persistentvolumeclaims/status
  create delete get list watch : "" / pods
  get list watch : storage.k8s.io / storageclasses
  list watch : "" / nodes
  create patch update : "" events.k8s.io / events
  watch : "" / events
role system:controller:pod-garbage-collector
  delete list watch : "" / pods
  get list watch : "" / nodes
  patch : "" / pods/status
role system:controller:podcertificaterequestcleaner
  delete get list watch : certificates.k8s.io / podcertificaterequests
role system:controller:pv-protection-controller
  get list update watch : "" / persistentvolumes
  create patch update : "" events.k8s.io / events
role system:controller:pvc-protection-controller
  get list update watch : "" / persistentvolumeclaims
  update : "" / persistentvolumeclaims/status
  get list watch : "" / pods
  create patch update : "" events.k8s.io / events
role system:controller:replicaset-controller
  get list update watch : apps extensions / replicasets
  update : apps extensions / replicasets/status
  update : apps extensions / replicasets/finalizers
  create delete list patch watch : "" / pods
  create patch update : "" events.k8s.io / events
role system:controller:replication-controller
  get list update watch : "" / replicationcontrollers
  update : "" / replicationcontrollers/status
  update : "" / replicationcontrollers/finalizers
  create delete list patch watch : "" / pods
  create patch update : "" events.k8s.io / events
role system:controller:resource-claim-controller
  get list watch : "" / pods
  update : "" / pods/finalizers
  create delete get list watch : resource.k8s.io / resourceclaims
  patch update : resource.k8s.io / resourceclaims resourceclaims/status
  patch update : "" / pods/status
  create patch update : "" events.k8s.io / events
  patch update : resource.k8s.io / resourceclaims/binding
role system:controller:resourcequota-controller
  list watch : * / *
  update : "" / resourcequotas/status
  create patch update : "" events.k8s.io / events
role system:controller:root-ca-cert-publisher
  create update : "" / configmaps
  create patch update : "" events.k8s.io / events
role system:controller:route-controller
  list watch : "" / nodes
  patch : "" / nodes/status
  create patch update : "" events.k8s.io / events
role system:controller:selinux-warning-controller
  create patch update : "" events.k8s.io / events
  get list watch : "" / persistentvolumes
  get list watch : "" / persistentvolumeclaims
  get list watch : "" / pods
  get list watch : storage.k8s.io / csidrivers
role system:controller:service-account-controller
  create : "" / serviceaccounts
  create patch update : "" events.k8s.io / events
role system:controller:service-cidrs-controller
  get list patch update watch : networking.k8s.io / servicecidrs
  patch update : networking.k8s.io / servicecidrs/finalizers
  patch update : networking.k8s.io / servicecidrs/status
  get list watch : networking.k8s.io / ipaddresses
  create patch update : "" events.k8s.io / events
role system:controller:service-controller
  get list watch : "" / services
  patch update : "" / services/status
  list watch : "" / nodes
  create patch update : "" events.k8s.io / events
role system:controller:statefulset-controller
  list watch : "" / pods
  get list watch : apps / statefulsets
  update : apps / statefulsets/status
  update : apps / statefulsets/finalizers
  create delete get patch update : "" / pods
  create delete get list patch update watch : apps / controllerrevisions
  create get list watch : "" / persistentvolumeclaims
  delete update : "" / persistentvolumeclaims
  update : "" / pods/finalizers
  create patch update : "" events.k8s.io / events
role system:controller:storage-version-migrator-controller
  list patch : * / *
  get : apiextensions.k8s.io / customresourcedefinitions
  patch : apiextensions.k8s.io / customresourcedefinitions/status
  update : storagemigration.k8s.io / storageversionmigrations/status
role system:controller:ttl-after-finished-controller
  delete get list watch : batch / jobs
  create patch update : "" events.k8s.io / events
role system:controller:ttl-controller
  list patch update watch : "" / nodes
  create patch update : "" events.k8s.io / events
role system:controller:validatingadmissionpolicy-status-controller
  get list watch : admissionregistration.k8s.io / validatingadmissionpolicies
  get patch update : admissionregistration.k8s.io / validatingadmissionpolicies/status
  create patch update : "" events.k8s.io / events
role system:controller:volumeattributesclass-protection-controller
  get list watch : "" / persistentvolumeclaims
  get list watch : "" / persistentvolumes
  get list update watch : storage.k8s.io / volumeattributesclasses
  create patch update : "" events.k8s.io / events
role system:discovery
  get @ /api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/
role system:heapster
  get list watch : "" / events namespaces nodes pods
  get list watch : extensions / deployments
role system:kube-aggregator
  get list watch : "" / endpoints services
role system:kube-controller-manager
  create patch update : "" events.k8s.io / events
  create : coordination.k8s.io / leases
  get update : coordination.k8s.io / leases = kube-controller-manager
  create : "" / secrets serviceaccounts
  delete : "" / secrets
  get : "" / configmaps namespaces secrets serviceaccounts
  update : "" / secrets serviceaccounts
  create : authentication.k8s.io / tokenreviews
  create : authorization.k8s.io / subjectaccessreviews
  list watch : * / *
  create : "" / serviceaccounts/token
role system:kube-dns
  list watch : "" / endpoints services
role system:kube-scheduler
  create patch update : "" events.k8s.io / events
  create : coordination.k8s.io / leases
  get list update watch : coordination.k8s.io / leases = kube-scheduler
  create delete deletecollection get list patch update watch : coordination.k8s.io / leasecandidates
  get list watch : "" / nodes
  delete get list watch : "" / pods
  create : "" / bindings pods/binding
  patch update : "" / pods/status
  get list watch : "" / replicationcontrollers services
  get list watch : apps extensions / replicasets
  get list watch : apps / statefulsets
  get list watch : policy / poddisruptionbudgets
  get list watch : "" / persistentvolumeclaims persistentvolumes
  create : authentication.k8s.io / tokenreviews
  create : authorization.k8s.io / subjectaccessreviews
  get list watch : storage.k8s.io / csinodes
  get list watch : storage.k8s.io / volumeattachments
  get list watch : "" / namespaces
  get list watch : storage.k8s.io / csidrivers
  get list watch : storage.k8s.io / csistoragecapacities
  get list watch : resource.k8s.io / deviceclasses
  get list patch update watch : resource.k8s.io / resourceclaims
  get list patch update watch : resource.k8s.io / resourceclaims/status
  update : "" / pods/finalizers
  get list watch : resource.k8s.io / resourceslices
  create delete : resource.k8s.io / resourceclaims
  get list watch : resource.k8s.io / devicetaintrules
  patch update : resource.k8s.io / resourceclaims/binding
role system:kubelet-api-admin
  get list watch : "" / nodes
  proxy : "" / nodes
  * : "" / nodes/log nodes/metrics nodes/proxy nodes/stats
  * : "" / nodes/configz nodes/healthz nodes/pods
role system:monitoring
  get @ /flagz /healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/* /statusz
  get : "" / nodes/metrics
role system:node
  create : authentication.k8s.io / tokenreviews
  create : authorization.k8s.io / localsubjectaccessreviews subjectaccessreviews
  get list watch : "" / services
  create get list watch : "" / nodes
  patch update : "" / nodes/status
  patch update : "" / nodes
  create patch update : "" events.k8s.io / events
  get list watch : "" / pods
  create delete : "" / pods
  patch update : "" / pods/status
  create : "" / pods/eviction
  get list watch : "" / configmaps secrets
  get : "" / persistentvolumeclaims persistentvolumes
  get : "" / endpoints
  create get list watch : certificates.k8s.io / certificatesigningrequests
  create delete get patch update : coordination.k8s.io / leases
  get : storage.k8s.io / volumeattachments
  create : "" / serviceaccounts/token
  get patch update : "" / persistentvolumeclaims/status
  get list watch : storage.k8s.io / csidrivers
  create delete get patch update : storage.k8s.io / csinodes
  get list watch : node.k8s.io / runtimeclasses
  get : resource.k8s.io / resourceclaims
  deletecollection : resource.k8s.io / resourceslices
  get list watch : certificates.k8s.io / clustertrustbundles
  get : "" / serviceaccounts
  create get list watch : certificates.k8s.io / podcertificaterequests
role system:node-bootstrapper
  create get list watch : certificates.k8s.io / certificatesigningrequests
role system:node-problem-detector
  get : "" / nodes
  patch : "" / nodes/status
  create patch update : "" events.k8s.io / events
role system:node-proxier
  list watch : "" / endpoints services
  get list watch : "" / nodes
  create patch update : "" events.k8s.io / events
  list watch : networking.k8s.io / servicecidrs
  list watch : discovery.k8s.io / endpointslices
role system:persistent-volume-provisioner
  create delete get list watch : "" / persistentvolumes
  get list update watch : "" / persistentvolumeclaims
  get list watch : storage.k8s.io / storageclasses
  watch : "" / events
  create patch update : "" events.k8s.io / events
role system:public-info-viewer
  get @ /healthz /livez /readyz /version /version/
role system:service-account-issuer-discovery
  get @ /.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/
role system:volume-scheduler
  get list patch update watch : "" / persistentvolumes
  get list watch : storage.k8s.io / storageclasses
  get list patch update watch : "" / persistentvolumeclaims
role view to=edit from=view
role kube-public/system:controller:bootstrap-signer
  get list watch : "" / configmaps
  update : "" / configmaps = cluster-info
  create patch update : "" events.k8s.io / events
role kube-system/extension-apiserver-authentication-reader
  get list watch : "" / configmaps = extension-apiserver-authentication
role kube-system/system::leader-locking-kube-controller-manager
  create get list update watch : coordination.k8s.io / leases
  create get list update watch : coordination.k8s.io / leasecandidates
role kube-system/system::leader-locking-kube-scheduler
  create get list update watch : coordination.k8s.io / leases
  create get list update watch : coordination.k8s.io / leasecandidates
role kube-system/system:controller:bootstrap-signer
  get list watch : "" / secrets
role kube-system/system:controller:cloud-provider
  create get list watch : "" / configmaps
role kube-system/system:controller:token-cleaner
  delete get list watch : "" / secrets
  create patch update : "" events.k8s.io / events
bind cluster-admin
  ClusterRole = Group=system:masters
bind system:basic-user
  ClusterRole = Group=system:authenticated
bind system:cluster-trust-bundle-discovery
  ClusterRole = Group=system:serviceaccounts
bind system:controller:attachdetach-controller
  ClusterRole = kube-system/attachdetach-controller
bind system:controller:certificate-controller
  ClusterRole = kube-system/certificate-controller
bind system:controller:clusterrole-aggregation-controller
  ClusterRole = kube-system/clusterrole-aggregation-controller
bind system:controller:cronjob-controller
  ClusterRole = kube-system/cronjob-controller
bind system:controller:daemon-set-controller
  ClusterRole = kube-system/daemon-set-controller
bind system:controller:deployment-controller
  ClusterRole = kube-system/deployment-controller
bind system:controller:device-taint-eviction-controller
  ClusterRole = kube-system/device-taint-eviction-controller
bind system:controller:disruption-controller
  ClusterRole = kube-system/disruption-controller
bind system:controller:endpoint-controller
  ClusterRole = kube-system/endpoint-controller
bind system:controller:endpointslice-controller
  ClusterRole = kube-system/endpointslice-controller
bind system:controller:endpointslicemirroring-controller
  ClusterRole = kube-system/endpointslicemirroring-controller
bind system:controller:ephemeral-volume-controller
  ClusterRole = kube-system/ephemeral-volume-controller
bind system:controller:expand-controller
  ClusterRole = kube-system/expand-controller
bind system:controller:generic-garbage-collector
  ClusterRole = kube-system/generic-garbage-collector
bind system:controller:horizontal-pod-autoscaler
  ClusterRole = kube-system/horizontal-pod-autoscaler
bind system:controller:job-controller
  ClusterRole = kube-system/job-controller
bind system:controller:kube-apiserver-serving-clustertrustbundle-publisher
  ClusterRole = kube-system/kube-apiserver-serving-clustertrustbundle-publisher
bind system:controller:legacy-service-account-token-cleaner
  ClusterRole = kube-system/legacy-service-account-token-cleaner
bind system:controller:namespace-controller
  ClusterRole = kube-system/namespace-controller
bind system:controller:node-controller
  ClusterRole = kube-system/node-controller
bind system:controller:persistent-volume-binder
  ClusterRole = kube-system/persistent-volume-binder
bind system:controller:pod-garbage-collector
  ClusterRole = kube-system/pod-garbage-collector
bind system:controller:podcertificaterequestcleaner
  ClusterRole = kube-system/podcertificaterequestcleaner
bind system:controller:pv-protection-controller
  ClusterRole = kube-system/pv-protection-controller
bind system:controller:pvc-protection-controller
  ClusterRole = kube-system/pvc-protection-controller
bind system:controller:replicaset-controller
  ClusterRole = kube-system/replicaset-controller
bind system:controller:replication-controller
  ClusterRole = kube-system/replication-controller
bind system:controller:resource-claim-controller
  ClusterRole = kube-system/resource-claim-controller
bind system:controller:resourcequota-controller
  ClusterRole = kube-system/resourcequota-controller
bind system:controller:root-ca-cert-publisher
  ClusterRole = kube-system/root-ca-cert-publisher
bind system:controller:route-controller
  ClusterRole = kube-system/route-controller
bind system:controller:selinux-warning-controller
  ClusterRole = kube-system/selinux-warning-controller
bind system:controller:service-account-controller
  ClusterRole = kube-system/service-account-controller
bind system:controller:service-cidrs-controller
  ClusterRole = kube-system/service-cidrs-controller
bind system:controller:service-controller
  ClusterRole = kube-system/service-controller
bind system:controller:statefulset-controller
  ClusterRole = kube-system/statefulset-controller
bind system:controller:storage-version-migrator-controller
  ClusterRole = kube-system/storage-version-migrator-controller
bind system:controller:ttl-after-finished-controller
  ClusterRole = kube-system/ttl-after-finished-controller
bind system:controller:ttl-controller
  ClusterRole = kube-system/ttl-controller
bind system:controller:validatingadmissionpolicy-status-controller
  ClusterRole = kube-system/validatingadmissionpolicy-status-controller
bind system:controller:volumeattributesclass-protection-controller
  ClusterRole = kube-system/volumeattributesclass-protection-controller
bind system:discovery
  ClusterRole = Group=system:authenticated
bind system:kube-controller-manager
  ClusterRole = User=system:kube-controller-manager
bind system:kube-dns
  ClusterRole = kube-system/kube-dns
bind system:kube-scheduler
  ClusterRole = User=system:kube-scheduler
bind system:monitoring
  ClusterRole = Group=system:monitoring
bind system:node
  ClusterRole =
bind system:node-proxier
  ClusterRole = User=system:kube-proxy
bind system:public-info-viewer
  ClusterRole = Group=system:authenticated Group=system:unauthenticated
bind system:service-account-issuer-discovery
  ClusterRole = Group=system:serviceaccounts
bind system:volume-scheduler
  ClusterRole = User=system:kube-scheduler
bind kube-public/system:controller:bootstrap-signer
  Role = kube-system/bootstrap-signer
bind kube-system/system::extension-apiserver-authentication-reader
  Role extension-apiserver-authentication-reader User=system:kube-controller-manager User=system:kube-scheduler
bind kube-system/system::leader-locking-kube-controller-manager
  Role = User=system:kube-controller-manager kube-system/kube-controller-manager
    kube-system/leader-election-controller
bind kube-system/system::leader-locking-kube-scheduler
  Role = User=system:kube-scheduler kube-system/kube-scheduler
bind kube-system/system:controller:bootstrap-signer
  Role = kube-system/bootstrap-signer
bind kube-system/system:controller:cloud-provider
  Role = kube-system/cloud-provider
bind kube-system/system:controller:token-cleaner
  Role = kube-system/token-cleaner
`;
