// Made by `npm run api:generate` from codegen/facts; do not edit.

/** Fields of every built-in type; `load-schemas.ts` knows the format. */
export const schemas: string = `#admission/v1	io.k8s.api.admission.v1	admission.k8s.io
AdmissionRequest		{"uid":"s","kind":"@meta/v1.GroupVersionKind","resource":"@meta/v1.GroupVersionResource","subResource":"?s","requestKind":"?@meta/v1.GroupVersionKind","requestResource":"?@meta/v1.GroupVersionResource","requestSubResource":"?s","name":"?s","namespace":"?s","operation":"s","userInfo":"@authentication/v1.UserInfo","object":"?j","oldObject":"?j","dryRun":"?b","options":"?j"}
AdmissionResponse		{"uid":"s","allowed":"b","status":"?@meta/v1.Status","patch":"?B","patchType":"?s","auditAnnotations":"?{s","warnings":{"t":"?[s","l":"atomic"}}
AdmissionReview	k	{"kind":"?s","apiVersion":"?s","request":"?@admission/v1.AdmissionRequest","response":"?@admission/v1.AdmissionResponse"}
#admission/v1beta1	io.k8s.api.admission.v1beta1	admission.k8s.io
AdmissionRequest		{"uid":"s","kind":"@meta/v1.GroupVersionKind","resource":"@meta/v1.GroupVersionResource","subResource":"?s","requestKind":"?@meta/v1.GroupVersionKind","requestResource":"?@meta/v1.GroupVersionResource","requestSubResource":"?s","name":"?s","namespace":"?s","operation":"s","userInfo":"@authentication/v1.UserInfo","object":"?j","oldObject":"?j","dryRun":"?b","options":"?j"}
AdmissionResponse		{"uid":"s","allowed":"b","status":"?@meta/v1.Status","patch":"?B","patchType":"?s","auditAnnotations":"?{s","warnings":{"t":"?[s","l":"atomic"}}
AdmissionReview	k	{"kind":"?s","apiVersion":"?s","request":"?@admission/v1beta1.AdmissionRequest","response":"?@admission/v1beta1.AdmissionResponse"}
#admissionregistration/v1	io.k8s.api.admissionregistration.v1	admissionregistration.k8s.io
ApplyConfiguration		{"expression":"?s"}
AuditAnnotation		{"key":"!s","valueExpression":"!s"}
ExpressionWarning		{"fieldRef":"!s","warning":"!s"}
JSONPatch		{"expression":"?s"}
MatchCondition		{"name":"!s","expression":"!s"}
MatchResources	a	{"namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"objectSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"resourceRules":{"t":"?[@admissionregistration/v1.NamedRuleWithOperations","l":"atomic"},"excludeResourceRules":{"t":"?[@admissionregistration/v1.NamedRuleWithOperations","l":"atomic"},"matchPolicy":{"t":"?s","e":["Exact","Equivalent"]}}
MutatingAdmissionPolicy	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@admissionregistration/v1.MutatingAdmissionPolicySpec"}
MutatingAdmissionPolicyBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@admissionregistration/v1.MutatingAdmissionPolicyBindingSpec"}
MutatingAdmissionPolicyBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1.MutatingAdmissionPolicyBinding"}
MutatingAdmissionPolicyBindingSpec		{"policyName":"?s","paramRef":{"t":"?@admissionregistration/v1.ParamRef","m":"atomic"},"matchResources":{"t":"?@admissionregistration/v1.MatchResources","m":"atomic"}}
MutatingAdmissionPolicyList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1.MutatingAdmissionPolicy"}
MutatingAdmissionPolicySpec		{"paramKind":{"t":"?@admissionregistration/v1.ParamKind","m":"atomic"},"matchConstraints":{"t":"?@admissionregistration/v1.MatchResources","m":"atomic"},"variables":{"t":"?[@admissionregistration/v1.Variable","l":"atomic"},"mutations":{"t":"?[@admissionregistration/v1.Mutation","l":"atomic"},"failurePolicy":{"t":"?s","e":["Ignore","Fail"]},"matchConditions":{"t":"?[@admissionregistration/v1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"},"reinvocationPolicy":{"t":"?s","e":["Never","IfNeeded"]}}
MutatingWebhook		{"name":"!s","clientConfig":"!@admissionregistration/v1.WebhookClientConfig","rules":{"t":"?[@admissionregistration/v1.RuleWithOperations","l":"atomic"},"failurePolicy":{"t":"?s","e":["Ignore","Fail"]},"matchPolicy":{"t":"?s","e":["Exact","Equivalent"]},"namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"objectSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"sideEffects":{"t":"!s","e":["Unknown","None","Some","NoneOnDryRun"]},"timeoutSeconds":"?i","admissionReviewVersions":{"t":"![s","l":"atomic"},"reinvocationPolicy":{"t":"?s","e":["Never","IfNeeded"]},"matchConditions":{"t":"?[@admissionregistration/v1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"}}
MutatingWebhookConfiguration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","webhooks":{"t":"?[@admissionregistration/v1.MutatingWebhook","l":"map","k":["name"],"p":"merge","g":"name"}}
MutatingWebhookConfigurationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1.MutatingWebhookConfiguration"}
Mutation		{"patchType":{"t":"!s","e":["ApplyConfiguration","JSONPatch"]},"applyConfiguration":"?@admissionregistration/v1.ApplyConfiguration","jsonPatch":"?@admissionregistration/v1.JSONPatch"}
NamedRuleWithOperations	a	{"apiGroups":{"t":"?[s","l":"atomic"},"apiVersions":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"scope":{"t":"?s","e":["Cluster","Namespaced","*"]},"operations":{"t":"?[s","l":"atomic","e":["*","CREATE","UPDATE","DELETE","CONNECT"]},"resourceNames":{"t":"?[s","l":"atomic"}}
ParamKind	a	{"apiVersion":"?s","kind":"?s"}
ParamRef	a	{"name":"?s","namespace":"?s","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"parameterNotFoundAction":"?s"}
Rule		{"apiGroups":{"t":"?[s","l":"atomic"},"apiVersions":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"scope":{"t":"?s","e":["Cluster","Namespaced","*"]}}
RuleWithOperations		{"apiGroups":{"t":"?[s","l":"atomic"},"apiVersions":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"scope":{"t":"?s","e":["Cluster","Namespaced","*"]},"operations":{"t":"?[s","l":"atomic","e":["*","CREATE","UPDATE","DELETE","CONNECT"]}}
ServiceReference		{"namespace":"!s","name":"!s","path":"?s","port":"?i"}
TypeChecking		{"expressionWarnings":{"t":"?[@admissionregistration/v1.ExpressionWarning","l":"atomic"}}
ValidatingAdmissionPolicy	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@admissionregistration/v1.ValidatingAdmissionPolicySpec","status":"?@admissionregistration/v1.ValidatingAdmissionPolicyStatus"}
ValidatingAdmissionPolicyBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@admissionregistration/v1.ValidatingAdmissionPolicyBindingSpec"}
ValidatingAdmissionPolicyBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1.ValidatingAdmissionPolicyBinding"}
ValidatingAdmissionPolicyBindingSpec		{"policyName":"!?s","paramRef":{"t":"?@admissionregistration/v1.ParamRef","m":"atomic"},"matchResources":{"t":"?@admissionregistration/v1.MatchResources","m":"atomic"},"validationActions":{"t":"!?[s","l":"set","e":["Deny","Warn","Audit"]}}
ValidatingAdmissionPolicyList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1.ValidatingAdmissionPolicy"}
ValidatingAdmissionPolicySpec		{"paramKind":{"t":"?@admissionregistration/v1.ParamKind","m":"atomic"},"matchConstraints":{"t":"?@admissionregistration/v1.MatchResources","m":"atomic"},"validations":{"t":"?[@admissionregistration/v1.Validation","l":"atomic"},"failurePolicy":{"t":"?s","e":["Ignore","Fail"]},"auditAnnotations":{"t":"?[@admissionregistration/v1.AuditAnnotation","l":"atomic"},"matchConditions":{"t":"?[@admissionregistration/v1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"},"variables":{"t":"?[@admissionregistration/v1.Variable","l":"map","k":["name"],"p":"merge","g":"name"}}
ValidatingAdmissionPolicyStatus		{"observedGeneration":"?i","typeChecking":"?@admissionregistration/v1.TypeChecking","conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"]}}
ValidatingWebhook		{"name":"!s","clientConfig":"!@admissionregistration/v1.WebhookClientConfig","rules":{"t":"?[@admissionregistration/v1.RuleWithOperations","l":"atomic"},"failurePolicy":{"t":"?s","e":["Ignore","Fail"]},"matchPolicy":{"t":"?s","e":["Exact","Equivalent"]},"namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"objectSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"sideEffects":{"t":"!s","e":["Unknown","None","Some","NoneOnDryRun"]},"timeoutSeconds":"?i","admissionReviewVersions":{"t":"![s","l":"atomic"},"matchConditions":{"t":"?[@admissionregistration/v1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"}}
ValidatingWebhookConfiguration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","webhooks":{"t":"?[@admissionregistration/v1.ValidatingWebhook","l":"map","k":["name"],"p":"merge","g":"name"}}
ValidatingWebhookConfigurationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1.ValidatingWebhookConfiguration"}
Validation		{"expression":"!s","message":"?s","reason":"?s","messageExpression":"?s"}
Variable	a	{"name":"!s","expression":"!s"}
WebhookClientConfig		{"url":"?s","service":"?@admissionregistration/v1.ServiceReference","caBundle":"?B"}
#admissionregistration/v1alpha1	io.k8s.api.admissionregistration.v1alpha1	admissionregistration.k8s.io
ApplyConfiguration		{"expression":"?s"}
AuditAnnotation		{"key":"!s","valueExpression":"!s"}
ExpressionWarning		{"fieldRef":"!s","warning":"!s"}
JSONPatch		{"expression":"?s"}
MatchResources	a	{"namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"objectSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"resourceRules":{"t":"?[@admissionregistration/v1alpha1.NamedRuleWithOperations","l":"atomic"},"excludeResourceRules":{"t":"?[@admissionregistration/v1alpha1.NamedRuleWithOperations","l":"atomic"},"matchPolicy":{"t":"?s","e":["Exact","Equivalent"]}}
MutatingAdmissionPolicy	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@admissionregistration/v1alpha1.MutatingAdmissionPolicySpec"}
MutatingAdmissionPolicyBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@admissionregistration/v1alpha1.MutatingAdmissionPolicyBindingSpec"}
MutatingAdmissionPolicyBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1alpha1.MutatingAdmissionPolicyBinding"}
MutatingAdmissionPolicyBindingSpec		{"policyName":"?s","paramRef":{"t":"?@admissionregistration/v1alpha1.ParamRef","m":"atomic"},"matchResources":{"t":"?@admissionregistration/v1alpha1.MatchResources","m":"atomic"}}
MutatingAdmissionPolicyList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1alpha1.MutatingAdmissionPolicy"}
MutatingAdmissionPolicySpec		{"paramKind":{"t":"?@admissionregistration/v1alpha1.ParamKind","m":"atomic"},"matchConstraints":{"t":"?@admissionregistration/v1alpha1.MatchResources","m":"atomic"},"variables":{"t":"?[@admissionregistration/v1alpha1.Variable","l":"atomic"},"mutations":{"t":"?[@admissionregistration/v1alpha1.Mutation","l":"atomic"},"failurePolicy":{"t":"?s","e":["Ignore","Fail"]},"matchConditions":{"t":"?[@admissionregistration/v1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"},"reinvocationPolicy":{"t":"?s","e":["Never","IfNeeded"]}}
Mutation		{"patchType":{"t":"!s","e":["ApplyConfiguration","JSONPatch"]},"applyConfiguration":"?@admissionregistration/v1alpha1.ApplyConfiguration","jsonPatch":"?@admissionregistration/v1alpha1.JSONPatch"}
NamedRuleWithOperations	a	{"apiGroups":{"t":"?[s","l":"atomic"},"apiVersions":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"scope":{"t":"?s","e":["Cluster","Namespaced","*"]},"operations":{"t":"?[s","l":"atomic","e":["*","CREATE","UPDATE","DELETE","CONNECT"]},"resourceNames":{"t":"?[s","l":"atomic"}}
ParamKind	a	{"apiVersion":"?s","kind":"?s"}
ParamRef	a	{"name":"?s","namespace":"?s","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"parameterNotFoundAction":{"t":"?s","e":["Allow","Deny"]}}
TypeChecking		{"expressionWarnings":{"t":"?[@admissionregistration/v1alpha1.ExpressionWarning","l":"atomic"}}
ValidatingAdmissionPolicy	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@admissionregistration/v1alpha1.ValidatingAdmissionPolicySpec","status":"?@admissionregistration/v1alpha1.ValidatingAdmissionPolicyStatus"}
ValidatingAdmissionPolicyBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@admissionregistration/v1alpha1.ValidatingAdmissionPolicyBindingSpec"}
ValidatingAdmissionPolicyBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1alpha1.ValidatingAdmissionPolicyBinding"}
ValidatingAdmissionPolicyBindingSpec		{"policyName":"!?s","paramRef":{"t":"?@admissionregistration/v1alpha1.ParamRef","m":"atomic"},"matchResources":{"t":"?@admissionregistration/v1alpha1.MatchResources","m":"atomic"},"validationActions":{"t":"!?[s","l":"set","e":["Deny","Warn","Audit"]}}
ValidatingAdmissionPolicyList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1alpha1.ValidatingAdmissionPolicy"}
ValidatingAdmissionPolicySpec		{"paramKind":{"t":"?@admissionregistration/v1alpha1.ParamKind","m":"atomic"},"matchConstraints":{"t":"?@admissionregistration/v1alpha1.MatchResources","m":"atomic"},"validations":{"t":"?[@admissionregistration/v1alpha1.Validation","l":"atomic"},"failurePolicy":{"t":"?s","e":["Ignore","Fail"]},"auditAnnotations":{"t":"?[@admissionregistration/v1alpha1.AuditAnnotation","l":"atomic"},"matchConditions":{"t":"?[@admissionregistration/v1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"},"variables":{"t":"?[@admissionregistration/v1alpha1.Variable","l":"map","k":["name"],"p":"merge","g":"name"}}
ValidatingAdmissionPolicyStatus		{"observedGeneration":"?i","typeChecking":"?@admissionregistration/v1alpha1.TypeChecking","conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"]}}
Validation		{"expression":"!s","message":"?s","reason":"?s","messageExpression":"?s"}
Variable		{"name":"!s","expression":"!s"}
#admissionregistration/v1beta1	io.k8s.api.admissionregistration.v1beta1	admissionregistration.k8s.io
ApplyConfiguration		{"expression":"?s"}
AuditAnnotation		{"key":"!s","valueExpression":"!s"}
ExpressionWarning		{"fieldRef":"!s","warning":"!s"}
JSONPatch		{"expression":"?s"}
MatchCondition		{"name":"!s","expression":"!s"}
MatchResources	a	{"namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"objectSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"resourceRules":{"t":"?[@admissionregistration/v1beta1.NamedRuleWithOperations","l":"atomic"},"excludeResourceRules":{"t":"?[@admissionregistration/v1beta1.NamedRuleWithOperations","l":"atomic"},"matchPolicy":"?s"}
MutatingAdmissionPolicy	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@admissionregistration/v1beta1.MutatingAdmissionPolicySpec"}
MutatingAdmissionPolicyBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@admissionregistration/v1beta1.MutatingAdmissionPolicyBindingSpec"}
MutatingAdmissionPolicyBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1beta1.MutatingAdmissionPolicyBinding"}
MutatingAdmissionPolicyBindingSpec		{"policyName":"?s","paramRef":{"t":"?@admissionregistration/v1beta1.ParamRef","m":"atomic"},"matchResources":{"t":"?@admissionregistration/v1beta1.MatchResources","m":"atomic"}}
MutatingAdmissionPolicyList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1beta1.MutatingAdmissionPolicy"}
MutatingAdmissionPolicySpec		{"paramKind":{"t":"?@admissionregistration/v1beta1.ParamKind","m":"atomic"},"matchConstraints":{"t":"?@admissionregistration/v1beta1.MatchResources","m":"atomic"},"variables":{"t":"?[@admissionregistration/v1beta1.Variable","l":"atomic"},"mutations":{"t":"?[@admissionregistration/v1beta1.Mutation","l":"atomic"},"failurePolicy":"?s","matchConditions":{"t":"?[@admissionregistration/v1beta1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"},"reinvocationPolicy":{"t":"?s","e":["Never","IfNeeded"]}}
MutatingWebhook		{"name":"!s","clientConfig":"!@admissionregistration/v1beta1.WebhookClientConfig","rules":{"t":"?[@admissionregistration/v1.RuleWithOperations","l":"atomic"},"failurePolicy":"?s","matchPolicy":"?s","namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"objectSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"sideEffects":"?s","timeoutSeconds":"?i","admissionReviewVersions":{"t":"?[s","l":"atomic"},"reinvocationPolicy":{"t":"?s","e":["Never","IfNeeded"]},"matchConditions":{"t":"?[@admissionregistration/v1beta1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"}}
MutatingWebhookConfiguration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","webhooks":{"t":"?[@admissionregistration/v1beta1.MutatingWebhook","l":"map","k":["name"],"p":"merge","g":"name"}}
MutatingWebhookConfigurationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1beta1.MutatingWebhookConfiguration"}
Mutation		{"patchType":{"t":"!s","e":["ApplyConfiguration","JSONPatch"]},"applyConfiguration":"?@admissionregistration/v1beta1.ApplyConfiguration","jsonPatch":"?@admissionregistration/v1beta1.JSONPatch"}
NamedRuleWithOperations	a	{"apiGroups":{"t":"?[s","l":"atomic"},"apiVersions":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"scope":{"t":"?s","e":["Cluster","Namespaced","*"]},"operations":{"t":"?[s","l":"atomic","e":["*","CREATE","UPDATE","DELETE","CONNECT"]},"resourceNames":{"t":"?[s","l":"atomic"}}
ParamKind	a	{"apiVersion":"?s","kind":"?s"}
ParamRef	a	{"name":"?s","namespace":"?s","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"parameterNotFoundAction":"?s"}
ServiceReference		{"namespace":"!s","name":"!s","path":"?s","port":"?i"}
TypeChecking		{"expressionWarnings":{"t":"?[@admissionregistration/v1beta1.ExpressionWarning","l":"atomic"}}
ValidatingAdmissionPolicy	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@admissionregistration/v1beta1.ValidatingAdmissionPolicySpec","status":"?@admissionregistration/v1beta1.ValidatingAdmissionPolicyStatus"}
ValidatingAdmissionPolicyBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@admissionregistration/v1beta1.ValidatingAdmissionPolicyBindingSpec"}
ValidatingAdmissionPolicyBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1beta1.ValidatingAdmissionPolicyBinding"}
ValidatingAdmissionPolicyBindingSpec		{"policyName":"!?s","paramRef":{"t":"?@admissionregistration/v1beta1.ParamRef","m":"atomic"},"matchResources":{"t":"?@admissionregistration/v1beta1.MatchResources","m":"atomic"},"validationActions":{"t":"!?[s","l":"set","e":["Deny","Warn","Audit"]}}
ValidatingAdmissionPolicyList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1beta1.ValidatingAdmissionPolicy"}
ValidatingAdmissionPolicySpec		{"paramKind":{"t":"?@admissionregistration/v1beta1.ParamKind","m":"atomic"},"matchConstraints":{"t":"?@admissionregistration/v1beta1.MatchResources","m":"atomic"},"validations":{"t":"?[@admissionregistration/v1beta1.Validation","l":"atomic"},"failurePolicy":"?s","auditAnnotations":{"t":"?[@admissionregistration/v1beta1.AuditAnnotation","l":"atomic"},"matchConditions":{"t":"?[@admissionregistration/v1beta1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"},"variables":{"t":"?[@admissionregistration/v1beta1.Variable","l":"map","k":["name"],"p":"merge","g":"name"}}
ValidatingAdmissionPolicyStatus		{"observedGeneration":"?i","typeChecking":"?@admissionregistration/v1beta1.TypeChecking","conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"]}}
ValidatingWebhook		{"name":"!s","clientConfig":"!@admissionregistration/v1beta1.WebhookClientConfig","rules":{"t":"?[@admissionregistration/v1.RuleWithOperations","l":"atomic"},"failurePolicy":"?s","matchPolicy":"?s","namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"objectSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"sideEffects":{"t":"?s","l":"atomic"},"timeoutSeconds":"?i","admissionReviewVersions":{"t":"?[s","l":"atomic"},"matchConditions":{"t":"?[@admissionregistration/v1beta1.MatchCondition","l":"map","k":["name"],"p":"merge","g":"name"}}
ValidatingWebhookConfiguration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","webhooks":{"t":"?[@admissionregistration/v1beta1.ValidatingWebhook","l":"map","k":["name"],"p":"merge","g":"name"}}
ValidatingWebhookConfigurationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@admissionregistration/v1beta1.ValidatingWebhookConfiguration"}
Validation		{"expression":"!s","message":"?s","reason":"?s","messageExpression":"?s"}
Variable	a	{"name":"!s","expression":"!s"}
WebhookClientConfig		{"url":"?s","service":"?@admissionregistration/v1beta1.ServiceReference","caBundle":"?B"}
#apidiscovery/v2	io.k8s.api.apidiscovery.v2	apidiscovery.k8s.io
APIGroupDiscovery	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","versions":{"t":"?[@apidiscovery/v2.APIVersionDiscovery","l":"map","k":["version"]}}
APIGroupDiscoveryList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"[@apidiscovery/v2.APIGroupDiscovery"}
APIResourceDiscovery		{"resource":"s","responseKind":"?@meta/v1.GroupVersionKind","scope":"s","singularResource":"s","verbs":{"t":"[s","l":"set"},"shortNames":{"t":"?[s","l":"set"},"categories":{"t":"?[s","l":"set"},"subresources":{"t":"?[@apidiscovery/v2.APISubresourceDiscovery","l":"map","k":["subresource"]}}
APISubresourceDiscovery		{"subresource":"s","responseKind":"?@meta/v1.GroupVersionKind","acceptedTypes":{"t":"?[@meta/v1.GroupVersionKind","l":"map","k":["group","version","kind"]},"verbs":{"t":"[s","l":"set"}}
APIVersionDiscovery		{"version":"s","resources":{"t":"?[@apidiscovery/v2.APIResourceDiscovery","l":"map","k":["resource"]},"freshness":"?s"}
#apidiscovery/v2beta1	io.k8s.api.apidiscovery.v2beta1	apidiscovery.k8s.io
APIGroupDiscovery	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","versions":{"t":"?[@apidiscovery/v2beta1.APIVersionDiscovery","l":"map","k":["version"]}}
APIGroupDiscoveryList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"[@apidiscovery/v2beta1.APIGroupDiscovery"}
APIResourceDiscovery		{"resource":"s","responseKind":"?@meta/v1.GroupVersionKind","scope":"s","singularResource":"s","verbs":{"t":"[s","l":"set"},"shortNames":{"t":"?[s","l":"set"},"categories":{"t":"?[s","l":"set"},"subresources":{"t":"?[@apidiscovery/v2beta1.APISubresourceDiscovery","l":"map","k":["subresource"]}}
APISubresourceDiscovery		{"subresource":"s","responseKind":"?@meta/v1.GroupVersionKind","acceptedTypes":{"t":"?[@meta/v1.GroupVersionKind","l":"map","k":["group","version","kind"]},"verbs":{"t":"[s","l":"set"}}
APIVersionDiscovery		{"version":"s","resources":{"t":"?[@apidiscovery/v2beta1.APIResourceDiscovery","l":"map","k":["resource"]},"freshness":"?s"}
#apiextensions/v1	io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1	apiextensions.k8s.io
ConversionRequest		{"uid":"!s","desiredAPIVersion":"!s","objects":{"t":"![j","l":"atomic"}}
ConversionResponse		{"uid":"!s","convertedObjects":{"t":"![j","l":"atomic"},"result":"!@meta/v1.Status"}
ConversionReview	k	{"kind":"?s","apiVersion":"?s","request":"?@apiextensions/v1.ConversionRequest","response":"?@apiextensions/v1.ConversionResponse"}
CustomResourceColumnDefinition		{"name":"!s","type":"!s","format":"?s","description":"?s","priority":"?i","jsonPath":"!s"}
CustomResourceConversion		{"strategy":"!s","webhook":"?@apiextensions/v1.WebhookConversion"}
CustomResourceDefinition	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@apiextensions/v1.CustomResourceDefinitionSpec","status":"?@apiextensions/v1.CustomResourceDefinitionStatus"}
CustomResourceDefinitionCondition		{"type":"!s","status":"!s","lastTransitionTime":"?t","reason":"?s","message":"?s","observedGeneration":"?i"}
CustomResourceDefinitionList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apiextensions/v1.CustomResourceDefinition"}
CustomResourceDefinitionNames		{"plural":"!s","singular":"?s","shortNames":{"t":"?[s","l":"atomic"},"kind":"!s","listKind":"?s","categories":{"t":"?[s","l":"atomic"}}
CustomResourceDefinitionSpec		{"group":"!s","names":"!@apiextensions/v1.CustomResourceDefinitionNames","scope":"!s","versions":{"t":"![@apiextensions/v1.CustomResourceDefinitionVersion","l":"atomic"},"conversion":"?@apiextensions/v1.CustomResourceConversion","preserveUnknownFields":"?b"}
CustomResourceDefinitionStatus		{"conditions":{"t":"[@apiextensions/v1.CustomResourceDefinitionCondition","l":"map","k":["type"]},"acceptedNames":"@apiextensions/v1.CustomResourceDefinitionNames","storedVersions":{"t":"[s","l":"atomic"},"observedGeneration":"?i"}
CustomResourceDefinitionVersion		{"name":"!s","served":"!b","storage":"!b","deprecated":"?b","deprecationWarning":"?s","schema":"?@apiextensions/v1.CustomResourceValidation","subresources":"?@apiextensions/v1.CustomResourceSubresources","additionalPrinterColumns":{"t":"?[@apiextensions/v1.CustomResourceColumnDefinition","l":"atomic"},"selectableFields":{"t":"?[@apiextensions/v1.SelectableField","l":"atomic"}}
CustomResourceSubresourceScale		{"specReplicasPath":"!s","statusReplicasPath":"!s","labelSelectorPath":"?s"}
CustomResourceSubresourceStatus		{}
CustomResourceSubresources		{"status":"?@apiextensions/v1.CustomResourceSubresourceStatus","scale":"?@apiextensions/v1.CustomResourceSubresourceScale"}
CustomResourceValidation		{"openAPIV3Schema":"?@apiextensions/v1.JSONSchemaProps"}
ExternalDocumentation		{"description":"?s","url":"?s"}
JSONSchemaProps		{"id":"?s","$schema":"?s","$ref":"?s","description":"?s","type":"?s","format":"?s","title":"?s","default":"?j","maximum":"?n","exclusiveMaximum":"?b","minimum":"?n","exclusiveMinimum":"?b","maxLength":"?i","minLength":"?i","pattern":"?s","maxItems":"?i","minItems":"?i","uniqueItems":"?b","multipleOf":"?n","enum":{"t":"?[j","l":"atomic"},"maxProperties":"?i","minProperties":"?i","required":{"t":"?[s","l":"atomic"},"items":"?j","allOf":{"t":"?[@apiextensions/v1.JSONSchemaProps","l":"atomic"},"oneOf":{"t":"?[@apiextensions/v1.JSONSchemaProps","l":"atomic"},"anyOf":{"t":"?[@apiextensions/v1.JSONSchemaProps","l":"atomic"},"not":"?@apiextensions/v1.JSONSchemaProps","properties":"?{@apiextensions/v1.JSONSchemaProps","additionalProperties":"?j","patternProperties":"?{@apiextensions/v1.JSONSchemaProps","dependencies":"?{j","additionalItems":"?j","definitions":"?{@apiextensions/v1.JSONSchemaProps","externalDocs":"?@apiextensions/v1.ExternalDocumentation","example":"?j","nullable":"?b","x-kubernetes-preserve-unknown-fields":"?b","x-kubernetes-embedded-resource":"?b","x-kubernetes-int-or-string":"?b","x-kubernetes-list-map-keys":{"t":"?[s","l":"atomic"},"x-kubernetes-list-type":"?s","x-kubernetes-map-type":"?s","x-kubernetes-validations":{"t":"?[@apiextensions/v1.ValidationRule","l":"map","k":["rule"],"p":"merge","g":"rule"}}
SelectableField		{"jsonPath":"!s"}
ServiceReference		{"namespace":"!s","name":"!s","path":"?s","port":"?i"}
ValidationRule		{"rule":"!s","message":"?s","messageExpression":"?s","reason":{"t":"?s","e":["FieldValueRequired","FieldValueDuplicate","FieldValueInvalid","FieldValueForbidden"]},"fieldPath":"?s","optionalOldSelf":"?b"}
WebhookClientConfig		{"url":"?s","service":"?@apiextensions/v1.ServiceReference","caBundle":"?B"}
WebhookConversion		{"clientConfig":"?@apiextensions/v1.WebhookClientConfig","conversionReviewVersions":{"t":"![s","l":"atomic"}}
#apiregistration/v1	io.k8s.kube-aggregator.pkg.apis.apiregistration.v1	apiregistration.k8s.io
APIService	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@apiregistration/v1.APIServiceSpec","status":"?@apiregistration/v1.APIServiceStatus"}
APIServiceCondition		{"type":"!s","status":"!s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
APIServiceList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apiregistration/v1.APIService"}
APIServiceSpec		{"service":"?@apiregistration/v1.ServiceReference","group":"?s","version":"?s","insecureSkipTLSVerify":"?b","caBundle":{"t":"?B","l":"atomic"},"groupPriorityMinimum":"!i","versionPriority":"!i"}
APIServiceStatus		{"conditions":{"t":"?[@apiregistration/v1.APIServiceCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
ServiceReference		{"namespace":"?s","name":"?s","port":"?i"}
#apiserverinternal/v1alpha1	io.k8s.api.apiserverinternal.v1alpha1	internal.apiserver.k8s.io
ServerStorageVersion		{"apiServerID":"!?s","encodingVersion":"!?s","decodableVersions":{"t":"!?[s","l":"set"},"servedVersions":{"t":"?[s","l":"set"}}
StorageVersion	k	{"kind":"?s","apiVersion":"?s","metadata":"!?@meta/v1.ObjectMeta","spec":"@apiserverinternal/v1alpha1.StorageVersionSpec","status":"@apiserverinternal/v1alpha1.StorageVersionStatus"}
StorageVersionCondition		{"type":"!s","status":"!s","observedGeneration":"?i","lastTransitionTime":"?t","reason":"!s","message":"!?s"}
StorageVersionList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apiserverinternal/v1alpha1.StorageVersion"}
StorageVersionSpec		{}
StorageVersionStatus		{"storageVersions":{"t":"?[@apiserverinternal/v1alpha1.ServerStorageVersion","l":"map","k":["apiServerID"]},"commonEncodingVersion":"?s","conditions":{"t":"?[@apiserverinternal/v1alpha1.StorageVersionCondition","l":"map","k":["type"]}}
#apps/v1	io.k8s.api.apps.v1	apps
ControllerRevision	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","data":"!j","revision":"i"}
ControllerRevisionList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1.ControllerRevision"}
DaemonSet	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1.DaemonSetSpec","status":"?@apps/v1.DaemonSetStatus"}
DaemonSetCondition		{"type":"s","status":"s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
DaemonSetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1.DaemonSet"}
DaemonSetSpec		{"selector":{"t":"!@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","updateStrategy":"?@apps/v1.DaemonSetUpdateStrategy","minReadySeconds":"?i","revisionHistoryLimit":"?i"}
DaemonSetStatus		{"currentNumberScheduled":"!i","numberMisscheduled":"!i","desiredNumberScheduled":"!i","numberReady":"!i","observedGeneration":"?i","updatedNumberScheduled":"?i","numberAvailable":"?i","numberUnavailable":"?i","collisionCount":"?i","conditions":{"t":"?[@apps/v1.DaemonSetCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
DaemonSetUpdateStrategy		{"type":{"t":"?s","e":["RollingUpdate","OnDelete"]},"rollingUpdate":"?@apps/v1.RollingUpdateDaemonSet"}
Deployment	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1.DeploymentSpec","status":"?@apps/v1.DeploymentStatus"}
DeploymentCondition		{"type":"s","status":"s","lastUpdateTime":"?t","lastTransitionTime":"?t","reason":"?s","message":"?s"}
DeploymentList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1.Deployment"}
DeploymentSpec		{"replicas":"?i","selector":{"t":"!@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","strategy":{"t":"?@apps/v1.DeploymentStrategy","p":"retainKeys"},"minReadySeconds":"?i","revisionHistoryLimit":"?i","paused":"?b","progressDeadlineSeconds":"?i"}
DeploymentStatus		{"observedGeneration":"?i","replicas":"?i","updatedReplicas":"?i","readyReplicas":"?i","availableReplicas":"?i","unavailableReplicas":"?i","terminatingReplicas":"?i","conditions":{"t":"?[@apps/v1.DeploymentCondition","l":"map","k":["type"],"p":"merge","g":"type"},"collisionCount":"?i"}
DeploymentStrategy		{"type":{"t":"?s","e":["Recreate","RollingUpdate"]},"rollingUpdate":"?@apps/v1.RollingUpdateDeployment"}
ReplicaSet	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1.ReplicaSetSpec","status":"?@apps/v1.ReplicaSetStatus"}
ReplicaSetCondition		{"type":"s","status":"s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
ReplicaSetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1.ReplicaSet"}
ReplicaSetSpec		{"replicas":"?i","minReadySeconds":"?i","selector":{"t":"!@meta/v1.LabelSelector","m":"atomic"},"template":"?@core/v1.PodTemplateSpec"}
ReplicaSetStatus		{"replicas":"!i","fullyLabeledReplicas":"?i","readyReplicas":"?i","availableReplicas":"?i","terminatingReplicas":"?i","observedGeneration":"?i","conditions":{"t":"?[@apps/v1.ReplicaSetCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
RollingUpdateDaemonSet		{"maxUnavailable":"?x","maxSurge":"?x"}
RollingUpdateDeployment		{"maxUnavailable":"?x","maxSurge":"?x"}
RollingUpdateStatefulSetStrategy		{"partition":"?i","maxUnavailable":"?x"}
StatefulSet	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1.StatefulSetSpec","status":"?@apps/v1.StatefulSetStatus"}
StatefulSetCondition		{"type":"s","status":"s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
StatefulSetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1.StatefulSet"}
StatefulSetOrdinals		{"start":"i"}
StatefulSetPersistentVolumeClaimRetentionPolicy		{"whenDeleted":"?s","whenScaled":"?s"}
StatefulSetSpec		{"replicas":"?i","selector":{"t":"!@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","volumeClaimTemplates":{"t":"?[@core/v1.PersistentVolumeClaim","l":"atomic"},"serviceName":"s","podManagementPolicy":{"t":"?s","e":["OrderedReady","Parallel"]},"updateStrategy":"?@apps/v1.StatefulSetUpdateStrategy","revisionHistoryLimit":"?i","minReadySeconds":"?i","persistentVolumeClaimRetentionPolicy":"?@apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy","ordinals":"?@apps/v1.StatefulSetOrdinals"}
StatefulSetStatus		{"observedGeneration":"?i","replicas":"!i","readyReplicas":"?i","currentReplicas":"?i","updatedReplicas":"?i","currentRevision":"?s","updateRevision":"?s","collisionCount":"?i","conditions":{"t":"?[@apps/v1.StatefulSetCondition","l":"map","k":["type"],"p":"merge","g":"type"},"availableReplicas":"i"}
StatefulSetUpdateStrategy		{"type":{"t":"?s","e":["RollingUpdate","OnDelete","Recreate"]},"rollingUpdate":"?@apps/v1.RollingUpdateStatefulSetStrategy"}
#apps/v1beta1	io.k8s.api.apps.v1beta1	apps
ControllerRevision	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","data":"!j","revision":"i"}
ControllerRevisionList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1beta1.ControllerRevision"}
Deployment	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1beta1.DeploymentSpec","status":"?@apps/v1beta1.DeploymentStatus"}
DeploymentCondition		{"type":"s","status":"s","lastUpdateTime":"?t","lastTransitionTime":"?t","reason":"?s","message":"?s"}
DeploymentList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1beta1.Deployment"}
DeploymentRollback	k	{"kind":"?s","apiVersion":"?s","name":"!s","updatedAnnotations":"?{s","rollbackTo":"@apps/v1beta1.RollbackConfig"}
DeploymentSpec		{"replicas":"?i","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","strategy":{"t":"?@apps/v1beta1.DeploymentStrategy","p":"retainKeys"},"minReadySeconds":"?i","revisionHistoryLimit":"?i","paused":"?b","rollbackTo":"?@apps/v1beta1.RollbackConfig","progressDeadlineSeconds":"?i"}
DeploymentStatus		{"observedGeneration":"?i","replicas":"?i","updatedReplicas":"?i","readyReplicas":"?i","availableReplicas":"?i","unavailableReplicas":"?i","terminatingReplicas":"?i","conditions":{"t":"?[@apps/v1beta1.DeploymentCondition","l":"map","k":["type"],"p":"merge","g":"type"},"collisionCount":"?i"}
DeploymentStrategy		{"type":"?s","rollingUpdate":"?@apps/v1beta1.RollingUpdateDeployment"}
RollbackConfig		{"revision":"?i"}
RollingUpdateDeployment		{"maxUnavailable":"?x","maxSurge":"?x"}
RollingUpdateStatefulSetStrategy		{"partition":"?i","maxUnavailable":"?x"}
Scale	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@apps/v1beta1.ScaleSpec","status":"?@apps/v1beta1.ScaleStatus"}
ScaleSpec		{"replicas":{"t":"?i","d":0}}
ScaleStatus		{"replicas":"i","selector":"?{s","targetSelector":"?s"}
StatefulSet	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1beta1.StatefulSetSpec","status":"?@apps/v1beta1.StatefulSetStatus"}
StatefulSetCondition		{"type":"s","status":"s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
StatefulSetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1beta1.StatefulSet"}
StatefulSetOrdinals		{"start":"i"}
StatefulSetPersistentVolumeClaimRetentionPolicy		{"whenDeleted":"?s","whenScaled":"?s"}
StatefulSetSpec		{"replicas":"?i","selector":{"t":"!?@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","volumeClaimTemplates":{"t":"?[@core/v1.PersistentVolumeClaim","l":"atomic"},"serviceName":"s","podManagementPolicy":"?s","updateStrategy":"?@apps/v1beta1.StatefulSetUpdateStrategy","revisionHistoryLimit":"?i","minReadySeconds":"?i","persistentVolumeClaimRetentionPolicy":"?@apps/v1beta1.StatefulSetPersistentVolumeClaimRetentionPolicy","ordinals":"?@apps/v1beta1.StatefulSetOrdinals"}
StatefulSetStatus		{"observedGeneration":"?i","replicas":"!i","readyReplicas":"?i","currentReplicas":"?i","updatedReplicas":"?i","currentRevision":"?s","updateRevision":"?s","collisionCount":"?i","conditions":{"t":"?[@apps/v1beta1.StatefulSetCondition","l":"map","k":["type"],"p":"merge","g":"type"},"availableReplicas":"i"}
StatefulSetUpdateStrategy		{"type":"?s","rollingUpdate":"?@apps/v1beta1.RollingUpdateStatefulSetStrategy"}
#apps/v1beta2	io.k8s.api.apps.v1beta2	apps
ControllerRevision	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","data":"!j","revision":"i"}
ControllerRevisionList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1beta2.ControllerRevision"}
DaemonSet	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1beta2.DaemonSetSpec","status":"?@apps/v1beta2.DaemonSetStatus"}
DaemonSetCondition		{"type":"s","status":"s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
DaemonSetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1beta2.DaemonSet"}
DaemonSetSpec		{"selector":{"t":"!@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","updateStrategy":"?@apps/v1beta2.DaemonSetUpdateStrategy","minReadySeconds":"?i","revisionHistoryLimit":"?i"}
DaemonSetStatus		{"currentNumberScheduled":"!i","numberMisscheduled":"!i","desiredNumberScheduled":"!i","numberReady":"!i","observedGeneration":"?i","updatedNumberScheduled":"?i","numberAvailable":"?i","numberUnavailable":"?i","collisionCount":"?i","conditions":{"t":"?[@apps/v1beta2.DaemonSetCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
DaemonSetUpdateStrategy		{"type":"?s","rollingUpdate":"?@apps/v1beta2.RollingUpdateDaemonSet"}
Deployment	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1beta2.DeploymentSpec","status":"?@apps/v1beta2.DeploymentStatus"}
DeploymentCondition		{"type":"s","status":"s","lastUpdateTime":"?t","lastTransitionTime":"?t","reason":"?s","message":"?s"}
DeploymentList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1beta2.Deployment"}
DeploymentSpec		{"replicas":"?i","selector":{"t":"!@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","strategy":{"t":"?@apps/v1beta2.DeploymentStrategy","p":"retainKeys"},"minReadySeconds":"?i","revisionHistoryLimit":"?i","paused":"?b","progressDeadlineSeconds":"?i"}
DeploymentStatus		{"observedGeneration":"?i","replicas":"?i","updatedReplicas":"?i","readyReplicas":"?i","availableReplicas":"?i","unavailableReplicas":"?i","terminatingReplicas":"?i","conditions":{"t":"?[@apps/v1beta2.DeploymentCondition","l":"map","k":["type"],"p":"merge","g":"type"},"collisionCount":"?i"}
DeploymentStrategy		{"type":"?s","rollingUpdate":"?@apps/v1beta2.RollingUpdateDeployment"}
ReplicaSet	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1beta2.ReplicaSetSpec","status":"?@apps/v1beta2.ReplicaSetStatus"}
ReplicaSetCondition		{"type":"s","status":"s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
ReplicaSetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1beta2.ReplicaSet"}
ReplicaSetSpec		{"replicas":"?i","minReadySeconds":"?i","selector":{"t":"!@meta/v1.LabelSelector","m":"atomic"},"template":"?@core/v1.PodTemplateSpec"}
ReplicaSetStatus		{"replicas":"!i","fullyLabeledReplicas":"?i","readyReplicas":"?i","availableReplicas":"?i","terminatingReplicas":"?i","observedGeneration":"?i","conditions":{"t":"?[@apps/v1beta2.ReplicaSetCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
RollingUpdateDaemonSet		{"maxUnavailable":"?x","maxSurge":"?x"}
RollingUpdateDeployment		{"maxUnavailable":"?x","maxSurge":"?x"}
RollingUpdateStatefulSetStrategy		{"partition":"?i","maxUnavailable":"?x"}
Scale	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@apps/v1beta2.ScaleSpec","status":"?@apps/v1beta2.ScaleStatus"}
ScaleSpec		{"replicas":{"t":"?i","d":0}}
ScaleStatus		{"replicas":"i","selector":{"t":"?{s","m":"atomic"},"targetSelector":"?s"}
StatefulSet	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@apps/v1beta2.StatefulSetSpec","status":"?@apps/v1beta2.StatefulSetStatus"}
StatefulSetCondition		{"type":"s","status":"s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
StatefulSetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@apps/v1beta2.StatefulSet"}
StatefulSetOrdinals		{"start":"i"}
StatefulSetPersistentVolumeClaimRetentionPolicy		{"whenDeleted":"?s","whenScaled":"?s"}
StatefulSetSpec		{"replicas":"?i","selector":{"t":"!@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","volumeClaimTemplates":{"t":"?[@core/v1.PersistentVolumeClaim","l":"atomic"},"serviceName":"s","podManagementPolicy":"?s","updateStrategy":"?@apps/v1beta2.StatefulSetUpdateStrategy","revisionHistoryLimit":"?i","minReadySeconds":"?i","persistentVolumeClaimRetentionPolicy":"?@apps/v1beta2.StatefulSetPersistentVolumeClaimRetentionPolicy","ordinals":"?@apps/v1beta2.StatefulSetOrdinals"}
StatefulSetStatus		{"observedGeneration":"?i","replicas":"!i","readyReplicas":"?i","currentReplicas":"?i","updatedReplicas":"?i","currentRevision":"?s","updateRevision":"?s","collisionCount":"?i","conditions":{"t":"?[@apps/v1beta2.StatefulSetCondition","l":"map","k":["type"],"p":"merge","g":"type"},"availableReplicas":"i"}
StatefulSetUpdateStrategy		{"type":"?s","rollingUpdate":"?@apps/v1beta2.RollingUpdateStatefulSetStrategy"}
#authentication/v1	io.k8s.api.authentication.v1	authentication.k8s.io
BoundObjectReference		{"kind":"?s","apiVersion":"?s","name":"?s","uid":"?s"}
SelfSubjectReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","status":"?@authentication/v1.SelfSubjectReviewStatus"}
SelfSubjectReviewStatus		{"userInfo":"?@authentication/v1.UserInfo"}
TokenRequest	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@authentication/v1.TokenRequestSpec","status":"?@authentication/v1.TokenRequestStatus"}
TokenRequestSpec		{"audiences":{"t":"[s","l":"atomic"},"expirationSeconds":"i","boundObjectRef":"@authentication/v1.BoundObjectReference","attestations":"?{[s"}
TokenRequestStatus		{"token":"s","expirationTimestamp":"t"}
TokenReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authentication/v1.TokenReviewSpec","status":"?@authentication/v1.TokenReviewStatus"}
TokenReviewSpec		{"token":"!?s","audiences":{"t":"?[s","l":"atomic"}}
TokenReviewStatus		{"authenticated":"?b","user":"?@authentication/v1.UserInfo","audiences":{"t":"?[s","l":"atomic"},"error":"?s"}
UserInfo		{"username":"?s","uid":"?s","groups":{"t":"?[s","l":"atomic"},"extra":"?{[s"}
#authentication/v1alpha1	io.k8s.api.authentication.v1alpha1	authentication.k8s.io
SelfSubjectReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","status":"?@authentication/v1alpha1.SelfSubjectReviewStatus"}
SelfSubjectReviewStatus		{"userInfo":"?@authentication/v1.UserInfo"}
#authentication/v1beta1	io.k8s.api.authentication.v1beta1	authentication.k8s.io
SelfSubjectReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","status":"?@authentication/v1beta1.SelfSubjectReviewStatus"}
SelfSubjectReviewStatus		{"userInfo":"?@authentication/v1.UserInfo"}
TokenReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authentication/v1beta1.TokenReviewSpec","status":"?@authentication/v1beta1.TokenReviewStatus"}
TokenReviewSpec		{"token":"!?s","audiences":{"t":"?[s","l":"atomic"}}
TokenReviewStatus		{"authenticated":"?b","user":"?@authentication/v1beta1.UserInfo","audiences":{"t":"?[s","l":"atomic"},"error":"?s"}
UserInfo		{"username":"?s","uid":"?s","groups":{"t":"?[s","l":"atomic"},"extra":"?{[s"}
#authorization/v1	io.k8s.api.authorization.v1	authorization.k8s.io
FieldSelectorAttributes		{"rawSelector":"?s","requirements":{"t":"?[@meta/v1.FieldSelectorRequirement","l":"atomic"}}
LabelSelectorAttributes		{"rawSelector":"?s","requirements":{"t":"?[@meta/v1.LabelSelectorRequirement","l":"atomic"}}
LocalSubjectAccessReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authorization/v1.SubjectAccessReviewSpec","status":"?@authorization/v1.SubjectAccessReviewStatus"}
NonResourceAttributes		{"path":"?s","verb":"?s"}
NonResourceRule		{"verbs":{"t":"![s","l":"atomic"},"nonResourceURLs":{"t":"?[s","l":"atomic"}}
ResourceAttributes		{"namespace":"?s","verb":"?s","group":"?s","version":"?s","resource":"?s","subresource":"?s","name":"?s","fieldSelector":"?@authorization/v1.FieldSelectorAttributes","labelSelector":"?@authorization/v1.LabelSelectorAttributes"}
ResourceRule		{"verbs":{"t":"![s","l":"atomic"},"apiGroups":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"resourceNames":{"t":"?[s","l":"atomic"}}
SelfSubjectAccessReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authorization/v1.SelfSubjectAccessReviewSpec","status":"?@authorization/v1.SubjectAccessReviewStatus"}
SelfSubjectAccessReviewSpec		{"resourceAttributes":"?@authorization/v1.ResourceAttributes","nonResourceAttributes":"?@authorization/v1.NonResourceAttributes"}
SelfSubjectRulesReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authorization/v1.SelfSubjectRulesReviewSpec","status":"?@authorization/v1.SubjectRulesReviewStatus"}
SelfSubjectRulesReviewSpec		{"namespace":"?s"}
SubjectAccessReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authorization/v1.SubjectAccessReviewSpec","status":"?@authorization/v1.SubjectAccessReviewStatus"}
SubjectAccessReviewSpec		{"resourceAttributes":"?@authorization/v1.ResourceAttributes","nonResourceAttributes":"?@authorization/v1.NonResourceAttributes","user":"?s","groups":{"t":"?[s","l":"atomic"},"extra":"?{[s","uid":"?s"}
SubjectAccessReviewStatus		{"allowed":"!b","denied":"?b","reason":"?s","evaluationError":"?s"}
SubjectRulesReviewStatus		{"resourceRules":{"t":"![@authorization/v1.ResourceRule","l":"atomic"},"nonResourceRules":{"t":"![@authorization/v1.NonResourceRule","l":"atomic"},"incomplete":"!b","evaluationError":"?s"}
#authorization/v1beta1	io.k8s.api.authorization.v1beta1	authorization.k8s.io
LocalSubjectAccessReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authorization/v1beta1.SubjectAccessReviewSpec","status":"?@authorization/v1beta1.SubjectAccessReviewStatus"}
NonResourceAttributes		{"path":"?s","verb":"?s"}
NonResourceRule		{"verbs":{"t":"![s","l":"atomic"},"nonResourceURLs":{"t":"?[s","l":"atomic"}}
ResourceAttributes		{"namespace":"?s","verb":"?s","group":"?s","version":"?s","resource":"?s","subresource":"?s","name":"?s","fieldSelector":"?@authorization/v1.FieldSelectorAttributes","labelSelector":"?@authorization/v1.LabelSelectorAttributes"}
ResourceRule		{"verbs":{"t":"![s","l":"atomic"},"apiGroups":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"resourceNames":{"t":"?[s","l":"atomic"}}
SelfSubjectAccessReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authorization/v1beta1.SelfSubjectAccessReviewSpec","status":"?@authorization/v1beta1.SubjectAccessReviewStatus"}
SelfSubjectAccessReviewSpec		{"resourceAttributes":"?@authorization/v1beta1.ResourceAttributes","nonResourceAttributes":"?@authorization/v1beta1.NonResourceAttributes"}
SelfSubjectRulesReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authorization/v1beta1.SelfSubjectRulesReviewSpec","status":"?@authorization/v1beta1.SubjectRulesReviewStatus"}
SelfSubjectRulesReviewSpec		{"namespace":"?s"}
SubjectAccessReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@authorization/v1beta1.SubjectAccessReviewSpec","status":"?@authorization/v1beta1.SubjectAccessReviewStatus"}
SubjectAccessReviewSpec		{"resourceAttributes":"?@authorization/v1beta1.ResourceAttributes","nonResourceAttributes":"?@authorization/v1beta1.NonResourceAttributes","user":"?s","group":{"t":"?[s","l":"atomic"},"extra":"?{[s","uid":"?s"}
SubjectAccessReviewStatus		{"allowed":"!b","denied":"?b","reason":"?s","evaluationError":"?s"}
SubjectRulesReviewStatus		{"resourceRules":{"t":"![@authorization/v1beta1.ResourceRule","l":"atomic"},"nonResourceRules":{"t":"![@authorization/v1beta1.NonResourceRule","l":"atomic"},"incomplete":"!b","evaluationError":"?s"}
#autoscaling/v1	io.k8s.api.autoscaling.v1	autoscaling
ContainerResourceMetricSource		{"name":"!s","targetAverageUtilization":"?i","targetAverageValue":"?q","container":"!s"}
ContainerResourceMetricStatus		{"name":"!s","currentAverageUtilization":"?i","currentAverageValue":"!q","container":"!s"}
CrossVersionObjectReference	a	{"kind":"!s","name":"!s","apiVersion":"?s"}
ExternalMetricSource		{"metricName":"!s","metricSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"targetValue":"?q","targetAverageValue":"?q"}
ExternalMetricStatus		{"metricName":"!s","metricSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"currentValue":"!q","currentAverageValue":"?q"}
HorizontalPodAutoscaler	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@autoscaling/v1.HorizontalPodAutoscalerSpec","status":"?@autoscaling/v1.HorizontalPodAutoscalerStatus"}
HorizontalPodAutoscalerCondition		{"type":"!s","status":"!s","lastTransitionTime":"?t","reason":"?s","message":"?s","observedGeneration":"?i"}
HorizontalPodAutoscalerList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@autoscaling/v1.HorizontalPodAutoscaler"}
HorizontalPodAutoscalerSpec		{"scaleTargetRef":{"t":"!@autoscaling/v1.CrossVersionObjectReference","m":"atomic"},"minReplicas":"?i","maxReplicas":"!i","targetCPUUtilizationPercentage":"?i"}
HorizontalPodAutoscalerStatus		{"observedGeneration":"?i","lastScaleTime":"?t","currentReplicas":"!i","desiredReplicas":"!i","currentCPUUtilizationPercentage":"?i"}
MetricSpec		{"type":{"t":"!s","e":["Object","Pods","Resource","ContainerResource","External"]},"object":"?@autoscaling/v1.ObjectMetricSource","pods":"?@autoscaling/v1.PodsMetricSource","resource":"?@autoscaling/v1.ResourceMetricSource","containerResource":"?@autoscaling/v1.ContainerResourceMetricSource","external":"?@autoscaling/v1.ExternalMetricSource"}
MetricStatus		{"type":{"t":"!s","e":["Object","Pods","Resource","ContainerResource","External"]},"object":"?@autoscaling/v1.ObjectMetricStatus","pods":"?@autoscaling/v1.PodsMetricStatus","resource":"?@autoscaling/v1.ResourceMetricStatus","containerResource":"?@autoscaling/v1.ContainerResourceMetricStatus","external":"?@autoscaling/v1.ExternalMetricStatus"}
ObjectMetricSource		{"target":{"t":"!@autoscaling/v1.CrossVersionObjectReference","m":"atomic"},"metricName":"!s","targetValue":"!q","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"averageValue":"?q"}
ObjectMetricStatus		{"target":{"t":"!@autoscaling/v1.CrossVersionObjectReference","m":"atomic"},"metricName":"!s","currentValue":"!q","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"averageValue":"?q"}
PodsMetricSource		{"metricName":"!s","targetAverageValue":"!q","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"}}
PodsMetricStatus		{"metricName":"!s","currentAverageValue":"!q","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"}}
ResourceMetricSource		{"name":"!s","targetAverageUtilization":"?i","targetAverageValue":"?q"}
ResourceMetricStatus		{"name":"!s","currentAverageUtilization":"?i","currentAverageValue":"!q"}
Scale	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@autoscaling/v1.ScaleSpec","status":"?@autoscaling/v1.ScaleStatus"}
ScaleSpec		{"replicas":{"t":"?i","d":0}}
ScaleStatus		{"replicas":"!i","selector":"?s"}
#autoscaling/v2	io.k8s.api.autoscaling.v2	autoscaling
ContainerResourceMetricSource		{"name":"!s","target":"!@autoscaling/v2.MetricTarget","container":"!s"}
ContainerResourceMetricStatus		{"name":"!s","current":"!@autoscaling/v2.MetricValueStatus","container":"!s"}
CrossVersionObjectReference		{"kind":"!s","name":"!s","apiVersion":"?s"}
ExternalMetricSource		{"metric":"!@autoscaling/v2.MetricIdentifier","target":"!@autoscaling/v2.MetricTarget"}
ExternalMetricStatus		{"metric":"!@autoscaling/v2.MetricIdentifier","current":"!@autoscaling/v2.MetricValueStatus"}
HPAScalingPolicy		{"type":"!s","value":"!i","periodSeconds":"!i"}
HPAScalingRules		{"stabilizationWindowSeconds":"?i","selectPolicy":"?s","policies":{"t":"?[@autoscaling/v2.HPAScalingPolicy","l":"atomic"},"tolerance":"?q"}
HorizontalPodAutoscaler	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@autoscaling/v2.HorizontalPodAutoscalerSpec","status":"?@autoscaling/v2.HorizontalPodAutoscalerStatus"}
HorizontalPodAutoscalerBehavior		{"scaleUp":"?@autoscaling/v2.HPAScalingRules","scaleDown":"?@autoscaling/v2.HPAScalingRules"}
HorizontalPodAutoscalerCondition		{"type":"!s","status":"!s","lastTransitionTime":"?t","reason":"?s","message":"?s","observedGeneration":"?i"}
HorizontalPodAutoscalerList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@autoscaling/v2.HorizontalPodAutoscaler"}
HorizontalPodAutoscalerSpec		{"scaleTargetRef":"!@autoscaling/v2.CrossVersionObjectReference","minReplicas":"?i","maxReplicas":"!i","metrics":{"t":"?[@autoscaling/v2.MetricSpec","l":"atomic"},"behavior":"?@autoscaling/v2.HorizontalPodAutoscalerBehavior"}
HorizontalPodAutoscalerStatus		{"observedGeneration":"?i","lastScaleTime":"?t","currentReplicas":"?i","desiredReplicas":"!i","currentMetrics":{"t":"[@autoscaling/v2.MetricStatus","l":"atomic"},"conditions":{"t":"?[@autoscaling/v2.HorizontalPodAutoscalerCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
MetricIdentifier		{"name":"!s","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"}}
MetricSpec		{"type":"!s","object":"?@autoscaling/v2.ObjectMetricSource","pods":"?@autoscaling/v2.PodsMetricSource","resource":"?@autoscaling/v2.ResourceMetricSource","containerResource":"?@autoscaling/v2.ContainerResourceMetricSource","external":"?@autoscaling/v2.ExternalMetricSource"}
MetricStatus		{"type":"!s","object":"?@autoscaling/v2.ObjectMetricStatus","pods":"?@autoscaling/v2.PodsMetricStatus","resource":"?@autoscaling/v2.ResourceMetricStatus","containerResource":"?@autoscaling/v2.ContainerResourceMetricStatus","external":"?@autoscaling/v2.ExternalMetricStatus"}
MetricTarget		{"type":"!s","value":"?q","averageValue":"?q","averageUtilization":"?i"}
MetricValueStatus		{"value":"?q","averageValue":"?q","averageUtilization":"?i"}
ObjectMetricSource		{"describedObject":"!@autoscaling/v2.CrossVersionObjectReference","target":"!@autoscaling/v2.MetricTarget","metric":"!@autoscaling/v2.MetricIdentifier"}
ObjectMetricStatus		{"metric":"!@autoscaling/v2.MetricIdentifier","current":"!@autoscaling/v2.MetricValueStatus","describedObject":"!@autoscaling/v2.CrossVersionObjectReference"}
PodsMetricSource		{"metric":"!@autoscaling/v2.MetricIdentifier","target":"!@autoscaling/v2.MetricTarget"}
PodsMetricStatus		{"metric":"!@autoscaling/v2.MetricIdentifier","current":"!@autoscaling/v2.MetricValueStatus"}
ResourceMetricSource		{"name":"!s","target":"!@autoscaling/v2.MetricTarget"}
ResourceMetricStatus		{"name":"!s","current":"!@autoscaling/v2.MetricValueStatus"}
#batch/v1	io.k8s.api.batch.v1	batch
CronJob	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@batch/v1.CronJobSpec","status":"?@batch/v1.CronJobStatus"}
CronJobList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@batch/v1.CronJob"}
CronJobSpec		{"schedule":"!s","timeZone":"?s","startingDeadlineSeconds":"?i","concurrencyPolicy":{"t":"?s","e":["Allow","Forbid","Replace"]},"suspend":"?b","jobTemplate":"!@batch/v1.JobTemplateSpec","successfulJobsHistoryLimit":"?i","failedJobsHistoryLimit":"?i"}
CronJobStatus		{"active":{"t":"?[@core/v1.ObjectReference","l":"atomic"},"lastScheduleTime":"?t","lastSuccessfulTime":"?t"}
Job	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@batch/v1.JobSpec","status":"?@batch/v1.JobStatus"}
JobCondition		{"type":"!s","status":"!s","lastProbeTime":"?t","lastTransitionTime":"?t","reason":"?s","message":"?s"}
JobList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@batch/v1.Job"}
JobSchedulingConfiguration		{"schedulingPolicy":"?@scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy","schedulingConstraints":"?@scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints","disruptionMode":"?@scheduling/v1alpha3.WorkloadPodGroupDisruptionMode","resourceClaims":{"t":"?[@scheduling/v1alpha3.WorkloadPodGroupResourceClaim","l":"map","k":["name"],"p":"merge","g":"name"}}
JobSpec		{"parallelism":"?i","completions":"?i","activeDeadlineSeconds":"?i","podFailurePolicy":"?@batch/v1.PodFailurePolicy","successPolicy":"?@batch/v1.SuccessPolicy","backoffLimit":"?i","backoffLimitPerIndex":"?i","maxFailedIndexes":"?i","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"manualSelector":"?b","template":"!@core/v1.PodTemplateSpec","ttlSecondsAfterFinished":"?i","completionMode":{"t":"?s","e":["NonIndexed","Indexed"]},"suspend":"?b","podReplacementPolicy":{"t":"?s","e":["TerminatingOrFailed","Failed"]},"managedBy":"?s","scheduling":"?@batch/v1.JobSchedulingConfiguration"}
JobStatus		{"conditions":{"t":"?[@batch/v1.JobCondition","l":"atomic","p":"merge","g":"type"},"startTime":"?t","completionTime":"?t","active":"?i","succeeded":"?i","failed":"?i","terminating":"?i","completedIndexes":"?s","failedIndexes":"?s","uncountedTerminatedPods":"?@batch/v1.UncountedTerminatedPods","ready":"?i"}
JobTemplateSpec		{"metadata":"?@meta/v1.ObjectMeta","spec":"?@batch/v1.JobSpec"}
PodFailurePolicy		{"rules":{"t":"![@batch/v1.PodFailurePolicyRule","l":"atomic"}}
PodFailurePolicyOnExitCodesRequirement		{"containerName":"?s","operator":{"t":"!s","e":["In","NotIn"]},"values":{"t":"![i","l":"set"}}
PodFailurePolicyOnPodConditionsPattern		{"type":"!s","status":"s"}
PodFailurePolicyRule		{"action":{"t":"!s","e":["FailJob","FailIndex","Ignore","Count"]},"onExitCodes":"?@batch/v1.PodFailurePolicyOnExitCodesRequirement","onPodConditions":{"t":"?[@batch/v1.PodFailurePolicyOnPodConditionsPattern","l":"atomic"}}
SuccessPolicy		{"rules":{"t":"![@batch/v1.SuccessPolicyRule","l":"atomic"}}
SuccessPolicyRule		{"succeededIndexes":"?s","succeededCount":"?i"}
UncountedTerminatedPods		{"succeeded":{"t":"?[s","l":"set"},"failed":{"t":"?[s","l":"set"}}
#batch/v1beta1	io.k8s.api.batch.v1beta1	batch
CronJob	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@batch/v1beta1.CronJobSpec","status":"?@batch/v1beta1.CronJobStatus"}
CronJobList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@batch/v1beta1.CronJob"}
CronJobSpec		{"schedule":"!s","timeZone":"?s","startingDeadlineSeconds":"?i","concurrencyPolicy":"?s","suspend":"?b","jobTemplate":"!@batch/v1beta1.JobTemplateSpec","successfulJobsHistoryLimit":"?i","failedJobsHistoryLimit":"?i"}
CronJobStatus		{"active":{"t":"?[@core/v1.ObjectReference","l":"atomic"},"lastScheduleTime":"?t","lastSuccessfulTime":"?t"}
JobTemplateSpec		{"metadata":"?@meta/v1.ObjectMeta","spec":"?@batch/v1.JobSpec"}
#certificates/v1	io.k8s.api.certificates.v1	certificates.k8s.io
CertificateSigningRequest	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@certificates/v1.CertificateSigningRequestSpec","status":"?@certificates/v1.CertificateSigningRequestStatus"}
CertificateSigningRequestCondition		{"type":"!s","status":"!s","reason":"?s","message":"?s","lastUpdateTime":"?t","lastTransitionTime":"?t"}
CertificateSigningRequestList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@certificates/v1.CertificateSigningRequest"}
CertificateSigningRequestSpec		{"request":"!B","signerName":"!s","expirationSeconds":"?i","usages":{"t":"?[s","l":"atomic","e":["signing","digital signature","content commitment","key encipherment","key agreement","data encipherment","cert sign","crl sign","encipher only","decipher only","any","server auth","client auth","code signing","email protection","s/mime","ipsec end system","ipsec tunnel","ipsec user","timestamping","ocsp signing","microsoft sgc","netscape sgc"]},"username":"?s","uid":"?s","groups":{"t":"?[s","l":"atomic"},"extra":"?{[s"}
CertificateSigningRequestStatus		{"conditions":{"t":"?[@certificates/v1.CertificateSigningRequestCondition","l":"map","k":["type"]},"certificate":"?B"}
ClusterTrustBundle	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@certificates/v1.ClusterTrustBundleSpec"}
ClusterTrustBundleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@certificates/v1.ClusterTrustBundle"}
ClusterTrustBundleSpec		{"signerName":"?s","trustBundle":"!s"}
PodCertificateRequest	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@certificates/v1.PodCertificateRequestSpec","status":"?@certificates/v1.PodCertificateRequestStatus"}
PodCertificateRequestList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@certificates/v1.PodCertificateRequest"}
PodCertificateRequestSpec		{"signerName":"!s","podName":"!s","podUID":"!s","serviceAccountName":"!s","serviceAccountUID":"!s","nodeName":"!s","nodeUID":"!s","maxExpirationSeconds":{"t":"?i","d":86400},"stubPKCS10Request":"!B","unverifiedUserAnnotations":"?{s"}
PodCertificateRequestStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"},"certificateChain":"?s","notBefore":"?t","beginRefreshAt":"?t","notAfter":"?t"}
#certificates/v1alpha1	io.k8s.api.certificates.v1alpha1	certificates.k8s.io
ClusterTrustBundle	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@certificates/v1alpha1.ClusterTrustBundleSpec"}
ClusterTrustBundleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@certificates/v1alpha1.ClusterTrustBundle"}
ClusterTrustBundleSpec		{"signerName":"?s","trustBundle":"!s"}
#certificates/v1beta1	io.k8s.api.certificates.v1beta1	certificates.k8s.io
CertificateSigningRequest	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@certificates/v1beta1.CertificateSigningRequestSpec","status":"?@certificates/v1beta1.CertificateSigningRequestStatus"}
CertificateSigningRequestCondition		{"type":"!s","status":"s","reason":"?s","message":"?s","lastUpdateTime":"?t","lastTransitionTime":"?t"}
CertificateSigningRequestList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@certificates/v1beta1.CertificateSigningRequest"}
CertificateSigningRequestSpec		{"request":"!B","signerName":"?s","expirationSeconds":"?i","usages":{"t":"?[s","l":"atomic"},"username":"?s","uid":"?s","groups":{"t":"?[s","l":"atomic"},"extra":"?{[s"}
CertificateSigningRequestStatus		{"conditions":{"t":"?[@certificates/v1beta1.CertificateSigningRequestCondition","l":"map","k":["type"]},"certificate":"?B"}
ClusterTrustBundle	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@certificates/v1beta1.ClusterTrustBundleSpec"}
ClusterTrustBundleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@certificates/v1beta1.ClusterTrustBundle"}
ClusterTrustBundleSpec		{"signerName":"?s","trustBundle":"!s"}
PodCertificateRequest	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@certificates/v1beta1.PodCertificateRequestSpec","status":"?@certificates/v1beta1.PodCertificateRequestStatus"}
PodCertificateRequestList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@certificates/v1beta1.PodCertificateRequest"}
PodCertificateRequestSpec		{"signerName":"!s","podName":"!s","podUID":"!s","serviceAccountName":"!s","serviceAccountUID":"!s","nodeName":"!s","nodeUID":"!s","maxExpirationSeconds":{"t":"?i","d":86400},"pkixPublicKey":"B","proofOfPossession":"B","stubPKCS10Request":"!B","unverifiedUserAnnotations":"?{s"}
PodCertificateRequestStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"},"certificateChain":"?s","notBefore":"?t","beginRefreshAt":"?t","notAfter":"?t"}
#coordination/v1	io.k8s.api.coordination.v1	coordination.k8s.io
Lease	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@coordination/v1.LeaseSpec"}
LeaseList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@coordination/v1.Lease"}
LeaseSpec		{"holderIdentity":"?s","leaseDurationSeconds":"?i","acquireTime":"?u","renewTime":"?u","leaseTransitions":"?i","strategy":"?s","preferredHolder":"?s"}
#coordination/v1alpha2	io.k8s.api.coordination.v1alpha2	coordination.k8s.io
LeaseCandidate	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@coordination/v1alpha2.LeaseCandidateSpec"}
LeaseCandidateList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@coordination/v1alpha2.LeaseCandidate"}
LeaseCandidateSpec		{"leaseName":"!s","pingTime":"?u","renewTime":"?u","binaryVersion":"!s","emulationVersion":"?s","strategy":"!?s"}
#coordination/v1beta1	io.k8s.api.coordination.v1beta1	coordination.k8s.io
Lease	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@coordination/v1beta1.LeaseSpec"}
LeaseCandidate	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@coordination/v1beta1.LeaseCandidateSpec"}
LeaseCandidateList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@coordination/v1beta1.LeaseCandidate"}
LeaseCandidateSpec		{"leaseName":"!s","pingTime":"?u","renewTime":"?u","binaryVersion":"!s","emulationVersion":"?s","strategy":"!?s"}
LeaseList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@coordination/v1beta1.Lease"}
LeaseSpec		{"holderIdentity":"?s","leaseDurationSeconds":"?i","acquireTime":"?u","renewTime":"?u","leaseTransitions":"?i","strategy":"?s","preferredHolder":"?s"}
#core/v1	io.k8s.api.core.v1	
AWSElasticBlockStoreVolumeSource		{"volumeID":"!s","fsType":"?s","partition":"?i","readOnly":"?b"}
Affinity		{"nodeAffinity":"?@core/v1.NodeAffinity","podAffinity":"?@core/v1.PodAffinity","podAntiAffinity":"?@core/v1.PodAntiAffinity"}
AppArmorProfile		{"type":{"t":"!s","e":["Unconfined","RuntimeDefault","Localhost"]},"localhostProfile":"?s"}
AttachedVolume		{"name":"!s","devicePath":"!s"}
AvoidPods		{"preferAvoidPods":{"t":"?[@core/v1.PreferAvoidPodsEntry","l":"atomic"}}
AzureDiskVolumeSource		{"diskName":"!s","diskURI":"!s","cachingMode":{"t":"?s","e":["None","ReadOnly","ReadWrite"],"d":"ReadWrite"},"fsType":{"t":"?s","d":"ext4"},"readOnly":{"t":"?b","d":false},"kind":{"t":"?s","e":["Shared","Dedicated","Managed"],"d":"Shared"}}
AzureFilePersistentVolumeSource		{"secretName":"!s","shareName":"!s","readOnly":"?b","secretNamespace":"s"}
AzureFileVolumeSource		{"secretName":"!s","shareName":"!s","readOnly":"?b"}
Binding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","target":{"t":"!@core/v1.ObjectReference","m":"atomic"}}
CSIPersistentVolumeSource		{"driver":"!s","volumeHandle":"!s","readOnly":"?b","fsType":"?s","volumeAttributes":"?{s","controllerPublishSecretRef":{"t":"?@core/v1.SecretReference","m":"atomic"},"nodeStageSecretRef":{"t":"?@core/v1.SecretReference","m":"atomic"},"nodePublishSecretRef":{"t":"?@core/v1.SecretReference","m":"atomic"},"controllerExpandSecretRef":{"t":"?@core/v1.SecretReference","m":"atomic"},"nodeExpandSecretRef":{"t":"?@core/v1.SecretReference","m":"atomic"}}
CSIVolumeSource		{"driver":"!s","readOnly":"?b","fsType":"?s","volumeAttributes":"?{s","nodePublishSecretRef":{"t":"?@core/v1.LocalObjectReference","m":"atomic"}}
Capabilities		{"add":{"t":"?[s","l":"atomic"},"drop":{"t":"?[s","l":"atomic"}}
CephFSPersistentVolumeSource		{"monitors":{"t":"![s","l":"atomic"},"path":"?s","user":"?s","secretFile":"?s","secretRef":{"t":"?@core/v1.SecretReference","m":"atomic"},"readOnly":"?b"}
CephFSVolumeSource		{"monitors":{"t":"![s","l":"atomic"},"path":"?s","user":"?s","secretFile":"?s","secretRef":{"t":"?@core/v1.LocalObjectReference","m":"atomic"},"readOnly":"?b"}
CinderPersistentVolumeSource		{"volumeID":"!s","fsType":"?s","readOnly":"?b","secretRef":{"t":"?@core/v1.SecretReference","m":"atomic"}}
CinderVolumeSource		{"volumeID":"!s","fsType":"?s","readOnly":"?b","secretRef":{"t":"?@core/v1.LocalObjectReference","m":"atomic"}}
ClientIPConfig		{"timeoutSeconds":"?i"}
ClusterTrustBundleProjection		{"name":"?s","signerName":"?s","labelSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"optional":"?b","path":"!s","user":"?i"}
ComponentCondition		{"type":"!s","status":"!s","message":"?s","error":"?s"}
ComponentStatus	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","conditions":{"t":"?[@core/v1.ComponentCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
ComponentStatusList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.ComponentStatus"}
ConfigMap	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","immutable":"?b","data":"?{s","binaryData":"?{B"}
ConfigMapEnvSource		{"name":{"t":"?s","d":""},"optional":"?b"}
ConfigMapKeySelector	a	{"name":{"t":"?s","d":""},"key":"!s","optional":"?b"}
ConfigMapList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.ConfigMap"}
ConfigMapNodeConfigSource		{"namespace":"!s","name":"!s","uid":"?s","resourceVersion":"?s","kubeletConfigKey":"!s"}
ConfigMapProjection		{"name":{"t":"?s","d":""},"items":{"t":"?[@core/v1.KeyToPath","l":"atomic"},"optional":"?b"}
ConfigMapVolumeSource		{"name":{"t":"?s","d":""},"items":{"t":"?[@core/v1.KeyToPath","l":"atomic"},"defaultMode":"?i","optional":"?b","defaultUser":"?i"}
Container		{"name":"!s","image":"?s","command":{"t":"?[s","l":"atomic"},"args":{"t":"?[s","l":"atomic"},"workingDir":"?s","ports":{"t":"?[@core/v1.ContainerPort","l":"map","k":["containerPort","protocol"],"p":"merge","g":"containerPort"},"envFrom":{"t":"?[@core/v1.EnvFromSource","l":"atomic"},"env":{"t":"?[@core/v1.EnvVar","l":"map","k":["name"],"p":"merge","g":"name"},"resources":"?@core/v1.ResourceRequirements","resizePolicy":{"t":"?[@core/v1.ContainerResizePolicy","l":"atomic"},"restartPolicy":"?s","restartPolicyRules":{"t":"?[@core/v1.ContainerRestartRule","l":"atomic"},"volumeMounts":{"t":"?[@core/v1.VolumeMount","l":"map","k":["mountPath"],"p":"merge","g":"mountPath"},"volumeDevices":{"t":"?[@core/v1.VolumeDevice","l":"map","k":["devicePath"],"p":"merge","g":"devicePath"},"livenessProbe":"?@core/v1.Probe","readinessProbe":"?@core/v1.Probe","startupProbe":"?@core/v1.Probe","lifecycle":"?@core/v1.Lifecycle","terminationMessagePath":"?s","terminationMessagePolicy":{"t":"?s","e":["File","FallbackToLogsOnError"]},"imagePullPolicy":{"t":"?s","e":["Always","Never","IfNotPresent"]},"securityContext":"?@core/v1.SecurityContext","stdin":"?b","stdinOnce":"?b","tty":"?b"}
ContainerExtendedResourceRequest		{"containerName":"!s","resourceName":"!s","requestName":"!s"}
ContainerImage		{"names":{"t":"[s","l":"atomic"},"sizeBytes":"?i"}
ContainerPort		{"name":"?s","hostPort":"?i","containerPort":"!i","protocol":{"t":"?s","e":["TCP","UDP","SCTP"],"d":"TCP"},"hostIP":"?s"}
ContainerResizePolicy		{"resourceName":"!s","restartPolicy":"!s"}
ContainerRestartRule		{"action":"!?s","exitCodes":"?@core/v1.ContainerRestartRuleOnExitCodes"}
ContainerRestartRuleOnExitCodes		{"operator":"!?s","values":{"t":"?[i","l":"set"}}
ContainerState		{"waiting":"?@core/v1.ContainerStateWaiting","running":"?@core/v1.ContainerStateRunning","terminated":"?@core/v1.ContainerStateTerminated"}
ContainerStateRunning		{"startedAt":"?t"}
ContainerStateTerminated		{"exitCode":"!i","signal":"?i","reason":"?s","message":"?s","startedAt":"?t","finishedAt":"?t","containerID":"?s"}
ContainerStateWaiting		{"reason":"?s","message":"?s"}
ContainerStatus		{"name":"!s","state":"?@core/v1.ContainerState","lastState":"?@core/v1.ContainerState","ready":"!b","restartCount":"!i","image":"!s","imageID":"!s","containerID":"?s","started":"?b","allocatedResources":"?{q","resources":"?@core/v1.ResourceRequirements","volumeMounts":{"t":"?[@core/v1.VolumeMountStatus","l":"map","k":["mountPath"],"p":"merge","g":"mountPath"},"user":"?@core/v1.ContainerUser","allocatedResourcesStatus":{"t":"?[@core/v1.ResourceStatus","l":"map","k":["name"],"p":"merge","g":"name"},"stopSignal":{"t":"?s","e":["SIGABRT","SIGALRM","SIGBUS","SIGCHLD","SIGCLD","SIGCONT","SIGFPE","SIGHUP","SIGILL","SIGINT","SIGIO","SIGIOT","SIGKILL","SIGPIPE","SIGPOLL","SIGPROF","SIGPWR","SIGQUIT","SIGSEGV","SIGSTKFLT","SIGSTOP","SIGSYS","SIGTERM","SIGTRAP","SIGTSTP","SIGTTIN","SIGTTOU","SIGURG","SIGUSR1","SIGUSR2","SIGVTALRM","SIGWINCH","SIGXCPU","SIGXFSZ","SIGRTMIN","SIGRTMIN+1","SIGRTMIN+2","SIGRTMIN+3","SIGRTMIN+4","SIGRTMIN+5","SIGRTMIN+6","SIGRTMIN+7","SIGRTMIN+8","SIGRTMIN+9","SIGRTMIN+10","SIGRTMIN+11","SIGRTMIN+12","SIGRTMIN+13","SIGRTMIN+14","SIGRTMIN+15","SIGRTMAX-14","SIGRTMAX-13","SIGRTMAX-12","SIGRTMAX-11","SIGRTMAX-10","SIGRTMAX-9","SIGRTMAX-8","SIGRTMAX-7","SIGRTMAX-6","SIGRTMAX-5","SIGRTMAX-4","SIGRTMAX-3","SIGRTMAX-2","SIGRTMAX-1","SIGRTMAX"]}}
ContainerUser		{"linux":"?@core/v1.LinuxContainerUser"}
DaemonEndpoint		{"Port":"!i"}
DownwardAPIProjection		{"items":{"t":"?[@core/v1.DownwardAPIVolumeFile","l":"atomic"}}
DownwardAPIVolumeFile		{"path":"!s","fieldRef":{"t":"?@core/v1.ObjectFieldSelector","m":"atomic"},"resourceFieldRef":{"t":"?@core/v1.ResourceFieldSelector","m":"atomic"},"mode":"?i","user":"?i"}
DownwardAPIVolumeSource		{"items":{"t":"?[@core/v1.DownwardAPIVolumeFile","l":"atomic"},"defaultMode":"?i","defaultUser":"?i"}
EmptyDirVolumeSource		{"medium":"?s","sizeLimit":"?q","mode":"?i"}
EndpointAddress	a	{"ip":"!s","hostname":"?s","nodeName":"?s","targetRef":{"t":"?@core/v1.ObjectReference","m":"atomic"}}
EndpointPort	a	{"name":"?s","port":"!i","protocol":{"t":"?s","e":["TCP","UDP","SCTP"]},"appProtocol":"?s"}
EndpointSubset		{"addresses":{"t":"?[@core/v1.EndpointAddress","l":"atomic"},"notReadyAddresses":{"t":"?[@core/v1.EndpointAddress","l":"atomic"},"ports":{"t":"?[@core/v1.EndpointPort","l":"atomic"}}
Endpoints	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","subsets":{"t":"?[@core/v1.EndpointSubset","l":"atomic"}}
EndpointsList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.Endpoints"}
EnvFromSource		{"prefix":"?s","configMapRef":"?@core/v1.ConfigMapEnvSource","secretRef":"?@core/v1.SecretEnvSource"}
EnvVar		{"name":"!s","value":"?s","valueFrom":"?@core/v1.EnvVarSource"}
EnvVarSource		{"fieldRef":{"t":"?@core/v1.ObjectFieldSelector","m":"atomic"},"resourceFieldRef":{"t":"?@core/v1.ResourceFieldSelector","m":"atomic"},"configMapKeyRef":{"t":"?@core/v1.ConfigMapKeySelector","m":"atomic"},"secretKeyRef":{"t":"?@core/v1.SecretKeySelector","m":"atomic"},"fileKeyRef":{"t":"?@core/v1.FileKeySelector","m":"atomic"}}
EphemeralContainer		{"name":"!s","image":"?s","command":{"t":"?[s","l":"atomic"},"args":{"t":"?[s","l":"atomic"},"workingDir":"?s","ports":{"t":"?[@core/v1.ContainerPort","l":"map","k":["containerPort","protocol"],"p":"merge","g":"containerPort"},"envFrom":{"t":"?[@core/v1.EnvFromSource","l":"atomic"},"env":{"t":"?[@core/v1.EnvVar","l":"map","k":["name"],"p":"merge","g":"name"},"resources":"?@core/v1.ResourceRequirements","resizePolicy":{"t":"?[@core/v1.ContainerResizePolicy","l":"atomic"},"restartPolicy":"?s","restartPolicyRules":{"t":"?[@core/v1.ContainerRestartRule","l":"atomic"},"volumeMounts":{"t":"?[@core/v1.VolumeMount","l":"map","k":["mountPath"],"p":"merge","g":"mountPath"},"volumeDevices":{"t":"?[@core/v1.VolumeDevice","l":"map","k":["devicePath"],"p":"merge","g":"devicePath"},"livenessProbe":"?@core/v1.Probe","readinessProbe":"?@core/v1.Probe","startupProbe":"?@core/v1.Probe","lifecycle":"?@core/v1.Lifecycle","terminationMessagePath":"?s","terminationMessagePolicy":{"t":"?s","e":["File","FallbackToLogsOnError"]},"imagePullPolicy":{"t":"?s","e":["Always","Never","IfNotPresent"]},"securityContext":"?@core/v1.SecurityContext","stdin":"?b","stdinOnce":"?b","tty":"?b","targetContainerName":"?s"}
EphemeralContainerCommon		{"name":"!s","image":"?s","command":{"t":"?[s","l":"atomic"},"args":{"t":"?[s","l":"atomic"},"workingDir":"?s","ports":{"t":"?[@core/v1.ContainerPort","l":"map","k":["containerPort","protocol"],"p":"merge","g":"containerPort"},"envFrom":{"t":"?[@core/v1.EnvFromSource","l":"atomic"},"env":{"t":"?[@core/v1.EnvVar","l":"map","k":["name"],"p":"merge","g":"name"},"resources":"?@core/v1.ResourceRequirements","resizePolicy":{"t":"?[@core/v1.ContainerResizePolicy","l":"atomic"},"restartPolicy":"?s","restartPolicyRules":{"t":"?[@core/v1.ContainerRestartRule","l":"atomic"},"volumeMounts":{"t":"?[@core/v1.VolumeMount","l":"map","k":["mountPath"],"p":"merge","g":"mountPath"},"volumeDevices":{"t":"?[@core/v1.VolumeDevice","l":"map","k":["devicePath"],"p":"merge","g":"devicePath"},"livenessProbe":"?@core/v1.Probe","readinessProbe":"?@core/v1.Probe","startupProbe":"?@core/v1.Probe","lifecycle":"?@core/v1.Lifecycle","terminationMessagePath":"?s","terminationMessagePolicy":{"t":"?s","e":["File","FallbackToLogsOnError"]},"imagePullPolicy":{"t":"?s","e":["Always","Never","IfNotPresent"]},"securityContext":"?@core/v1.SecurityContext","stdin":"?b","stdinOnce":"?b","tty":"?b"}
EphemeralVolumeSource		{"volumeClaimTemplate":"?@core/v1.PersistentVolumeClaimTemplate"}
Event	k	{"kind":"?s","apiVersion":"?s","metadata":"!@meta/v1.ObjectMeta","involvedObject":{"t":"!@core/v1.ObjectReference","m":"atomic"},"reason":"?s","message":"?s","source":"?@core/v1.EventSource","firstTimestamp":"?t","lastTimestamp":"?t","count":"?i","type":"?s","eventTime":"?u","series":"?@core/v1.EventSeries","action":"?s","related":{"t":"?@core/v1.ObjectReference","m":"atomic"},"reportingComponent":"s","reportingInstance":"s"}
EventList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.Event"}
EventSeries		{"count":"?i","lastObservedTime":"?u"}
EventSource		{"component":"?s","host":"?s"}
EvictionResponder	a	{"name":"!s","priority":"!i"}
ExecAction		{"command":{"t":"?[s","l":"atomic"}}
FCVolumeSource		{"targetWWNs":{"t":"?[s","l":"atomic"},"lun":"?i","fsType":"?s","readOnly":"?b","wwids":{"t":"?[s","l":"atomic"}}
FileKeySelector	a	{"volumeName":"!s","path":"!s","key":"!s","optional":{"t":"?b","d":false}}
FlexPersistentVolumeSource		{"driver":"!s","fsType":"?s","secretRef":{"t":"?@core/v1.SecretReference","m":"atomic"},"readOnly":"?b","options":"?{s"}
FlexVolumeSource		{"driver":"!s","fsType":"?s","secretRef":{"t":"?@core/v1.LocalObjectReference","m":"atomic"},"readOnly":"?b","options":"?{s"}
FlockerVolumeSource		{"datasetName":"?s","datasetUUID":"?s"}
GCEPersistentDiskVolumeSource		{"pdName":"!s","fsType":"?s","partition":"?i","readOnly":"?b"}
GRPCAction		{"port":"!i","service":{"t":"s","d":""},"mode":{"t":"?s","e":["Plaintext","TLS"]}}
GitRepoVolumeSource		{"repository":"!s","revision":"?s","directory":"?s"}
GlusterfsPersistentVolumeSource		{"endpoints":"!s","path":"!s","readOnly":"?b","endpointsNamespace":"?s"}
GlusterfsVolumeSource		{"endpoints":"!s","path":"!s","readOnly":"?b"}
HTTPGetAction		{"path":"?s","port":"!x","host":"?s","scheme":{"t":"?s","e":["HTTP","HTTPS"]},"httpHeaders":{"t":"?[@core/v1.HTTPHeader","l":"atomic"},"protocol":{"t":"?s","e":["HTTP1","HTTP2"]}}
HTTPHeader		{"name":"!s","value":"!s"}
HostAlias		{"ip":"!s","hostnames":{"t":"?[s","l":"atomic"}}
HostIP		{"ip":"!s"}
HostPathVolumeSource		{"path":"!s","type":{"t":"?s","e":["","DirectoryOrCreate","Directory","FileOrCreate","File","Socket","CharDevice","BlockDevice"]}}
ISCSIPersistentVolumeSource		{"targetPortal":"!s","iqn":"!s","lun":"!i","iscsiInterface":{"t":"?s","d":"default"},"fsType":"?s","readOnly":"?b","portals":{"t":"?[s","l":"atomic"},"chapAuthDiscovery":"?b","chapAuthSession":"?b","secretRef":{"t":"?@core/v1.SecretReference","m":"atomic"},"initiatorName":"?s"}
ISCSIVolumeSource		{"targetPortal":"!s","iqn":"!s","lun":"!i","iscsiInterface":{"t":"?s","d":"default"},"fsType":"?s","readOnly":"?b","portals":{"t":"?[s","l":"atomic"},"chapAuthDiscovery":"?b","chapAuthSession":"?b","secretRef":{"t":"?@core/v1.LocalObjectReference","m":"atomic"},"initiatorName":"?s"}
ImageVolumeSource		{"reference":"?s","pullPolicy":{"t":"?s","e":["Always","Never","IfNotPresent"]}}
ImageVolumeStatus		{"imageRef":"!?s"}
KeyToPath		{"key":"!s","path":"!s","mode":"?i","user":"?i"}
Lifecycle		{"postStart":"?@core/v1.LifecycleHandler","preStop":"?@core/v1.LifecycleHandler","stopSignal":{"t":"?s","e":["SIGABRT","SIGALRM","SIGBUS","SIGCHLD","SIGCLD","SIGCONT","SIGFPE","SIGHUP","SIGILL","SIGINT","SIGIO","SIGIOT","SIGKILL","SIGPIPE","SIGPOLL","SIGPROF","SIGPWR","SIGQUIT","SIGSEGV","SIGSTKFLT","SIGSTOP","SIGSYS","SIGTERM","SIGTRAP","SIGTSTP","SIGTTIN","SIGTTOU","SIGURG","SIGUSR1","SIGUSR2","SIGVTALRM","SIGWINCH","SIGXCPU","SIGXFSZ","SIGRTMIN","SIGRTMIN+1","SIGRTMIN+2","SIGRTMIN+3","SIGRTMIN+4","SIGRTMIN+5","SIGRTMIN+6","SIGRTMIN+7","SIGRTMIN+8","SIGRTMIN+9","SIGRTMIN+10","SIGRTMIN+11","SIGRTMIN+12","SIGRTMIN+13","SIGRTMIN+14","SIGRTMIN+15","SIGRTMAX-14","SIGRTMAX-13","SIGRTMAX-12","SIGRTMAX-11","SIGRTMAX-10","SIGRTMAX-9","SIGRTMAX-8","SIGRTMAX-7","SIGRTMAX-6","SIGRTMAX-5","SIGRTMAX-4","SIGRTMAX-3","SIGRTMAX-2","SIGRTMAX-1","SIGRTMAX"]}}
LifecycleHandler		{"exec":"?@core/v1.ExecAction","httpGet":"?@core/v1.HTTPGetAction","tcpSocket":"?@core/v1.TCPSocketAction","sleep":"?@core/v1.SleepAction"}
LimitRange	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.LimitRangeSpec"}
LimitRangeItem		{"type":"!s","max":"?{q","min":"?{q","default":"?{q","defaultRequest":"?{q","maxLimitRequestRatio":"?{q"}
LimitRangeList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.LimitRange"}
LimitRangeSpec		{"limits":{"t":"![@core/v1.LimitRangeItem","l":"atomic"}}
LinuxContainerUser		{"uid":"!i","gid":"!i","supplementalGroups":{"t":"?[i","l":"atomic"}}
LoadBalancerIngress		{"ip":"?s","hostname":"?s","ipMode":"?s","ports":{"t":"?[@core/v1.PortStatus","l":"atomic"}}
LoadBalancerStatus		{"ingress":{"t":"?[@core/v1.LoadBalancerIngress","l":"atomic"}}
LocalObjectReference	a	{"name":{"t":"?s","d":""}}
LocalVolumeSource		{"path":"!s","fsType":"?s"}
ModifyVolumeStatus		{"targetVolumeAttributesClassName":"?s","status":{"t":"!s","e":["Pending","InProgress","Infeasible"]}}
NFSVolumeSource		{"server":"!s","path":"!s","readOnly":"?b"}
Namespace	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.NamespaceSpec","status":"?@core/v1.NamespaceStatus"}
NamespaceCondition		{"type":"!s","status":"!s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
NamespaceList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.Namespace"}
NamespaceSpec		{"finalizers":{"t":"?[s","l":"atomic"}}
NamespaceStatus		{"phase":{"t":"?s","e":["Active","Terminating"]},"conditions":{"t":"?[@core/v1.NamespaceCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
Node	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.NodeSpec","status":"?@core/v1.NodeStatus"}
NodeAddress		{"type":"!s","address":"!s"}
NodeAffinity		{"requiredDuringSchedulingIgnoredDuringExecution":{"t":"?@core/v1.NodeSelector","m":"atomic"},"preferredDuringSchedulingIgnoredDuringExecution":{"t":"?[@core/v1.PreferredSchedulingTerm","l":"atomic"}}
NodeAllocatableMappedResources		{"name":"!s","quantity":"!q"}
NodeAllocatableOverheadResources		{"name":"!s","perPod":"?q","perContainer":"?q"}
NodeAllocatableResourceClaimStatus		{"resourceClaimName":"!s","containers":{"t":"?[s","l":"set"},"mapping":{"t":"?[@core/v1.NodeAllocatableMappedResources","l":"map","k":["name"],"p":"merge","g":"name"},"overhead":{"t":"?[@core/v1.NodeAllocatableOverheadResources","l":"map","k":["name"],"p":"merge","g":"name"}}
NodeCondition		{"type":"!s","status":"!s","lastHeartbeatTime":"?t","lastTransitionTime":"?t","reason":"?s","message":"?s"}
NodeConfigSource		{"configMap":"?@core/v1.ConfigMapNodeConfigSource"}
NodeConfigStatus		{"assigned":"?@core/v1.NodeConfigSource","active":"?@core/v1.NodeConfigSource","lastKnownGood":"?@core/v1.NodeConfigSource","error":"?s"}
NodeDaemonEndpoints		{"kubeletEndpoint":"?@core/v1.DaemonEndpoint"}
NodeFeatures		{"supplementalGroupsPolicy":"?b"}
NodeList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.Node"}
NodePodPreemptionPolicy		{"disableResizePreemption":{"t":"?[s","l":"set"}}
NodeProxyOptions	k	{"kind":"?s","apiVersion":"?s","path":"?s"}
NodeRuntimeHandler		{"name":"s","features":"?@core/v1.NodeRuntimeHandlerFeatures"}
NodeRuntimeHandlerFeatures		{"recursiveReadOnlyMounts":"?b","userNamespaces":"?b"}
NodeSelector	a	{"nodeSelectorTerms":{"t":"![@core/v1.NodeSelectorTerm","l":"atomic"}}
NodeSelectorRequirement		{"key":"!s","operator":{"t":"!s","e":["In","NotIn","Exists","DoesNotExist","Gt","Lt"]},"values":{"t":"?[s","l":"atomic"}}
NodeSelectorTerm	a	{"matchExpressions":{"t":"?[@core/v1.NodeSelectorRequirement","l":"atomic"},"matchFields":{"t":"?[@core/v1.NodeSelectorRequirement","l":"atomic"}}
NodeSpec		{"podCIDR":"?s","podCIDRs":{"t":"?[s","l":"set","p":"merge"},"providerID":"?s","unschedulable":"?b","taints":{"t":"?[@core/v1.Taint","l":"atomic"},"configSource":"?@core/v1.NodeConfigSource","externalID":"?s","podPreemptionPolicy":"?@core/v1.NodePodPreemptionPolicy"}
NodeStatus		{"capacity":"?{q","allocatable":"?{q","phase":{"t":"?s","e":["Pending","Running","Terminated"]},"conditions":{"t":"?[@core/v1.NodeCondition","l":"map","k":["type"],"p":"merge","g":"type"},"addresses":{"t":"?[@core/v1.NodeAddress","l":"map","k":["type"],"p":"merge","g":"type"},"daemonEndpoints":"?@core/v1.NodeDaemonEndpoints","nodeInfo":"?@core/v1.NodeSystemInfo","images":{"t":"?[@core/v1.ContainerImage","l":"atomic"},"volumesInUse":{"t":"?[s","l":"atomic"},"volumesAttached":{"t":"?[@core/v1.AttachedVolume","l":"atomic"},"config":"?@core/v1.NodeConfigStatus","runtimeHandlers":{"t":"?[@core/v1.NodeRuntimeHandler","l":"atomic"},"features":"?@core/v1.NodeFeatures","declaredFeatures":{"t":"?[s","l":"atomic"}}
NodeSwapStatus		{"capacity":"?i"}
NodeSystemInfo		{"machineID":"!s","systemUUID":"!s","bootID":"!s","kernelVersion":"!s","osImage":"!s","containerRuntimeVersion":"!s","kubeletVersion":"!s","kubeProxyVersion":"!s","operatingSystem":"!s","architecture":"!s","swap":"?@core/v1.NodeSwapStatus","runningInUserNamespace":"?b"}
ObjectFieldSelector	a	{"apiVersion":"?s","fieldPath":"!s"}
ObjectReference	a	{"kind":"?s","namespace":"?s","name":"?s","uid":"?s","apiVersion":"?s","resourceVersion":"?s","fieldPath":"?s"}
PersistentVolume	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.PersistentVolumeSpec","status":"?@core/v1.PersistentVolumeStatus"}
PersistentVolumeClaim	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.PersistentVolumeClaimSpec","status":"?@core/v1.PersistentVolumeClaimStatus"}
PersistentVolumeClaimCondition		{"type":"!s","status":"!s","lastProbeTime":"?t","lastTransitionTime":"?t","reason":"?s","message":"?s"}
PersistentVolumeClaimList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.PersistentVolumeClaim"}
PersistentVolumeClaimSpec		{"accessModes":{"t":"?[s","l":"atomic","e":["ReadWriteOnce","ReadOnlyMany","ReadWriteMany","ReadWriteOncePod"]},"selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"resources":"?@core/v1.VolumeResourceRequirements","volumeName":"?s","storageClassName":"?s","volumeMode":{"t":"?s","e":["Block","Filesystem"]},"dataSource":{"t":"?@core/v1.TypedLocalObjectReference","m":"atomic"},"dataSourceRef":"?@core/v1.TypedObjectReference","volumeAttributesClassName":"?s"}
PersistentVolumeClaimStatus		{"phase":{"t":"?s","e":["Pending","Bound","Lost"]},"accessModes":{"t":"?[s","l":"atomic","e":["ReadWriteOnce","ReadOnlyMany","ReadWriteMany","ReadWriteOncePod"]},"capacity":"?{q","conditions":{"t":"?[@core/v1.PersistentVolumeClaimCondition","l":"map","k":["type"],"p":"merge","g":"type"},"allocatedResources":"?{q","allocatedResourceStatuses":{"t":"?{s","m":"granular","e":["ControllerResizeInProgress","ControllerResizeInfeasible","NodeResizePending","NodeResizeInProgress","NodeResizeInfeasible"]},"currentVolumeAttributesClassName":"?s","modifyVolumeStatus":"?@core/v1.ModifyVolumeStatus","healthStatus":"?@core/v1.VolumeHealthStatus"}
PersistentVolumeClaimTemplate		{"metadata":"?@meta/v1.ObjectMeta","spec":"!@core/v1.PersistentVolumeClaimSpec"}
PersistentVolumeClaimVolumeSource		{"claimName":"!s","readOnly":"?b"}
PersistentVolumeList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.PersistentVolume"}
PersistentVolumeSource		{"gcePersistentDisk":"?@core/v1.GCEPersistentDiskVolumeSource","awsElasticBlockStore":"?@core/v1.AWSElasticBlockStoreVolumeSource","hostPath":"?@core/v1.HostPathVolumeSource","glusterfs":"?@core/v1.GlusterfsPersistentVolumeSource","nfs":"?@core/v1.NFSVolumeSource","rbd":"?@core/v1.RBDPersistentVolumeSource","iscsi":"?@core/v1.ISCSIPersistentVolumeSource","cinder":"?@core/v1.CinderPersistentVolumeSource","cephfs":"?@core/v1.CephFSPersistentVolumeSource","fc":"?@core/v1.FCVolumeSource","flocker":"?@core/v1.FlockerVolumeSource","flexVolume":"?@core/v1.FlexPersistentVolumeSource","azureFile":"?@core/v1.AzureFilePersistentVolumeSource","vsphereVolume":"?@core/v1.VsphereVirtualDiskVolumeSource","quobyte":"?@core/v1.QuobyteVolumeSource","azureDisk":"?@core/v1.AzureDiskVolumeSource","photonPersistentDisk":"?@core/v1.PhotonPersistentDiskVolumeSource","portworxVolume":"?@core/v1.PortworxVolumeSource","scaleIO":"?@core/v1.ScaleIOPersistentVolumeSource","local":"?@core/v1.LocalVolumeSource","storageos":"?@core/v1.StorageOSPersistentVolumeSource","csi":"?@core/v1.CSIPersistentVolumeSource"}
PersistentVolumeSpec		{"gcePersistentDisk":"?@core/v1.GCEPersistentDiskVolumeSource","awsElasticBlockStore":"?@core/v1.AWSElasticBlockStoreVolumeSource","hostPath":"?@core/v1.HostPathVolumeSource","glusterfs":"?@core/v1.GlusterfsPersistentVolumeSource","nfs":"?@core/v1.NFSVolumeSource","rbd":"?@core/v1.RBDPersistentVolumeSource","iscsi":"?@core/v1.ISCSIPersistentVolumeSource","cinder":"?@core/v1.CinderPersistentVolumeSource","cephfs":"?@core/v1.CephFSPersistentVolumeSource","fc":"?@core/v1.FCVolumeSource","flocker":"?@core/v1.FlockerVolumeSource","flexVolume":"?@core/v1.FlexPersistentVolumeSource","azureFile":"?@core/v1.AzureFilePersistentVolumeSource","vsphereVolume":"?@core/v1.VsphereVirtualDiskVolumeSource","quobyte":"?@core/v1.QuobyteVolumeSource","azureDisk":"?@core/v1.AzureDiskVolumeSource","photonPersistentDisk":"?@core/v1.PhotonPersistentDiskVolumeSource","portworxVolume":"?@core/v1.PortworxVolumeSource","scaleIO":"?@core/v1.ScaleIOPersistentVolumeSource","local":"?@core/v1.LocalVolumeSource","storageos":"?@core/v1.StorageOSPersistentVolumeSource","csi":"?@core/v1.CSIPersistentVolumeSource","capacity":"?{q","accessModes":{"t":"?[s","l":"atomic","e":["ReadWriteOnce","ReadOnlyMany","ReadWriteMany","ReadWriteOncePod"]},"claimRef":{"t":"?@core/v1.ObjectReference","m":"granular"},"persistentVolumeReclaimPolicy":{"t":"?s","e":["Recycle","Delete","Retain"]},"storageClassName":"?s","mountOptions":{"t":"?[s","l":"atomic"},"volumeMode":{"t":"?s","e":["Block","Filesystem"]},"nodeAffinity":"?@core/v1.VolumeNodeAffinity","volumeAttributesClassName":"?s"}
PersistentVolumeStatus		{"phase":{"t":"?s","e":["Pending","Available","Bound","Released","Failed"]},"message":"?s","reason":"?s","lastPhaseTransitionTime":"?t"}
PhotonPersistentDiskVolumeSource		{"pdID":"!s","fsType":"?s"}
Pod	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.PodSpec","status":"?@core/v1.PodStatus"}
PodAffinity		{"requiredDuringSchedulingIgnoredDuringExecution":{"t":"?[@core/v1.PodAffinityTerm","l":"atomic"},"preferredDuringSchedulingIgnoredDuringExecution":{"t":"?[@core/v1.WeightedPodAffinityTerm","l":"atomic"}}
PodAffinityTerm		{"labelSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"namespaces":{"t":"?[s","l":"atomic"},"topologyKey":"!s","namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"matchLabelKeys":{"t":"?[s","l":"atomic"},"mismatchLabelKeys":{"t":"?[s","l":"atomic"}}
PodAntiAffinity		{"requiredDuringSchedulingIgnoredDuringExecution":{"t":"?[@core/v1.PodAffinityTerm","l":"atomic"},"preferredDuringSchedulingIgnoredDuringExecution":{"t":"?[@core/v1.WeightedPodAffinityTerm","l":"atomic"}}
PodAttachOptions	k	{"kind":"?s","apiVersion":"?s","stdin":"?b","stdout":"?b","stderr":"?b","tty":"?b","container":"?s"}
PodCertificateProjection		{"signerName":"!?s","keyType":"!?s","maxExpirationSeconds":"?i","credentialBundlePath":"?s","keyPath":"?s","certificateChainPath":"?s","userAnnotations":"?{s","user":"?i"}
PodCondition		{"type":"!s","observedGeneration":"?i","status":"!s","lastProbeTime":"?t","lastTransitionTime":"?t","reason":"?s","message":"?s"}
PodDNSConfig		{"nameservers":{"t":"?[s","l":"atomic"},"searches":{"t":"?[s","l":"atomic"},"options":{"t":"?[@core/v1.PodDNSConfigOption","l":"atomic"}}
PodDNSConfigOption		{"name":"?s","value":"?s"}
PodExecOptions	k	{"kind":"?s","apiVersion":"?s","stdin":"?b","stdout":"?b","stderr":"?b","tty":"?b","container":"?s","command":{"t":"![s","l":"atomic"}}
PodExtendedResourceClaimStatus		{"requestMappings":{"t":"![@core/v1.ContainerExtendedResourceRequest","l":"atomic"},"resourceClaimName":"!s"}
PodIP		{"ip":"!s"}
PodList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.Pod"}
PodLogOptions	k	{"kind":"?s","apiVersion":"?s","container":"?s","follow":"?b","previous":"?b","sinceSeconds":"?i","sinceTime":"?t","timestamps":"?b","tailLines":"?i","limitBytes":"?i","insecureSkipTLSVerifyBackend":"?b","stream":"?s"}
PodOS		{"name":"!s"}
PodPortForwardOptions	k	{"kind":"?s","apiVersion":"?s","ports":{"t":"?[i","l":"atomic"}}
PodProxyOptions	k	{"kind":"?s","apiVersion":"?s","path":"?s"}
PodReadinessGate		{"conditionType":"!s"}
PodResourceClaim		{"name":"!s","resourceClaimName":"?s","resourceClaimTemplateName":"?s"}
PodResourceClaimStatus		{"name":"!s","resourceClaimName":"?s"}
PodSchedulingGate		{"name":"!s"}
PodSchedulingGroup		{"podGroupName":"?s"}
PodSecurityContext		{"seLinuxOptions":"?@core/v1.SELinuxOptions","windowsOptions":"?@core/v1.WindowsSecurityContextOptions","runAsUser":"?i","runAsGroup":"?i","runAsNonRoot":"?b","supplementalGroups":{"t":"?[i","l":"atomic"},"supplementalGroupsPolicy":{"t":"?s","e":["Merge","Strict"]},"fsGroup":"?i","sysctls":{"t":"?[@core/v1.Sysctl","l":"atomic"},"fsGroupChangePolicy":{"t":"?s","e":["OnRootMismatch","Always"]},"seccompProfile":"?@core/v1.SeccompProfile","appArmorProfile":"?@core/v1.AppArmorProfile","seLinuxChangePolicy":"?s"}
PodSignature		{"podController":{"t":"?@meta/v1.OwnerReference","m":"atomic"}}
PodSpec		{"volumes":{"t":"?[@core/v1.Volume","l":"map","k":["name"],"p":"merge,retainKeys","g":"name"},"initContainers":{"t":"?[@core/v1.Container","l":"map","k":["name"],"p":"merge","g":"name"},"containers":{"t":"![@core/v1.Container","l":"map","k":["name"],"p":"merge","g":"name"},"ephemeralContainers":{"t":"?[@core/v1.EphemeralContainer","l":"map","k":["name"],"p":"merge","g":"name"},"restartPolicy":{"t":"?s","e":["Always","OnFailure","Never"]},"terminationGracePeriodSeconds":"?i","activeDeadlineSeconds":"?i","dnsPolicy":{"t":"?s","e":["ClusterFirstWithHostNet","ClusterFirst","Default","None"]},"nodeSelector":{"t":"?{s","m":"atomic"},"serviceAccountName":"?s","serviceAccount":"?s","automountServiceAccountToken":"?b","nodeName":"?s","hostNetwork":"?b","hostPID":"?b","hostIPC":"?b","shareProcessNamespace":"?b","securityContext":"?@core/v1.PodSecurityContext","imagePullSecrets":{"t":"?[@core/v1.LocalObjectReference","l":"map","k":["name"],"p":"merge","g":"name"},"hostname":"?s","subdomain":"?s","affinity":"?@core/v1.Affinity","schedulerName":"?s","tolerations":{"t":"?[@core/v1.Toleration","l":"atomic"},"hostAliases":{"t":"?[@core/v1.HostAlias","l":"map","k":["ip"],"p":"merge","g":"ip"},"priorityClassName":"?s","priority":"?i","dnsConfig":"?@core/v1.PodDNSConfig","readinessGates":{"t":"?[@core/v1.PodReadinessGate","l":"atomic"},"runtimeClassName":"?s","enableServiceLinks":"?b","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]},"overhead":"?{q","topologySpreadConstraints":{"t":"?[@core/v1.TopologySpreadConstraint","l":"map","k":["topologyKey","whenUnsatisfiable"],"p":"merge","g":"topologyKey"},"setHostnameAsFQDN":"?b","os":"?@core/v1.PodOS","hostUsers":"?b","schedulingGates":{"t":"?[@core/v1.PodSchedulingGate","l":"map","k":["name"],"p":"merge","g":"name"},"resourceClaims":{"t":"?[@core/v1.PodResourceClaim","l":"map","k":["name"],"p":"merge,retainKeys","g":"name"},"resources":"?@core/v1.ResourceRequirements","hostnameOverride":"?s","schedulingGroup":"?@core/v1.PodSchedulingGroup","evictionResponders":{"t":"?[@core/v1.EvictionResponder","l":"map","k":["name"],"p":"merge","g":"name"}}
PodStatus		{"observedGeneration":"?i","phase":{"t":"?s","e":["Pending","Running","Succeeded","Failed","Unknown"]},"conditions":{"t":"?[@core/v1.PodCondition","l":"map","k":["type"],"p":"merge","g":"type"},"message":"?s","reason":"?s","nominatedNodeName":"?s","hostIP":"?s","hostIPs":{"t":"?[@core/v1.HostIP","l":"atomic","p":"merge","g":"ip"},"podIP":"?s","podIPs":{"t":"?[@core/v1.PodIP","l":"map","k":["ip"],"p":"merge","g":"ip"},"startTime":"?t","initContainerStatuses":{"t":"?[@core/v1.ContainerStatus","l":"atomic"},"containerStatuses":{"t":"?[@core/v1.ContainerStatus","l":"atomic"},"qosClass":{"t":"?s","e":["Guaranteed","Burstable","BestEffort"]},"ephemeralContainerStatuses":{"t":"?[@core/v1.ContainerStatus","l":"atomic"},"resize":"?s","resourceClaimStatuses":{"t":"?[@core/v1.PodResourceClaimStatus","l":"map","k":["name"],"p":"merge,retainKeys","g":"name"},"extendedResourceClaimStatus":"?@core/v1.PodExtendedResourceClaimStatus","allocatedResources":"?{q","resources":"?@core/v1.ResourceRequirements","nodeAllocatableResourceClaimStatuses":{"t":"?[@core/v1.NodeAllocatableResourceClaimStatus","l":"map","k":["resourceClaimName"],"p":"merge","g":"resourceClaimName"},"volumeHealth":{"t":"?[@core/v1.PodVolumeHealth","l":"map","k":["name"]}}
PodTemplate	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","template":"?@core/v1.PodTemplateSpec"}
PodTemplateList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.PodTemplate"}
PodTemplateSpec		{"metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.PodSpec"}
PodVolumeHealth		{"name":"!s","healthConditions":{"t":"?[@core/v1.VolumeHealthCondition","l":"map","k":["status","reason"],"p":"merge","g":"status"},"lastTransitionTime":"?t"}
PortStatus		{"port":"!i","protocol":{"t":"!s","e":["TCP","UDP","SCTP"]},"error":"?s"}
PortworxVolumeSource		{"volumeID":"!s","fsType":"?s","readOnly":"?b"}
Preconditions		{"uid":"?s"}
PreferAvoidPodsEntry		{"podSignature":"!@core/v1.PodSignature","evictionTime":"?t","reason":"?s","message":"?s"}
PreferredSchedulingTerm		{"weight":"!i","preference":{"t":"!@core/v1.NodeSelectorTerm","m":"atomic"}}
Probe		{"exec":"?@core/v1.ExecAction","httpGet":"?@core/v1.HTTPGetAction","tcpSocket":"?@core/v1.TCPSocketAction","grpc":"?@core/v1.GRPCAction","initialDelaySeconds":"?i","timeoutSeconds":"?i","periodSeconds":"?i","successThreshold":"?i","failureThreshold":"?i","terminationGracePeriodSeconds":"?i"}
ProbeHandler		{"exec":"?@core/v1.ExecAction","httpGet":"?@core/v1.HTTPGetAction","tcpSocket":"?@core/v1.TCPSocketAction","grpc":"?@core/v1.GRPCAction"}
ProjectedVolumeSource		{"sources":{"t":"[@core/v1.VolumeProjection","l":"atomic"},"defaultMode":"?i","defaultUser":"?i"}
QuobyteVolumeSource		{"registry":"!s","volume":"!s","readOnly":"?b","user":"?s","group":"?s","tenant":"?s"}
RBDPersistentVolumeSource		{"monitors":{"t":"![s","l":"atomic"},"image":"!s","fsType":"?s","pool":{"t":"?s","d":"rbd"},"user":{"t":"?s","d":"admin"},"keyring":{"t":"?s","d":"/etc/ceph/keyring"},"secretRef":{"t":"?@core/v1.SecretReference","m":"atomic"},"readOnly":"?b"}
RBDVolumeSource		{"monitors":{"t":"![s","l":"atomic"},"image":"!s","fsType":"?s","pool":{"t":"?s","d":"rbd"},"user":{"t":"?s","d":"admin"},"keyring":{"t":"?s","d":"/etc/ceph/keyring"},"secretRef":{"t":"?@core/v1.LocalObjectReference","m":"atomic"},"readOnly":"?b"}
RangeAllocation	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","range":"!s","data":"!B"}
ReplicationController	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.ReplicationControllerSpec","status":"?@core/v1.ReplicationControllerStatus"}
ReplicationControllerCondition		{"type":"!s","status":"!s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
ReplicationControllerList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.ReplicationController"}
ReplicationControllerSpec		{"replicas":{"t":"?i","d":1},"minReadySeconds":{"t":"?i","d":0},"selector":{"t":"?{s","m":"atomic"},"template":"?@core/v1.PodTemplateSpec"}
ReplicationControllerStatus		{"replicas":"!i","fullyLabeledReplicas":"?i","readyReplicas":"?i","availableReplicas":"?i","observedGeneration":"?i","conditions":{"t":"?[@core/v1.ReplicationControllerCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
ResourceClaim		{"name":"!s","request":"?s"}
ResourceFieldSelector	a	{"containerName":"?s","resource":"!s","divisor":"?q"}
ResourceHealth		{"resourceID":"!s","health":"?s","message":"?s"}
ResourceQuota	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.ResourceQuotaSpec","status":"?@core/v1.ResourceQuotaStatus"}
ResourceQuotaList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.ResourceQuota"}
ResourceQuotaSpec		{"hard":"?{q","scopes":{"t":"?[s","l":"atomic","e":["Terminating","NotTerminating","BestEffort","NotBestEffort","PriorityClass","CrossNamespacePodAffinity","VolumeAttributesClass"]},"scopeSelector":{"t":"?@core/v1.ScopeSelector","m":"atomic"}}
ResourceQuotaStatus		{"hard":"?{q","used":"?{q"}
ResourceRequirements		{"limits":"?{q","requests":"?{q","claims":{"t":"?[@core/v1.ResourceClaim","l":"map","k":["name"]}}
ResourceStatus		{"name":"!s","resources":{"t":"?[@core/v1.ResourceHealth","l":"map","k":["resourceID"]}}
SELinuxOptions		{"user":"?s","role":"?s","type":"?s","level":"?s"}
ScaleIOPersistentVolumeSource		{"gateway":"!s","system":"!s","secretRef":{"t":"!@core/v1.SecretReference","m":"atomic"},"sslEnabled":"?b","protectionDomain":"?s","storagePool":"?s","storageMode":{"t":"?s","d":"ThinProvisioned"},"volumeName":"?s","fsType":{"t":"?s","d":"xfs"},"readOnly":"?b"}
ScaleIOVolumeSource		{"gateway":"!s","system":"!s","secretRef":{"t":"!@core/v1.LocalObjectReference","m":"atomic"},"sslEnabled":"?b","protectionDomain":"?s","storagePool":"?s","storageMode":{"t":"?s","d":"ThinProvisioned"},"volumeName":"?s","fsType":{"t":"?s","d":"xfs"},"readOnly":"?b"}
ScopeSelector	a	{"matchExpressions":{"t":"?[@core/v1.ScopedResourceSelectorRequirement","l":"atomic"}}
ScopedResourceSelectorRequirement		{"scopeName":{"t":"!s","e":["Terminating","NotTerminating","BestEffort","NotBestEffort","PriorityClass","CrossNamespacePodAffinity","VolumeAttributesClass"]},"operator":{"t":"!s","e":["In","NotIn","Exists","DoesNotExist"]},"values":{"t":"?[s","l":"atomic"}}
SeccompProfile		{"type":{"t":"!s","e":["Unconfined","RuntimeDefault","Localhost"]},"localhostProfile":"?s"}
Secret	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","immutable":"?b","data":"?{B","stringData":"?{s","type":"?s"}
SecretEnvSource		{"name":{"t":"?s","d":""},"optional":"?b"}
SecretKeySelector	a	{"name":{"t":"?s","d":""},"key":"!s","optional":"?b"}
SecretList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.Secret"}
SecretProjection		{"name":{"t":"?s","d":""},"items":{"t":"?[@core/v1.KeyToPath","l":"atomic"},"optional":"?b"}
SecretReference	a	{"name":"?s","namespace":"?s"}
SecretVolumeSource		{"secretName":"?s","items":{"t":"?[@core/v1.KeyToPath","l":"atomic"},"defaultMode":"?i","optional":"?b","defaultUser":"?i"}
SecurityContext		{"capabilities":"?@core/v1.Capabilities","privileged":"?b","seLinuxOptions":"?@core/v1.SELinuxOptions","windowsOptions":"?@core/v1.WindowsSecurityContextOptions","runAsUser":"?i","runAsGroup":"?i","runAsNonRoot":"?b","readOnlyRootFilesystem":"?b","allowPrivilegeEscalation":"?b","procMount":{"t":"?s","e":["Default","Unmasked"]},"seccompProfile":"?@core/v1.SeccompProfile","appArmorProfile":"?@core/v1.AppArmorProfile"}
SerializedReference	k	{"kind":"?s","apiVersion":"?s","reference":{"t":"?@core/v1.ObjectReference","m":"atomic"}}
Service	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@core/v1.ServiceSpec","status":"?@core/v1.ServiceStatus"}
ServiceAccount	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","secrets":{"t":"?[@core/v1.ObjectReference","l":"map","k":["name"],"p":"merge","g":"name"},"imagePullSecrets":{"t":"?[@core/v1.LocalObjectReference","l":"atomic"},"automountServiceAccountToken":"?b"}
ServiceAccountList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.ServiceAccount"}
ServiceAccountTokenProjection		{"audience":"?s","expirationSeconds":"?i","path":"!s","user":"?i"}
ServiceList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@core/v1.Service"}
ServicePort		{"name":"?s","protocol":{"t":"?s","e":["TCP","UDP","SCTP"],"d":"TCP"},"appProtocol":"?s","port":"!i","targetPort":"?x","nodePort":"?i"}
ServiceProxyOptions	k	{"kind":"?s","apiVersion":"?s","path":"?s"}
ServiceSpec		{"ports":{"t":"?[@core/v1.ServicePort","l":"map","k":["port","protocol"],"p":"merge","g":"port"},"selector":{"t":"?{s","m":"atomic"},"clusterIP":"?s","clusterIPs":{"t":"?[s","l":"atomic"},"type":{"t":"?s","e":["ClusterIP","NodePort","LoadBalancer","ExternalName"]},"externalIPs":{"t":"?[s","l":"atomic"},"sessionAffinity":{"t":"?s","e":["ClientIP","None"]},"loadBalancerIP":"?s","loadBalancerSourceRanges":{"t":"?[s","l":"atomic"},"externalName":"?s","externalTrafficPolicy":{"t":"?s","e":["Cluster","Local"]},"healthCheckNodePort":"?i","publishNotReadyAddresses":"?b","sessionAffinityConfig":"?@core/v1.SessionAffinityConfig","ipFamilies":{"t":"?[s","l":"atomic","e":["IPv4","IPv6",""]},"ipFamilyPolicy":{"t":"?s","e":["SingleStack","PreferDualStack","RequireDualStack"]},"allocateLoadBalancerNodePorts":"?b","loadBalancerClass":"?s","internalTrafficPolicy":{"t":"?s","e":["Cluster","Local"]},"trafficDistribution":"?s"}
ServiceStatus		{"loadBalancer":"?@core/v1.LoadBalancerStatus","conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
SessionAffinityConfig		{"clientIP":"?@core/v1.ClientIPConfig"}
SleepAction		{"seconds":"!i"}
StorageOSPersistentVolumeSource		{"volumeName":"?s","volumeNamespace":"?s","fsType":"?s","readOnly":"?b","secretRef":{"t":"?@core/v1.ObjectReference","m":"atomic"}}
StorageOSVolumeSource		{"volumeName":"?s","volumeNamespace":"?s","fsType":"?s","readOnly":"?b","secretRef":{"t":"?@core/v1.LocalObjectReference","m":"atomic"}}
Sysctl		{"name":"!s","value":"!s"}
TCPSocketAction		{"port":"!x","host":"?s"}
Taint		{"key":"!s","value":"?s","effect":{"t":"!s","e":["NoSchedule","PreferNoSchedule","NoExecute"]},"timeAdded":"?t"}
Toleration		{"key":"?s","operator":{"t":"?s","e":["Exists","Equal","Lt","Gt"]},"value":"?s","effect":{"t":"?s","e":["NoSchedule","PreferNoSchedule","NoExecute"]},"tolerationSeconds":"?i"}
TopologySelectorLabelRequirement		{"key":"!s","values":{"t":"![s","l":"atomic"}}
TopologySelectorTerm	a	{"matchLabelExpressions":{"t":"?[@core/v1.TopologySelectorLabelRequirement","l":"atomic"}}
TopologySpreadConstraint		{"maxSkew":"!i","topologyKey":"!s","whenUnsatisfiable":{"t":"!s","e":["DoNotSchedule","ScheduleAnyway"]},"labelSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"minDomains":"?i","nodeAffinityPolicy":{"t":"?s","e":["Ignore","Honor"]},"nodeTaintsPolicy":{"t":"?s","e":["Ignore","Honor"]},"matchLabelKeys":{"t":"?[s","l":"atomic"}}
TypedLocalObjectReference	a	{"apiGroup":"s","kind":"!s","name":"!s"}
TypedObjectReference		{"apiGroup":"s","kind":"!s","name":"!s","namespace":"?s"}
Volume		{"hostPath":"?@core/v1.HostPathVolumeSource","emptyDir":"?@core/v1.EmptyDirVolumeSource","gcePersistentDisk":"?@core/v1.GCEPersistentDiskVolumeSource","awsElasticBlockStore":"?@core/v1.AWSElasticBlockStoreVolumeSource","gitRepo":"?@core/v1.GitRepoVolumeSource","secret":"?@core/v1.SecretVolumeSource","nfs":"?@core/v1.NFSVolumeSource","iscsi":"?@core/v1.ISCSIVolumeSource","glusterfs":"?@core/v1.GlusterfsVolumeSource","persistentVolumeClaim":"?@core/v1.PersistentVolumeClaimVolumeSource","rbd":"?@core/v1.RBDVolumeSource","flexVolume":"?@core/v1.FlexVolumeSource","cinder":"?@core/v1.CinderVolumeSource","cephfs":"?@core/v1.CephFSVolumeSource","flocker":"?@core/v1.FlockerVolumeSource","downwardAPI":"?@core/v1.DownwardAPIVolumeSource","fc":"?@core/v1.FCVolumeSource","azureFile":"?@core/v1.AzureFileVolumeSource","configMap":"?@core/v1.ConfigMapVolumeSource","vsphereVolume":"?@core/v1.VsphereVirtualDiskVolumeSource","quobyte":"?@core/v1.QuobyteVolumeSource","azureDisk":"?@core/v1.AzureDiskVolumeSource","photonPersistentDisk":"?@core/v1.PhotonPersistentDiskVolumeSource","projected":"?@core/v1.ProjectedVolumeSource","portworxVolume":"?@core/v1.PortworxVolumeSource","scaleIO":"?@core/v1.ScaleIOVolumeSource","storageos":"?@core/v1.StorageOSVolumeSource","csi":"?@core/v1.CSIVolumeSource","ephemeral":"?@core/v1.EphemeralVolumeSource","image":"?@core/v1.ImageVolumeSource","name":"!s"}
VolumeDevice		{"name":"!s","devicePath":"!s"}
VolumeHealthCondition		{"status":{"t":"!s","e":["Inaccessible","DataLoss","Degraded"]},"reason":"!s","message":"?s"}
VolumeHealthStatus		{"healthConditions":{"t":"?[@core/v1.VolumeHealthCondition","l":"map","k":["status","reason"],"p":"merge","g":"status"},"lastTransitionTime":"?t"}
VolumeMount		{"name":"!s","readOnly":"?b","recursiveReadOnly":"?s","mountPath":"!s","subPath":"?s","mountPropagation":{"t":"?s","e":["None","HostToContainer","Bidirectional"]},"subPathExpr":"?s","bindMountOptions":{"t":"?[s","l":"set"}}
VolumeMountStatus		{"name":"!s","mountPath":"!s","readOnly":"?b","recursiveReadOnly":"?s","volumeStatus":"?@core/v1.VolumeStatus"}
VolumeNodeAffinity		{"required":{"t":"?@core/v1.NodeSelector","m":"atomic"}}
VolumeProjection		{"secret":"?@core/v1.SecretProjection","downwardAPI":"?@core/v1.DownwardAPIProjection","configMap":"?@core/v1.ConfigMapProjection","serviceAccountToken":"?@core/v1.ServiceAccountTokenProjection","clusterTrustBundle":"?@core/v1.ClusterTrustBundleProjection","podCertificate":"?@core/v1.PodCertificateProjection"}
VolumeResourceRequirements		{"limits":"?{q","requests":"?{q"}
VolumeSource		{"hostPath":"?@core/v1.HostPathVolumeSource","emptyDir":"?@core/v1.EmptyDirVolumeSource","gcePersistentDisk":"?@core/v1.GCEPersistentDiskVolumeSource","awsElasticBlockStore":"?@core/v1.AWSElasticBlockStoreVolumeSource","gitRepo":"?@core/v1.GitRepoVolumeSource","secret":"?@core/v1.SecretVolumeSource","nfs":"?@core/v1.NFSVolumeSource","iscsi":"?@core/v1.ISCSIVolumeSource","glusterfs":"?@core/v1.GlusterfsVolumeSource","persistentVolumeClaim":"?@core/v1.PersistentVolumeClaimVolumeSource","rbd":"?@core/v1.RBDVolumeSource","flexVolume":"?@core/v1.FlexVolumeSource","cinder":"?@core/v1.CinderVolumeSource","cephfs":"?@core/v1.CephFSVolumeSource","flocker":"?@core/v1.FlockerVolumeSource","downwardAPI":"?@core/v1.DownwardAPIVolumeSource","fc":"?@core/v1.FCVolumeSource","azureFile":"?@core/v1.AzureFileVolumeSource","configMap":"?@core/v1.ConfigMapVolumeSource","vsphereVolume":"?@core/v1.VsphereVirtualDiskVolumeSource","quobyte":"?@core/v1.QuobyteVolumeSource","azureDisk":"?@core/v1.AzureDiskVolumeSource","photonPersistentDisk":"?@core/v1.PhotonPersistentDiskVolumeSource","projected":"?@core/v1.ProjectedVolumeSource","portworxVolume":"?@core/v1.PortworxVolumeSource","scaleIO":"?@core/v1.ScaleIOVolumeSource","storageos":"?@core/v1.StorageOSVolumeSource","csi":"?@core/v1.CSIVolumeSource","ephemeral":"?@core/v1.EphemeralVolumeSource","image":"?@core/v1.ImageVolumeSource"}
VolumeStatus		{"image":"?@core/v1.ImageVolumeStatus"}
VsphereVirtualDiskVolumeSource		{"volumePath":"!s","fsType":"?s","storagePolicyName":"?s","storagePolicyID":"?s"}
WeightedPodAffinityTerm		{"weight":"!i","podAffinityTerm":"!@core/v1.PodAffinityTerm"}
WindowsSecurityContextOptions		{"gmsaCredentialSpecName":"?s","gmsaCredentialSpec":"?s","runAsUserName":"?s","hostProcess":"?b"}
#discovery/v1	io.k8s.api.discovery.v1	discovery.k8s.io
Endpoint		{"addresses":{"t":"![s","l":"set"},"conditions":"?@discovery/v1.EndpointConditions","hostname":"?s","targetRef":{"t":"?@core/v1.ObjectReference","m":"atomic"},"deprecatedTopology":"?{s","nodeName":"?s","zone":"?s","hints":"?@discovery/v1.EndpointHints"}
EndpointConditions		{"ready":"?b","serving":"?b","terminating":"?b"}
EndpointHints		{"forZones":{"t":"?[@discovery/v1.ForZone","l":"atomic"},"forNodes":{"t":"?[@discovery/v1.ForNode","l":"atomic"}}
EndpointPort	a	{"name":"?s","protocol":{"t":"?s","e":["TCP","UDP","SCTP"]},"port":"?i","appProtocol":"?s"}
EndpointSlice	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","addressType":{"t":"!s","e":["IPv4","IPv6","FQDN"]},"endpoints":{"t":"[@discovery/v1.Endpoint","l":"atomic"},"ports":{"t":"[@discovery/v1.EndpointPort","l":"atomic"}}
EndpointSliceList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@discovery/v1.EndpointSlice"}
ForNode		{"name":"!s"}
ForZone		{"name":"!s"}
#discovery/v1beta1	io.k8s.api.discovery.v1beta1	discovery.k8s.io
Endpoint		{"addresses":{"t":"![s","l":"set"},"conditions":"?@discovery/v1beta1.EndpointConditions","hostname":"?s","targetRef":{"t":"?@core/v1.ObjectReference","m":"atomic"},"topology":"?{s","nodeName":"?s","hints":"?@discovery/v1beta1.EndpointHints"}
EndpointConditions		{"ready":"?b","serving":"?b","terminating":"?b"}
EndpointHints		{"forZones":{"t":"?[@discovery/v1beta1.ForZone","l":"atomic"},"forNodes":{"t":"?[@discovery/v1beta1.ForNode","l":"atomic"}}
EndpointPort		{"name":"?s","protocol":{"t":"?s","e":["TCP","UDP","SCTP"]},"port":"?i","appProtocol":"?s"}
EndpointSlice	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","addressType":{"t":"!s","e":["IPv4","IPv6","FQDN"]},"endpoints":{"t":"![@discovery/v1beta1.Endpoint","l":"atomic"},"ports":{"t":"[@discovery/v1beta1.EndpointPort","l":"atomic"}}
EndpointSliceList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@discovery/v1beta1.EndpointSlice"}
ForNode		{"name":"!s"}
ForZone		{"name":"!s"}
#events/v1	io.k8s.api.events.v1	events.k8s.io
Event	k	{"kind":"?s","apiVersion":"?s","metadata":"@meta/v1.ObjectMeta","eventTime":"!u","series":"?@events/v1.EventSeries","reportingController":"?s","reportingInstance":"?s","action":"?s","reason":"?s","regarding":{"t":"?@core/v1.ObjectReference","m":"atomic"},"related":{"t":"?@core/v1.ObjectReference","m":"atomic"},"note":"?s","type":"?s","deprecatedSource":"?@core/v1.EventSource","deprecatedFirstTimestamp":"?t","deprecatedLastTimestamp":"?t","deprecatedCount":"?i"}
EventList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@events/v1.Event"}
EventSeries		{"count":"!i","lastObservedTime":"!u"}
#events/v1beta1	io.k8s.api.events.v1beta1	events.k8s.io
Event	k	{"kind":"?s","apiVersion":"?s","metadata":"@meta/v1.ObjectMeta","eventTime":"!u","series":"?@events/v1beta1.EventSeries","reportingController":"?s","reportingInstance":"?s","action":"?s","reason":"?s","regarding":{"t":"?@core/v1.ObjectReference","m":"atomic"},"related":{"t":"?@core/v1.ObjectReference","m":"atomic"},"note":"?s","type":"?s","deprecatedSource":"?@core/v1.EventSource","deprecatedFirstTimestamp":"?t","deprecatedLastTimestamp":"?t","deprecatedCount":"?i"}
EventList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@events/v1beta1.Event"}
EventSeries		{"count":"!i","lastObservedTime":"!u"}
#extensions/v1beta1	io.k8s.api.extensions.v1beta1	extensions
DaemonSet	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@extensions/v1beta1.DaemonSetSpec","status":"?@extensions/v1beta1.DaemonSetStatus"}
DaemonSetCondition		{"type":"!s","status":"!s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
DaemonSetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@extensions/v1beta1.DaemonSet"}
DaemonSetSpec		{"selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","updateStrategy":"?@extensions/v1beta1.DaemonSetUpdateStrategy","minReadySeconds":"?i","templateGeneration":"?i","revisionHistoryLimit":"?i"}
DaemonSetStatus		{"currentNumberScheduled":"!i","numberMisscheduled":"!i","desiredNumberScheduled":"!i","numberReady":"!i","observedGeneration":"?i","updatedNumberScheduled":"?i","numberAvailable":"?i","numberUnavailable":"?i","collisionCount":"?i","conditions":{"t":"?[@extensions/v1beta1.DaemonSetCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
DaemonSetUpdateStrategy		{"type":"?s","rollingUpdate":"?@extensions/v1beta1.RollingUpdateDaemonSet"}
Deployment	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@extensions/v1beta1.DeploymentSpec","status":"?@extensions/v1beta1.DeploymentStatus"}
DeploymentCondition		{"type":"!s","status":"!s","lastUpdateTime":"?t","lastTransitionTime":"?t","reason":"?s","message":"?s"}
DeploymentList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@extensions/v1beta1.Deployment"}
DeploymentRollback	k	{"kind":"?s","apiVersion":"?s","name":"!s","updatedAnnotations":"?{s","rollbackTo":"!@extensions/v1beta1.RollbackConfig"}
DeploymentSpec		{"replicas":"?i","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"template":"!@core/v1.PodTemplateSpec","strategy":{"t":"?@extensions/v1beta1.DeploymentStrategy","p":"retainKeys"},"minReadySeconds":"?i","revisionHistoryLimit":"?i","paused":"?b","rollbackTo":"?@extensions/v1beta1.RollbackConfig","progressDeadlineSeconds":"?i"}
DeploymentStatus		{"observedGeneration":"?i","replicas":"?i","updatedReplicas":"?i","readyReplicas":"?i","availableReplicas":"?i","unavailableReplicas":"?i","terminatingReplicas":"?i","conditions":{"t":"?[@extensions/v1beta1.DeploymentCondition","l":"map","k":["type"],"p":"merge","g":"type"},"collisionCount":"?i"}
DeploymentStrategy		{"type":"?s","rollingUpdate":"?@extensions/v1beta1.RollingUpdateDeployment"}
HTTPIngressPath		{"path":"?s","pathType":"?s","backend":"!@extensions/v1beta1.IngressBackend"}
HTTPIngressRuleValue		{"paths":{"t":"![@extensions/v1beta1.HTTPIngressPath","l":"atomic"}}
IPBlock		{"cidr":"!s","except":{"t":"?[s","l":"atomic"}}
Ingress	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@extensions/v1beta1.IngressSpec","status":"?@extensions/v1beta1.IngressStatus"}
IngressBackend		{"serviceName":"?s","servicePort":"?x","resource":{"t":"?@core/v1.TypedLocalObjectReference","m":"atomic"}}
IngressList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@extensions/v1beta1.Ingress"}
IngressLoadBalancerIngress		{"ip":"?s","hostname":"?s","ports":{"t":"?[@extensions/v1beta1.IngressPortStatus","l":"atomic"}}
IngressLoadBalancerStatus		{"ingress":{"t":"?[@extensions/v1beta1.IngressLoadBalancerIngress","l":"atomic"}}
IngressPortStatus		{"port":"!i","protocol":{"t":"!s","e":["TCP","UDP","SCTP"]},"error":"?s"}
IngressRule		{"http":"?@extensions/v1beta1.HTTPIngressRuleValue","host":"?s"}
IngressRuleValue		{"http":"?@extensions/v1beta1.HTTPIngressRuleValue"}
IngressSpec		{"ingressClassName":"?s","backend":"?@extensions/v1beta1.IngressBackend","tls":{"t":"?[@extensions/v1beta1.IngressTLS","l":"atomic"},"rules":{"t":"?[@extensions/v1beta1.IngressRule","l":"atomic"}}
IngressStatus		{"loadBalancer":"?@extensions/v1beta1.IngressLoadBalancerStatus"}
IngressTLS		{"hosts":{"t":"?[s","l":"atomic"},"secretName":"?s"}
NetworkPolicy	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@extensions/v1beta1.NetworkPolicySpec"}
NetworkPolicyEgressRule		{"ports":{"t":"?[@extensions/v1beta1.NetworkPolicyPort","l":"atomic"},"to":{"t":"?[@extensions/v1beta1.NetworkPolicyPeer","l":"atomic"}}
NetworkPolicyIngressRule		{"ports":{"t":"?[@extensions/v1beta1.NetworkPolicyPort","l":"atomic"},"from":{"t":"?[@extensions/v1beta1.NetworkPolicyPeer","l":"atomic"}}
NetworkPolicyList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@extensions/v1beta1.NetworkPolicy"}
NetworkPolicyPeer		{"podSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"ipBlock":"?@extensions/v1beta1.IPBlock"}
NetworkPolicyPort		{"protocol":{"t":"?s","e":["TCP","UDP","SCTP"]},"port":"?x","endPort":"?i"}
NetworkPolicySpec		{"podSelector":{"t":"!@meta/v1.LabelSelector","m":"atomic"},"ingress":{"t":"?[@extensions/v1beta1.NetworkPolicyIngressRule","l":"atomic"},"egress":{"t":"?[@extensions/v1beta1.NetworkPolicyEgressRule","l":"atomic"},"policyTypes":{"t":"?[s","l":"atomic"}}
ReplicaSet	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@extensions/v1beta1.ReplicaSetSpec","status":"?@extensions/v1beta1.ReplicaSetStatus"}
ReplicaSetCondition		{"type":"!s","status":"!s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
ReplicaSetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@extensions/v1beta1.ReplicaSet"}
ReplicaSetSpec		{"replicas":"?i","minReadySeconds":"?i","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"template":"?@core/v1.PodTemplateSpec"}
ReplicaSetStatus		{"replicas":"!i","fullyLabeledReplicas":"?i","readyReplicas":"?i","availableReplicas":"?i","terminatingReplicas":"?i","observedGeneration":"?i","conditions":{"t":"?[@extensions/v1beta1.ReplicaSetCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
RollbackConfig		{"revision":"?i"}
RollingUpdateDaemonSet		{"maxUnavailable":"?x","maxSurge":"?x"}
RollingUpdateDeployment		{"maxUnavailable":"?x","maxSurge":"?x"}
Scale	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@extensions/v1beta1.ScaleSpec","status":"?@extensions/v1beta1.ScaleStatus"}
ScaleSpec		{"replicas":{"t":"?i","d":0}}
ScaleStatus		{"replicas":"!i","selector":{"t":"?{s","m":"atomic"},"targetSelector":"?s"}
#flowcontrol/v1	io.k8s.api.flowcontrol.v1	flowcontrol.apiserver.k8s.io
ExemptPriorityLevelConfiguration		{"nominalConcurrencyShares":"?i","lendablePercent":"?i"}
FlowDistinguisherMethod		{"type":"!s"}
FlowSchema	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@flowcontrol/v1.FlowSchemaSpec","status":"?@flowcontrol/v1.FlowSchemaStatus"}
FlowSchemaCondition		{"type":"!?s","status":"?s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
FlowSchemaList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@flowcontrol/v1.FlowSchema"}
FlowSchemaSpec		{"priorityLevelConfiguration":"!@flowcontrol/v1.PriorityLevelConfigurationReference","matchingPrecedence":"i","distinguisherMethod":"?@flowcontrol/v1.FlowDistinguisherMethod","rules":{"t":"?[@flowcontrol/v1.PolicyRulesWithSubjects","l":"atomic"}}
FlowSchemaStatus		{"conditions":{"t":"?[@flowcontrol/v1.FlowSchemaCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
GroupSubject		{"name":"!s"}
LimitResponse		{"type":"!s","queuing":"?@flowcontrol/v1.QueuingConfiguration"}
LimitedPriorityLevelConfiguration		{"nominalConcurrencyShares":"i","limitResponse":"!?@flowcontrol/v1.LimitResponse","lendablePercent":"?i","borrowingLimitPercent":"?i"}
NonResourcePolicyRule		{"verbs":{"t":"![s","l":"set"},"nonResourceURLs":{"t":"![s","l":"set"}}
PolicyRulesWithSubjects		{"subjects":{"t":"![@flowcontrol/v1.Subject","l":"atomic"},"resourceRules":{"t":"?[@flowcontrol/v1.ResourcePolicyRule","l":"atomic"},"nonResourceRules":{"t":"?[@flowcontrol/v1.NonResourcePolicyRule","l":"atomic"}}
PriorityLevelConfiguration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@flowcontrol/v1.PriorityLevelConfigurationSpec","status":"?@flowcontrol/v1.PriorityLevelConfigurationStatus"}
PriorityLevelConfigurationCondition		{"type":"!?s","status":"?s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
PriorityLevelConfigurationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@flowcontrol/v1.PriorityLevelConfiguration"}
PriorityLevelConfigurationReference		{"name":"!s"}
PriorityLevelConfigurationSpec		{"type":"!s","limited":"?@flowcontrol/v1.LimitedPriorityLevelConfiguration","exempt":"?@flowcontrol/v1.ExemptPriorityLevelConfiguration"}
PriorityLevelConfigurationStatus		{"conditions":{"t":"?[@flowcontrol/v1.PriorityLevelConfigurationCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
QueuingConfiguration		{"queues":"i","handSize":"i","queueLengthLimit":"i"}
ResourcePolicyRule		{"verbs":{"t":"![s","l":"set"},"apiGroups":{"t":"![s","l":"set"},"resources":{"t":"![s","l":"set"},"clusterScope":"?b","namespaces":{"t":"[s","l":"set"}}
ServiceAccountSubject		{"namespace":"!s","name":"!s"}
Subject		{"kind":"!s","user":"?@flowcontrol/v1.UserSubject","group":"?@flowcontrol/v1.GroupSubject","serviceAccount":"?@flowcontrol/v1.ServiceAccountSubject"}
UserSubject		{"name":"!s"}
#flowcontrol/v1beta1	io.k8s.api.flowcontrol.v1beta1	flowcontrol.apiserver.k8s.io
ExemptPriorityLevelConfiguration		{"nominalConcurrencyShares":"?i","lendablePercent":"?i"}
FlowDistinguisherMethod		{"type":"!s"}
FlowSchema	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@flowcontrol/v1beta1.FlowSchemaSpec","status":"?@flowcontrol/v1beta1.FlowSchemaStatus"}
FlowSchemaCondition		{"type":"!?s","status":"?s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
FlowSchemaList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@flowcontrol/v1beta1.FlowSchema"}
FlowSchemaSpec		{"priorityLevelConfiguration":"!@flowcontrol/v1beta1.PriorityLevelConfigurationReference","matchingPrecedence":"i","distinguisherMethod":"?@flowcontrol/v1beta1.FlowDistinguisherMethod","rules":{"t":"?[@flowcontrol/v1beta1.PolicyRulesWithSubjects","l":"atomic"}}
FlowSchemaStatus		{"conditions":{"t":"?[@flowcontrol/v1beta1.FlowSchemaCondition","l":"map","k":["type"]}}
GroupSubject		{"name":"!s"}
LimitResponse		{"type":"!s","queuing":"?@flowcontrol/v1beta1.QueuingConfiguration"}
LimitedPriorityLevelConfiguration		{"assuredConcurrencyShares":"i","limitResponse":"!?@flowcontrol/v1beta1.LimitResponse","lendablePercent":"?i","borrowingLimitPercent":"?i"}
NonResourcePolicyRule		{"verbs":{"t":"![s","l":"set"},"nonResourceURLs":{"t":"![s","l":"set"}}
PolicyRulesWithSubjects		{"subjects":{"t":"![@flowcontrol/v1beta1.Subject","l":"atomic"},"resourceRules":{"t":"?[@flowcontrol/v1beta1.ResourcePolicyRule","l":"atomic"},"nonResourceRules":{"t":"?[@flowcontrol/v1beta1.NonResourcePolicyRule","l":"atomic"}}
PriorityLevelConfiguration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@flowcontrol/v1beta1.PriorityLevelConfigurationSpec","status":"?@flowcontrol/v1beta1.PriorityLevelConfigurationStatus"}
PriorityLevelConfigurationCondition		{"type":"!?s","status":"?s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
PriorityLevelConfigurationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@flowcontrol/v1beta1.PriorityLevelConfiguration"}
PriorityLevelConfigurationReference		{"name":"!s"}
PriorityLevelConfigurationSpec		{"type":"!s","limited":"?@flowcontrol/v1beta1.LimitedPriorityLevelConfiguration","exempt":"?@flowcontrol/v1beta1.ExemptPriorityLevelConfiguration"}
PriorityLevelConfigurationStatus		{"conditions":{"t":"?[@flowcontrol/v1beta1.PriorityLevelConfigurationCondition","l":"map","k":["type"]}}
QueuingConfiguration		{"queues":"i","handSize":"i","queueLengthLimit":"i"}
ResourcePolicyRule		{"verbs":{"t":"![s","l":"set"},"apiGroups":{"t":"![s","l":"set"},"resources":{"t":"![s","l":"set"},"clusterScope":"?b","namespaces":{"t":"[s","l":"set"}}
ServiceAccountSubject		{"namespace":"!s","name":"!s"}
Subject		{"kind":"!s","user":"?@flowcontrol/v1beta1.UserSubject","group":"?@flowcontrol/v1beta1.GroupSubject","serviceAccount":"?@flowcontrol/v1beta1.ServiceAccountSubject"}
UserSubject		{"name":"!s"}
#flowcontrol/v1beta2	io.k8s.api.flowcontrol.v1beta2	flowcontrol.apiserver.k8s.io
ExemptPriorityLevelConfiguration		{"nominalConcurrencyShares":"?i","lendablePercent":"?i"}
FlowDistinguisherMethod		{"type":"!s"}
FlowSchema	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@flowcontrol/v1beta2.FlowSchemaSpec","status":"?@flowcontrol/v1beta2.FlowSchemaStatus"}
FlowSchemaCondition		{"type":"!?s","status":"?s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
FlowSchemaList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@flowcontrol/v1beta2.FlowSchema"}
FlowSchemaSpec		{"priorityLevelConfiguration":"!@flowcontrol/v1beta2.PriorityLevelConfigurationReference","matchingPrecedence":"i","distinguisherMethod":"?@flowcontrol/v1beta2.FlowDistinguisherMethod","rules":{"t":"?[@flowcontrol/v1beta2.PolicyRulesWithSubjects","l":"atomic"}}
FlowSchemaStatus		{"conditions":{"t":"?[@flowcontrol/v1beta2.FlowSchemaCondition","l":"map","k":["type"]}}
GroupSubject		{"name":"!s"}
LimitResponse		{"type":"!s","queuing":"?@flowcontrol/v1beta2.QueuingConfiguration"}
LimitedPriorityLevelConfiguration		{"assuredConcurrencyShares":"i","limitResponse":"!?@flowcontrol/v1beta2.LimitResponse","lendablePercent":"?i","borrowingLimitPercent":"?i"}
NonResourcePolicyRule		{"verbs":{"t":"![s","l":"set"},"nonResourceURLs":{"t":"![s","l":"set"}}
PolicyRulesWithSubjects		{"subjects":{"t":"![@flowcontrol/v1beta2.Subject","l":"atomic"},"resourceRules":{"t":"?[@flowcontrol/v1beta2.ResourcePolicyRule","l":"atomic"},"nonResourceRules":{"t":"?[@flowcontrol/v1beta2.NonResourcePolicyRule","l":"atomic"}}
PriorityLevelConfiguration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@flowcontrol/v1beta2.PriorityLevelConfigurationSpec","status":"?@flowcontrol/v1beta2.PriorityLevelConfigurationStatus"}
PriorityLevelConfigurationCondition		{"type":"!?s","status":"?s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
PriorityLevelConfigurationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@flowcontrol/v1beta2.PriorityLevelConfiguration"}
PriorityLevelConfigurationReference		{"name":"!s"}
PriorityLevelConfigurationSpec		{"type":"!s","limited":"?@flowcontrol/v1beta2.LimitedPriorityLevelConfiguration","exempt":"?@flowcontrol/v1beta2.ExemptPriorityLevelConfiguration"}
PriorityLevelConfigurationStatus		{"conditions":{"t":"?[@flowcontrol/v1beta2.PriorityLevelConfigurationCondition","l":"map","k":["type"]}}
QueuingConfiguration		{"queues":"i","handSize":"i","queueLengthLimit":"i"}
ResourcePolicyRule		{"verbs":{"t":"![s","l":"set"},"apiGroups":{"t":"![s","l":"set"},"resources":{"t":"![s","l":"set"},"clusterScope":"?b","namespaces":{"t":"[s","l":"set"}}
ServiceAccountSubject		{"namespace":"!s","name":"!s"}
Subject		{"kind":"!s","user":"?@flowcontrol/v1beta2.UserSubject","group":"?@flowcontrol/v1beta2.GroupSubject","serviceAccount":"?@flowcontrol/v1beta2.ServiceAccountSubject"}
UserSubject		{"name":"!s"}
#flowcontrol/v1beta3	io.k8s.api.flowcontrol.v1beta3	flowcontrol.apiserver.k8s.io
ExemptPriorityLevelConfiguration		{"nominalConcurrencyShares":"?i","lendablePercent":"?i"}
FlowDistinguisherMethod		{"type":"!s"}
FlowSchema	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@flowcontrol/v1beta3.FlowSchemaSpec","status":"?@flowcontrol/v1beta3.FlowSchemaStatus"}
FlowSchemaCondition		{"type":"!?s","status":"?s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
FlowSchemaList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@flowcontrol/v1beta3.FlowSchema"}
FlowSchemaSpec		{"priorityLevelConfiguration":"!@flowcontrol/v1beta3.PriorityLevelConfigurationReference","matchingPrecedence":"i","distinguisherMethod":"?@flowcontrol/v1beta3.FlowDistinguisherMethod","rules":{"t":"?[@flowcontrol/v1beta3.PolicyRulesWithSubjects","l":"atomic"}}
FlowSchemaStatus		{"conditions":{"t":"?[@flowcontrol/v1beta3.FlowSchemaCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
GroupSubject		{"name":"!s"}
LimitResponse		{"type":"!s","queuing":"?@flowcontrol/v1beta3.QueuingConfiguration"}
LimitedPriorityLevelConfiguration		{"nominalConcurrencyShares":"i","limitResponse":"!?@flowcontrol/v1beta3.LimitResponse","lendablePercent":"?i","borrowingLimitPercent":"?i"}
NonResourcePolicyRule		{"verbs":{"t":"![s","l":"set"},"nonResourceURLs":{"t":"![s","l":"set"}}
PolicyRulesWithSubjects		{"subjects":{"t":"![@flowcontrol/v1beta3.Subject","l":"atomic"},"resourceRules":{"t":"?[@flowcontrol/v1beta3.ResourcePolicyRule","l":"atomic"},"nonResourceRules":{"t":"?[@flowcontrol/v1beta3.NonResourcePolicyRule","l":"atomic"}}
PriorityLevelConfiguration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@flowcontrol/v1beta3.PriorityLevelConfigurationSpec","status":"?@flowcontrol/v1beta3.PriorityLevelConfigurationStatus"}
PriorityLevelConfigurationCondition		{"type":"!?s","status":"?s","lastTransitionTime":"?t","reason":"?s","message":"?s"}
PriorityLevelConfigurationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@flowcontrol/v1beta3.PriorityLevelConfiguration"}
PriorityLevelConfigurationReference		{"name":"!s"}
PriorityLevelConfigurationSpec		{"type":"!s","limited":"?@flowcontrol/v1beta3.LimitedPriorityLevelConfiguration","exempt":"?@flowcontrol/v1beta3.ExemptPriorityLevelConfiguration"}
PriorityLevelConfigurationStatus		{"conditions":{"t":"?[@flowcontrol/v1beta3.PriorityLevelConfigurationCondition","l":"map","k":["type"],"p":"merge","g":"type"}}
QueuingConfiguration		{"queues":"i","handSize":"i","queueLengthLimit":"i"}
ResourcePolicyRule		{"verbs":{"t":"![s","l":"set"},"apiGroups":{"t":"![s","l":"set"},"resources":{"t":"![s","l":"set"},"clusterScope":"?b","namespaces":{"t":"[s","l":"set"}}
ServiceAccountSubject		{"namespace":"!s","name":"!s"}
Subject		{"kind":"!s","user":"?@flowcontrol/v1beta3.UserSubject","group":"?@flowcontrol/v1beta3.GroupSubject","serviceAccount":"?@flowcontrol/v1beta3.ServiceAccountSubject"}
UserSubject		{"name":"!s"}
#imagepolicy/v1alpha1	io.k8s.api.imagepolicy.v1alpha1	imagepolicy.k8s.io
ImageReview	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@imagepolicy/v1alpha1.ImageReviewSpec","status":"?@imagepolicy/v1alpha1.ImageReviewStatus"}
ImageReviewContainerSpec		{"image":"?s"}
ImageReviewSpec		{"containers":{"t":"?[@imagepolicy/v1alpha1.ImageReviewContainerSpec","l":"atomic"},"annotations":"?{s","namespace":"?s"}
ImageReviewStatus		{"allowed":"b","reason":"?s","auditAnnotations":"?{s"}
#lifecycle/v1alpha1	io.k8s.api.lifecycle.v1alpha1	lifecycle.k8s.io
Eviction	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@lifecycle/v1alpha1.EvictionSpec","status":"?@lifecycle/v1alpha1.EvictionStatus"}
EvictionList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@lifecycle/v1alpha1.Eviction"}
EvictionPodReference		{"name":"!s","uid":"!s"}
EvictionRequest	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@lifecycle/v1alpha1.EvictionRequestSpec","status":"?@lifecycle/v1alpha1.EvictionRequestStatus"}
EvictionRequestList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@lifecycle/v1alpha1.EvictionRequest"}
EvictionRequestPodReference		{"name":"!s","uid":"!s"}
EvictionRequestSpec		{"target":"!@lifecycle/v1alpha1.EvictionRequestTarget","requester":"!s","intent":{"t":"!s","e":["Eviction","Withdrawn"]}}
EvictionRequestStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"},"observedGeneration":"?i"}
EvictionRequestTarget		{"pod":"?@lifecycle/v1alpha1.EvictionRequestPodReference"}
EvictionSpec		{"target":"!@lifecycle/v1alpha1.EvictionTarget"}
EvictionStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"},"observedGeneration":"?i","requesters":{"t":"?[@lifecycle/v1alpha1.Requester","l":"map","k":["name"],"p":"merge","g":"name"},"targetResponders":{"t":"?[@lifecycle/v1alpha1.TargetResponder","l":"map","k":["name"],"p":"merge","g":"name"},"responders":{"t":"?[@lifecycle/v1alpha1.ResponderStatus","l":"map","k":["name"],"p":"merge","g":"name"}}
EvictionTarget		{"pod":"?@lifecycle/v1alpha1.EvictionPodReference"}
Requester	a	{"name":"!s","intent":{"t":"!s","e":["Eviction","Withdrawn"]}}
ResponderStatus		{"name":"!s","startTime":"?t","heartbeatTime":"?t","expectedCompletionTime":"?t","completionTime":"?t","message":"?s"}
TargetResponder	a	{"name":"!s","priority":"!i","state":{"t":"!s","e":["Inactive","Active","Interrupted","Canceled","Completed"]}}
#meta/v1	io.k8s.apimachinery.pkg.apis.meta.v1	-
APIGroup	k	{"kind":"?s","apiVersion":"?s","name":"!s","versions":{"t":"![@meta/v1.GroupVersionForDiscovery","l":"atomic"},"preferredVersion":"?@meta/v1.GroupVersionForDiscovery","serverAddressByClientCIDRs":{"t":"?[@meta/v1.ServerAddressByClientCIDR","l":"atomic"}}
APIGroupList	k	{"kind":"?s","apiVersion":"?s","groups":{"t":"![@meta/v1.APIGroup","l":"atomic"}}
APIResource		{"name":"!s","singularName":"!s","namespaced":"!b","group":"?s","version":"?s","kind":"!s","verbs":"![s","shortNames":{"t":"?[s","l":"atomic"},"categories":{"t":"?[s","l":"atomic"},"storageVersionHash":"?s"}
APIResourceList	k	{"kind":"?s","apiVersion":"?s","groupVersion":"!s","resources":{"t":"![@meta/v1.APIResource","l":"atomic"}}
APIVersions	k	{"kind":"?s","apiVersion":"?s","versions":{"t":"![s","l":"atomic"},"serverAddressByClientCIDRs":{"t":"![@meta/v1.ServerAddressByClientCIDR","l":"atomic"}}
ApplyOptions	k	{"kind":"?s","apiVersion":"?s","dryRun":{"t":"?[s","l":"atomic"},"force":"!b","fieldManager":"!s"}
Condition		{"type":"!s","status":"!s","observedGeneration":"?i","lastTransitionTime":"!t","reason":"!s","message":"!s"}
CreateOptions	k	{"kind":"?s","apiVersion":"?s","dryRun":{"t":"?[s","l":"atomic"},"fieldManager":"?s","fieldValidation":"?s"}
DeleteOptions	k	{"kind":"?s","apiVersion":"?s","gracePeriodSeconds":"?i","preconditions":"?@meta/v1.Preconditions","orphanDependents":"?b","propagationPolicy":"?s","dryRun":{"t":"?[s","l":"atomic"},"ignoreStoreReadErrorWithClusterBreakingPotential":"?b"}
FieldSelectorRequirement		{"key":"!s","operator":"!s","values":{"t":"?[s","l":"atomic"}}
GetOptions	k	{"kind":"?s","apiVersion":"?s","resourceVersion":"?s"}
GroupKind		{"group":"!s","kind":"!s"}
GroupResource		{"group":"!s","resource":"!s"}
GroupVersion		{"group":"!s","version":"!s"}
GroupVersionForDiscovery		{"groupVersion":"!s","version":"!s"}
GroupVersionKind		{"group":"!s","version":"!s","kind":"!s"}
GroupVersionResource		{"group":"!s","version":"!s","resource":"!s"}
LabelSelector	a	{"matchLabels":"?{s","matchExpressions":{"t":"?[@meta/v1.LabelSelectorRequirement","l":"atomic"}}
LabelSelectorRequirement		{"key":"!s","operator":"!s","values":{"t":"?[s","l":"atomic"}}
List	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![j"}
ListMeta		{"selfLink":"?s","resourceVersion":"?s","continue":"?s","remainingItemCount":"?i","shardInfo":"?@meta/v1.ShardInfo"}
ListOptions	k	{"kind":"?s","apiVersion":"?s","labelSelector":"?s","fieldSelector":"?s","watch":"?b","allowWatchBookmarks":"?b","resourceVersion":"?s","resourceVersionMatch":"?s","timeoutSeconds":"?i","limit":"?i","continue":"?s","sendInitialEvents":"?b","shardSelector":"?s"}
ManagedFieldsEntry		{"manager":"?s","operation":"?s","apiVersion":"?s","time":"?t","fieldsType":"?s","fieldsV1":"?j","subresource":"?s"}
ObjectMeta		{"name":"?s","generateName":"?s","namespace":"?s","selfLink":"?s","uid":"?s","resourceVersion":"?s","generation":"?i","creationTimestamp":"?t","deletionTimestamp":"?t","deletionGracePeriodSeconds":"?i","labels":"?{s","annotations":"?{s","ownerReferences":{"t":"?[@meta/v1.OwnerReference","l":"map","k":["uid"],"p":"merge","g":"uid"},"finalizers":{"t":"?[s","l":"set","p":"merge"},"managedFields":{"t":"?[@meta/v1.ManagedFieldsEntry","l":"atomic"}}
OwnerReference	a	{"apiVersion":"!s","kind":"!s","name":"!s","uid":"!s","controller":"?b","blockOwnerDeletion":"?b"}
PartialObjectMetadata	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta"}
PartialObjectMetadataList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@meta/v1.PartialObjectMetadata"}
Patch		{}
PatchOptions	k	{"kind":"?s","apiVersion":"?s","dryRun":{"t":"?[s","l":"atomic"},"force":"?b","fieldManager":"?s","fieldValidation":"?s"}
Preconditions		{"uid":"?s","resourceVersion":"?s"}
RootPaths		{"paths":{"t":"![s","l":"atomic"}}
ServerAddressByClientCIDR		{"clientCIDR":"!s","serverAddress":"!s"}
ShardInfo		{"selector":"!s"}
Status	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","status":"?s","message":"?s","reason":"?s","details":"?@meta/v1.StatusDetails","code":"?i"}
StatusCause		{"reason":"?s","message":"?s","field":"?s"}
StatusDetails		{"name":"?s","group":"?s","kind":"?s","uid":"?s","causes":{"t":"?[@meta/v1.StatusCause","l":"atomic"},"retryAfterSeconds":"?i"}
Table	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","columnDefinitions":{"t":"![@meta/v1.TableColumnDefinition","l":"atomic"},"rows":{"t":"![@meta/v1.TableRow","l":"atomic"}}
TableColumnDefinition		{"name":"!s","type":"!s","format":"!s","description":"!s","priority":"!i"}
TableOptions	k	{"kind":"?s","apiVersion":"?s","includeObject":"?s"}
TableRow		{"cells":{"t":"![j","l":"atomic"},"conditions":{"t":"?[@meta/v1.TableRowCondition","l":"atomic"},"object":"?j"}
TableRowCondition		{"type":"!s","status":"!s","reason":"?s","message":"?s"}
TypeMeta		{"kind":"?s","apiVersion":"?s"}
UpdateOptions	k	{"kind":"?s","apiVersion":"?s","dryRun":{"t":"?[s","l":"atomic"},"fieldManager":"?s","fieldValidation":"?s"}
WatchEvent		{"type":"!s","object":"!j"}
#networking/v1	io.k8s.api.networking.v1	networking.k8s.io
HTTPIngressPath		{"path":"?s","pathType":{"t":"!s","e":["Exact","Prefix","ImplementationSpecific"]},"backend":"!@networking/v1.IngressBackend"}
HTTPIngressRuleValue		{"paths":{"t":"![@networking/v1.HTTPIngressPath","l":"atomic"}}
IPAddress	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@networking/v1.IPAddressSpec"}
IPAddressList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@networking/v1.IPAddress"}
IPAddressSpec		{"parentRef":"!?@networking/v1.ParentReference"}
IPBlock		{"cidr":"!s","except":{"t":"?[s","l":"atomic"}}
Ingress	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@networking/v1.IngressSpec","status":"?@networking/v1.IngressStatus"}
IngressBackend		{"service":"?@networking/v1.IngressServiceBackend","resource":{"t":"?@core/v1.TypedLocalObjectReference","m":"atomic"}}
IngressClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@networking/v1.IngressClassSpec"}
IngressClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@networking/v1.IngressClass"}
IngressClassParametersReference		{"apiGroup":"?s","kind":"!s","name":"!s","scope":"s","namespace":"?s"}
IngressClassSpec		{"controller":"?s","parameters":"?@networking/v1.IngressClassParametersReference"}
IngressList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@networking/v1.Ingress"}
IngressLoadBalancerIngress		{"ip":"?s","hostname":"?s","ports":{"t":"?[@networking/v1.IngressPortStatus","l":"atomic"}}
IngressLoadBalancerStatus		{"ingress":{"t":"?[@networking/v1.IngressLoadBalancerIngress","l":"atomic"}}
IngressPortStatus		{"port":"!i","protocol":{"t":"!s","e":["TCP","UDP","SCTP"]},"error":"?s"}
IngressRule		{"http":"?@networking/v1.HTTPIngressRuleValue","host":"?s"}
IngressRuleValue		{"http":"?@networking/v1.HTTPIngressRuleValue"}
IngressServiceBackend		{"name":"!s","port":{"t":"?@networking/v1.ServiceBackendPort","m":"atomic"}}
IngressSpec		{"ingressClassName":"?s","defaultBackend":"?@networking/v1.IngressBackend","tls":{"t":"?[@networking/v1.IngressTLS","l":"atomic"},"rules":{"t":"?[@networking/v1.IngressRule","l":"atomic"}}
IngressStatus		{"loadBalancer":"?@networking/v1.IngressLoadBalancerStatus"}
IngressTLS		{"hosts":{"t":"?[s","l":"atomic"},"secretName":"?s"}
NetworkPolicy	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@networking/v1.NetworkPolicySpec"}
NetworkPolicyEgressRule		{"ports":{"t":"?[@networking/v1.NetworkPolicyPort","l":"atomic"},"to":{"t":"?[@networking/v1.NetworkPolicyPeer","l":"atomic"}}
NetworkPolicyIngressRule		{"ports":{"t":"?[@networking/v1.NetworkPolicyPort","l":"atomic"},"from":{"t":"?[@networking/v1.NetworkPolicyPeer","l":"atomic"}}
NetworkPolicyList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@networking/v1.NetworkPolicy"}
NetworkPolicyPeer		{"podSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"namespaceSelector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"ipBlock":"?@networking/v1.IPBlock"}
NetworkPolicyPort		{"protocol":{"t":"?s","e":["TCP","UDP","SCTP"]},"port":"?x","endPort":"?i"}
NetworkPolicySpec		{"podSelector":{"t":"@meta/v1.LabelSelector","m":"atomic"},"ingress":{"t":"?[@networking/v1.NetworkPolicyIngressRule","l":"atomic"},"egress":{"t":"?[@networking/v1.NetworkPolicyEgressRule","l":"atomic"},"policyTypes":{"t":"?[s","l":"atomic","e":["Ingress","Egress"]}}
ParentReference		{"group":"?s","resource":"!?s","namespace":"?s","name":"!?s"}
ServiceBackendPort	a	{"name":"?s","number":"?i"}
ServiceCIDR	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@networking/v1.ServiceCIDRSpec","status":"?@networking/v1.ServiceCIDRStatus"}
ServiceCIDRList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@networking/v1.ServiceCIDR"}
ServiceCIDRSpec		{"cidrs":{"t":"?[s","l":"atomic"}}
ServiceCIDRStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
#networking/v1beta1	io.k8s.api.networking.v1beta1	networking.k8s.io
HTTPIngressPath		{"path":"?s","pathType":"?s","backend":"!@networking/v1beta1.IngressBackend"}
HTTPIngressRuleValue		{"paths":{"t":"![@networking/v1beta1.HTTPIngressPath","l":"atomic"}}
IPAddress	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!?@networking/v1beta1.IPAddressSpec"}
IPAddressList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@networking/v1beta1.IPAddress"}
IPAddressSpec		{"parentRef":"!?@networking/v1beta1.ParentReference"}
Ingress	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@networking/v1beta1.IngressSpec","status":"?@networking/v1beta1.IngressStatus"}
IngressBackend		{"serviceName":"?s","servicePort":"?x","resource":{"t":"?@core/v1.TypedLocalObjectReference","m":"atomic"}}
IngressClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@networking/v1beta1.IngressClassSpec"}
IngressClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@networking/v1beta1.IngressClass"}
IngressClassParametersReference		{"apiGroup":"?s","kind":"!s","name":"!s","scope":"!s","namespace":"?s"}
IngressClassSpec		{"controller":"?s","parameters":"?@networking/v1beta1.IngressClassParametersReference"}
IngressList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@networking/v1beta1.Ingress"}
IngressLoadBalancerIngress		{"ip":"?s","hostname":"?s","ports":{"t":"?[@networking/v1beta1.IngressPortStatus","l":"atomic"}}
IngressLoadBalancerStatus		{"ingress":{"t":"?[@networking/v1beta1.IngressLoadBalancerIngress","l":"atomic"}}
IngressPortStatus		{"port":"!i","protocol":{"t":"!s","e":["TCP","UDP","SCTP"]},"error":"?s"}
IngressRule		{"http":"?@networking/v1beta1.HTTPIngressRuleValue","host":"?s"}
IngressRuleValue		{"http":"?@networking/v1beta1.HTTPIngressRuleValue"}
IngressSpec		{"ingressClassName":"?s","backend":"?@networking/v1beta1.IngressBackend","tls":{"t":"?[@networking/v1beta1.IngressTLS","l":"atomic"},"rules":{"t":"?[@networking/v1beta1.IngressRule","l":"atomic"}}
IngressStatus		{"loadBalancer":"?@networking/v1beta1.IngressLoadBalancerStatus"}
IngressTLS		{"hosts":{"t":"?[s","l":"atomic"},"secretName":"?s"}
ParentReference		{"group":"?s","resource":"!?s","namespace":"?s","name":"!?s"}
ServiceCIDR	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@networking/v1beta1.ServiceCIDRSpec","status":"?@networking/v1beta1.ServiceCIDRStatus"}
ServiceCIDRList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@networking/v1beta1.ServiceCIDR"}
ServiceCIDRSpec		{"cidrs":{"t":"?[s","l":"atomic"}}
ServiceCIDRStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
#node/v1	io.k8s.api.node.v1	node.k8s.io
Overhead		{"podFixed":"?{q"}
RuntimeClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","handler":"!s","overhead":"?@node/v1.Overhead","scheduling":"?@node/v1.Scheduling"}
RuntimeClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@node/v1.RuntimeClass"}
Scheduling		{"nodeSelector":{"t":"?{s","m":"atomic"},"tolerations":{"t":"?[@core/v1.Toleration","l":"atomic"}}
#node/v1alpha1	io.k8s.api.node.v1alpha1	node.k8s.io
Overhead		{"podFixed":"?{q"}
RuntimeClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@node/v1alpha1.RuntimeClassSpec"}
RuntimeClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@node/v1alpha1.RuntimeClass"}
RuntimeClassSpec		{"runtimeHandler":"!s","overhead":"?@node/v1alpha1.Overhead","scheduling":"?@node/v1alpha1.Scheduling"}
Scheduling		{"nodeSelector":{"t":"?{s","m":"atomic"},"tolerations":{"t":"?[@core/v1.Toleration","l":"atomic"}}
#node/v1beta1	io.k8s.api.node.v1beta1	node.k8s.io
Overhead		{"podFixed":"?{q"}
RuntimeClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","handler":"!s","overhead":"?@node/v1beta1.Overhead","scheduling":"?@node/v1beta1.Scheduling"}
RuntimeClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@node/v1beta1.RuntimeClass"}
Scheduling		{"nodeSelector":{"t":"?{s","m":"atomic"},"tolerations":{"t":"?[@core/v1.Toleration","l":"atomic"}}
#policy/v1	io.k8s.api.policy.v1	policy
Eviction	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","deleteOptions":"?@meta/v1.DeleteOptions"}
PodDisruptionBudget	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@policy/v1.PodDisruptionBudgetSpec","status":"?@policy/v1.PodDisruptionBudgetStatus"}
PodDisruptionBudgetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@policy/v1.PodDisruptionBudget"}
PodDisruptionBudgetSpec		{"minAvailable":"?x","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic","p":"replace"},"maxUnavailable":"?x","unhealthyPodEvictionPolicy":{"t":"?s","e":["IfHealthyBudget","AlwaysAllow"]}}
PodDisruptionBudgetStatus		{"observedGeneration":"?i","disruptedPods":"?{t","disruptionsAllowed":"i","currentHealthy":"i","desiredHealthy":"i","expectedPods":"i","conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
#policy/v1beta1	io.k8s.api.policy.v1beta1	policy
Eviction	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","deleteOptions":"?@meta/v1.DeleteOptions"}
PodDisruptionBudget	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@policy/v1beta1.PodDisruptionBudgetSpec","status":"?@policy/v1beta1.PodDisruptionBudgetStatus"}
PodDisruptionBudgetList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@policy/v1beta1.PodDisruptionBudget"}
PodDisruptionBudgetSpec		{"minAvailable":"?x","selector":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"maxUnavailable":"?x","unhealthyPodEvictionPolicy":{"t":"?s","e":["IfHealthyBudget","AlwaysAllow"]}}
PodDisruptionBudgetStatus		{"observedGeneration":"?i","disruptedPods":"?{t","disruptionsAllowed":"i","currentHealthy":"i","desiredHealthy":"i","expectedPods":"i","conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
#rbac/v1	io.k8s.api.rbac.v1	rbac.authorization.k8s.io
AggregationRule		{"clusterRoleSelectors":{"t":"?[@meta/v1.LabelSelector","l":"atomic"}}
ClusterRole	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","rules":{"t":"[@rbac/v1.PolicyRule","l":"atomic"},"aggregationRule":"?@rbac/v1.AggregationRule"}
ClusterRoleBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","subjects":{"t":"?[@rbac/v1.Subject","l":"atomic"},"roleRef":{"t":"!@rbac/v1.RoleRef","m":"atomic"}}
ClusterRoleBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1.ClusterRoleBinding"}
ClusterRoleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1.ClusterRole"}
PolicyRule		{"verbs":{"t":"![s","l":"atomic"},"apiGroups":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"resourceNames":{"t":"?[s","l":"atomic"},"nonResourceURLs":{"t":"?[s","l":"atomic"}}
Role	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","rules":{"t":"[@rbac/v1.PolicyRule","l":"atomic"}}
RoleBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","subjects":{"t":"?[@rbac/v1.Subject","l":"atomic"},"roleRef":{"t":"!@rbac/v1.RoleRef","m":"atomic"}}
RoleBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1.RoleBinding"}
RoleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1.Role"}
RoleRef	a	{"apiGroup":"s","kind":"!s","name":"!s"}
Subject	a	{"kind":"!s","apiGroup":"?s","name":"!s","namespace":"?s"}
#rbac/v1alpha1	io.k8s.api.rbac.v1alpha1	rbac.authorization.k8s.io
AggregationRule		{"clusterRoleSelectors":{"t":"?[@meta/v1.LabelSelector","l":"atomic"}}
ClusterRole	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","rules":{"t":"[@rbac/v1alpha1.PolicyRule","l":"atomic"},"aggregationRule":"?@rbac/v1alpha1.AggregationRule"}
ClusterRoleBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","subjects":{"t":"?[@rbac/v1alpha1.Subject","l":"atomic"},"roleRef":"!@rbac/v1alpha1.RoleRef"}
ClusterRoleBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1alpha1.ClusterRoleBinding"}
ClusterRoleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1alpha1.ClusterRole"}
PolicyRule		{"verbs":{"t":"![s","l":"atomic"},"apiGroups":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"resourceNames":{"t":"?[s","l":"atomic"},"nonResourceURLs":{"t":"?[s","l":"atomic"}}
Role	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","rules":{"t":"[@rbac/v1alpha1.PolicyRule","l":"atomic"}}
RoleBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","subjects":{"t":"?[@rbac/v1alpha1.Subject","l":"atomic"},"roleRef":"!@rbac/v1alpha1.RoleRef"}
RoleBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1alpha1.RoleBinding"}
RoleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1alpha1.Role"}
RoleRef		{"apiGroup":"s","kind":"!s","name":"!s"}
Subject		{"kind":"!s","apiVersion":"?s","name":"!s","namespace":"?s"}
#rbac/v1beta1	io.k8s.api.rbac.v1beta1	rbac.authorization.k8s.io
AggregationRule		{"clusterRoleSelectors":{"t":"?[@meta/v1.LabelSelector","l":"atomic"}}
ClusterRole	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","rules":{"t":"[@rbac/v1beta1.PolicyRule","l":"atomic"},"aggregationRule":"?@rbac/v1beta1.AggregationRule"}
ClusterRoleBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","subjects":{"t":"?[@rbac/v1beta1.Subject","l":"atomic"},"roleRef":"!@rbac/v1beta1.RoleRef"}
ClusterRoleBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1beta1.ClusterRoleBinding"}
ClusterRoleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1beta1.ClusterRole"}
PolicyRule		{"verbs":{"t":"![s","l":"atomic"},"apiGroups":{"t":"?[s","l":"atomic"},"resources":{"t":"?[s","l":"atomic"},"resourceNames":{"t":"?[s","l":"atomic"},"nonResourceURLs":{"t":"?[s","l":"atomic"}}
Role	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","rules":{"t":"[@rbac/v1beta1.PolicyRule","l":"atomic"}}
RoleBinding	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","subjects":{"t":"?[@rbac/v1beta1.Subject","l":"atomic"},"roleRef":"!@rbac/v1beta1.RoleRef"}
RoleBindingList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1beta1.RoleBinding"}
RoleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@rbac/v1beta1.Role"}
RoleRef		{"apiGroup":"s","kind":"!s","name":"!s"}
Subject		{"kind":"!s","apiGroup":"?s","name":"!s","namespace":"?s"}
#resource/v1	io.k8s.api.resource.v1	resource.k8s.io
AllocatedDeviceStatus		{"driver":"!s","pool":"!s","device":"!s","shareID":"?s","conditions":{"t":"[@meta/v1.Condition","l":"map","k":["type"]},"data":"?j","networkData":"?@resource/v1.NetworkDeviceData"}
AllocationResult		{"devices":"?@resource/v1.DeviceAllocationResult","nodeSelector":{"t":"?@core/v1.NodeSelector","m":"atomic"},"allocationTimestamp":"?t"}
CELDeviceSelector		{"expression":"!s"}
CapacityRequestPolicy		{"default":"q","validValues":{"t":"?[q","l":"atomic"},"validRange":"?@resource/v1.CapacityRequestPolicyRange"}
CapacityRequestPolicyRange		{"min":"!?q","max":"?q","step":"?q"}
CapacityRequirements		{"requests":"?{q"}
Counter		{"value":"!q"}
CounterSet		{"name":"!s","counters":"!?{@resource/v1.Counter"}
Device		{"name":"!s","attributes":"?{@resource/v1.DeviceAttribute","capacity":"?{@resource/v1.DeviceCapacity","consumesCounters":{"t":"?[@resource/v1.DeviceCounterConsumption","l":"atomic"},"nodeName":"?s","nodeSelector":{"t":"?@core/v1.NodeSelector","m":"atomic"},"allNodes":"?b","taints":{"t":"?[@resource/v1.DeviceTaint","l":"atomic"},"bindsToNode":"?b","bindingConditions":{"t":"?[s","l":"atomic"},"bindingFailureConditions":{"t":"?[s","l":"atomic"},"allowMultipleAllocations":"?b","nodeAllocatableResources":"?{@resource/v1.NodeAllocatableResource"}
DeviceAllocationConfiguration		{"opaque":"?@resource/v1.OpaqueDeviceConfiguration","source":{"t":"!s","e":["FromClass","FromClaim"]},"requests":{"t":"?[s","l":"atomic"}}
DeviceAllocationResult		{"results":{"t":"?[@resource/v1.DeviceRequestAllocationResult","l":"atomic"},"config":{"t":"?[@resource/v1.DeviceAllocationConfiguration","l":"atomic"}}
DeviceAttribute		{"int":"?i","bool":"?b","string":"?s","version":"?s","ints":{"t":"?[i","l":"atomic"},"bools":{"t":"?[b","l":"atomic"},"strings":{"t":"?[s","l":"atomic"},"versions":{"t":"?[s","l":"atomic"}}
DeviceCapacity		{"value":"!q","requestPolicy":"?@resource/v1.CapacityRequestPolicy"}
DeviceClaim		{"requests":{"t":"[@resource/v1.DeviceRequest","l":"atomic"},"constraints":{"t":"?[@resource/v1.DeviceConstraint","l":"atomic"},"config":{"t":"?[@resource/v1.DeviceClaimConfiguration","l":"atomic"}}
DeviceClaimConfiguration		{"opaque":"?@resource/v1.OpaqueDeviceConfiguration","requests":{"t":"?[s","l":"atomic"}}
DeviceClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1.DeviceClassSpec"}
DeviceClassConfiguration		{"opaque":"?@resource/v1.OpaqueDeviceConfiguration"}
DeviceClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1.DeviceClass"}
DeviceClassSpec		{"selectors":{"t":"?[@resource/v1.DeviceSelector","l":"atomic"},"config":{"t":"?[@resource/v1.DeviceClassConfiguration","l":"atomic"},"extendedResourceName":"?s"}
DeviceConfiguration		{"opaque":"?@resource/v1.OpaqueDeviceConfiguration"}
DeviceConstraint		{"requests":{"t":"?[s","l":"atomic"},"matchAttribute":"?s","distinctAttribute":"?s"}
DeviceCounterConsumption		{"counterSet":"!s","counters":"!?{@resource/v1.Counter","compatibilityGroups":{"t":"?[s","l":"atomic"}}
DeviceDerivedAttribute		{"name":"!s","expression":"!s"}
DeviceRequest		{"name":"!s","exactly":"?@resource/v1.ExactDeviceRequest","firstAvailable":{"t":"?[@resource/v1.DeviceSubRequest","l":"atomic"}}
DeviceRequestAllocationResult		{"request":"!s","driver":"!s","pool":"!s","device":"!s","adminAccess":"?b","tolerations":{"t":"?[@resource/v1.DeviceToleration","l":"atomic"},"bindingConditions":{"t":"?[s","l":"atomic"},"bindingFailureConditions":{"t":"?[s","l":"atomic"},"shareID":"?s","consumedCapacity":"?{q","skipNodeOperations":{"t":"?[s","l":"set","e":["NodePrepareResources","NodeUnprepareResources","*"]}}
DeviceSelector		{"cel":"?@resource/v1.CELDeviceSelector"}
DeviceSubRequest		{"name":"!s","deviceClassName":"!s","selectors":{"t":"?[@resource/v1.DeviceSelector","l":"atomic"},"allocationMode":{"t":"?s","e":["ExactCount","All"]},"count":"?i","tolerations":{"t":"?[@resource/v1.DeviceToleration","l":"atomic"},"capacity":"?@resource/v1.CapacityRequirements","derivedAttributes":{"t":"?[@resource/v1.DeviceDerivedAttribute","l":"atomic"}}
DeviceTaint		{"key":"!s","value":"?s","effect":{"t":"!s","e":["None","NoSchedule","NoExecute"]},"timeAdded":"?t"}
DeviceTaintRule	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@resource/v1.DeviceTaintRuleSpec","status":"?@resource/v1.DeviceTaintRuleStatus"}
DeviceTaintRuleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1.DeviceTaintRule"}
DeviceTaintRuleSpec		{"deviceSelector":"?@resource/v1.DeviceTaintSelector","taint":"!?@resource/v1.DeviceTaint"}
DeviceTaintRuleStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
DeviceTaintSelector		{"driver":"?s","pool":"?s","device":"?s"}
DeviceToleration		{"key":"?s","operator":{"t":"?s","e":["Exists","Equal"],"d":"Equal"},"value":"?s","effect":{"t":"?s","e":["None","NoSchedule","NoExecute"]},"tolerationSeconds":"?i"}
ExactDeviceRequest		{"deviceClassName":"!s","selectors":{"t":"?[@resource/v1.DeviceSelector","l":"atomic"},"allocationMode":{"t":"?s","e":["ExactCount","All"]},"count":"?i","adminAccess":"?b","tolerations":{"t":"?[@resource/v1.DeviceToleration","l":"atomic"},"capacity":"?@resource/v1.CapacityRequirements","derivedAttributes":{"t":"?[@resource/v1.DeviceDerivedAttribute","l":"atomic"}}
NetworkDeviceData		{"interfaceName":"?s","ips":{"t":"?[s","l":"atomic"},"hardwareAddress":"?s"}
NodeAllocatableMapping		{"capacityKey":"?s","capacityMultiplier":"?q","deviceMultiplier":"?q"}
NodeAllocatableOverhead		{"perPod":"?q","perContainer":"?q"}
NodeAllocatableResource		{"mapping":"?@resource/v1.NodeAllocatableMapping","overhead":"?@resource/v1.NodeAllocatableOverhead"}
OpaqueDeviceConfiguration		{"driver":"!s","parameters":"!j"}
ResourceClaim	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1.ResourceClaimSpec","status":"?@resource/v1.ResourceClaimStatus"}
ResourceClaimConsumerReference		{"apiGroup":"?s","resource":"!s","name":"!s","uid":"!s"}
ResourceClaimList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1.ResourceClaim"}
ResourceClaimSpec		{"devices":"@resource/v1.DeviceClaim"}
ResourceClaimStatus		{"allocation":"?@resource/v1.AllocationResult","reservedFor":{"t":"?[@resource/v1.ResourceClaimConsumerReference","l":"map","k":["uid"],"p":"merge","g":"uid"},"devices":{"t":"?[@resource/v1.AllocatedDeviceStatus","l":"map","k":["driver","device","pool","shareID"]}}
ResourceClaimTemplate	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1.ResourceClaimTemplateSpec"}
ResourceClaimTemplateList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1.ResourceClaimTemplate"}
ResourceClaimTemplateSpec		{"metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1.ResourceClaimSpec"}
ResourcePool		{"name":"!s","generation":"!i","resourceSliceCount":"!i"}
ResourceSlice	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@resource/v1.ResourceSliceSpec"}
ResourceSliceList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1.ResourceSlice"}
ResourceSliceSpec		{"driver":"!s","pool":"!@resource/v1.ResourcePool","nodeName":"?s","nodeSelector":{"t":"?@core/v1.NodeSelector","m":"atomic"},"allNodes":"?b","devices":{"t":"?[@resource/v1.Device","l":"atomic"},"perDeviceNodeSelection":"?b","sharedCounters":{"t":"?[@resource/v1.CounterSet","l":"atomic"},"partitionTypeAttribute":"?s","skipNodeOperations":{"t":"?[s","l":"set","e":["NodePrepareResources","NodeUnprepareResources","*"]}}
#resource/v1alpha3	io.k8s.api.resource.v1alpha3	resource.k8s.io
CELDeviceSelector		{"expression":"!s"}
DeviceSelector		{"cel":"?@resource/v1alpha3.CELDeviceSelector"}
DeviceTaint		{"key":"!s","value":"?s","effect":{"t":"!s","e":["None","NoSchedule","NoExecute"]},"timeAdded":"?t"}
DeviceTaintRule	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@resource/v1alpha3.DeviceTaintRuleSpec","status":"?@resource/v1alpha3.DeviceTaintRuleStatus"}
DeviceTaintRuleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1alpha3.DeviceTaintRule"}
DeviceTaintRuleSpec		{"deviceSelector":"?@resource/v1alpha3.DeviceTaintSelector","taint":"!?@resource/v1alpha3.DeviceTaint"}
DeviceTaintRuleStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
DeviceTaintSelector		{"driver":"?s","pool":"?s","device":"?s"}
PartitionTypeStatus		{"attribute":"!?s","type":"!?s","total":"!?i","allocatable":"!?i"}
PoolStatus		{"driver":"!?s","poolName":"!?s","generation":"!i","resourceSliceCount":"?i","totalDevices":"?i","allocatedDevices":"?i","availableDevices":"?i","unavailableDevices":"?i","nodeName":"?s","validationError":"?s","partitionSummary":{"t":"?[@resource/v1alpha3.PartitionTypeStatus","l":"atomic"},"shareableSummary":"?@resource/v1alpha3.ShareableSummaryStatus"}
ResourcePoolStatusRequest	k	{"kind":"?s","apiVersion":"?s","metadata":"!?@meta/v1.ObjectMeta","spec":"!@resource/v1alpha3.ResourcePoolStatusRequestSpec","status":"?@resource/v1alpha3.ResourcePoolStatusRequestStatus"}
ResourcePoolStatusRequestList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1alpha3.ResourcePoolStatusRequest"}
ResourcePoolStatusRequestSpec		{"driver":"!s","poolName":"?s","limit":{"t":"?i","d":100},"defaultPartitionTypeAttribute":"?s"}
ResourcePoolStatusRequestStatus		{"poolCount":"!?i","pools":{"t":"?[@resource/v1alpha3.PoolStatus","l":"atomic"},"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
ShareableCapacityStatus		{"name":"!?s","total":"!?q","consumed":"!?q","available":"!?q"}
ShareableSummaryStatus		{"fullyAvailableDevices":"!?i","partiallyAvailableDevices":"!?i","capacity":{"t":"?[@resource/v1alpha3.ShareableCapacityStatus","l":"atomic"}}
#resource/v1beta1	io.k8s.api.resource.v1beta1	resource.k8s.io
AllocatedDeviceStatus		{"driver":"!s","pool":"!s","device":"!s","shareID":"?s","conditions":{"t":"[@meta/v1.Condition","l":"map","k":["type"]},"data":"?j","networkData":"?@resource/v1beta1.NetworkDeviceData"}
AllocationResult		{"devices":"?@resource/v1beta1.DeviceAllocationResult","nodeSelector":{"t":"?@core/v1.NodeSelector","m":"atomic"},"allocationTimestamp":"?t"}
BasicDevice		{"attributes":"?{@resource/v1beta1.DeviceAttribute","capacity":"?{@resource/v1beta1.DeviceCapacity","consumesCounters":{"t":"?[@resource/v1beta1.DeviceCounterConsumption","l":"atomic"},"nodeName":"?s","nodeSelector":{"t":"?@core/v1.NodeSelector","m":"atomic"},"allNodes":"?b","taints":{"t":"?[@resource/v1beta1.DeviceTaint","l":"atomic"},"bindsToNode":"?b","bindingConditions":{"t":"?[s","l":"atomic"},"bindingFailureConditions":{"t":"?[s","l":"atomic"},"allowMultipleAllocations":"?b","nodeAllocatableResources":"?{@resource/v1beta1.NodeAllocatableResource"}
CELDeviceSelector		{"expression":"!s"}
CapacityRequestPolicy		{"default":"q","validValues":{"t":"?[q","l":"atomic"},"validRange":"?@resource/v1beta1.CapacityRequestPolicyRange"}
CapacityRequestPolicyRange		{"min":"!?q","max":"?q","step":"?q"}
CapacityRequirements		{"requests":"?{q"}
Counter		{"value":"!q"}
CounterSet		{"name":"!s","counters":"!?{@resource/v1beta1.Counter"}
Device		{"name":"!s","basic":"?@resource/v1beta1.BasicDevice"}
DeviceAllocationConfiguration		{"opaque":"?@resource/v1beta1.OpaqueDeviceConfiguration","source":{"t":"!s","e":["FromClass","FromClaim"]},"requests":{"t":"?[s","l":"atomic"}}
DeviceAllocationResult		{"results":{"t":"?[@resource/v1beta1.DeviceRequestAllocationResult","l":"atomic"},"config":{"t":"?[@resource/v1beta1.DeviceAllocationConfiguration","l":"atomic"}}
DeviceAttribute		{"int":"?i","bool":"?b","string":"?s","version":"?s","ints":{"t":"?[i","l":"atomic"},"bools":{"t":"?[b","l":"atomic"},"strings":{"t":"?[s","l":"atomic"},"versions":{"t":"?[s","l":"atomic"}}
DeviceCapacity		{"value":"!q","requestPolicy":"?@resource/v1beta1.CapacityRequestPolicy"}
DeviceClaim		{"requests":{"t":"[@resource/v1beta1.DeviceRequest","l":"atomic"},"constraints":{"t":"?[@resource/v1beta1.DeviceConstraint","l":"atomic"},"config":{"t":"?[@resource/v1beta1.DeviceClaimConfiguration","l":"atomic"}}
DeviceClaimConfiguration		{"opaque":"?@resource/v1beta1.OpaqueDeviceConfiguration","requests":{"t":"?[s","l":"atomic"}}
DeviceClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1beta1.DeviceClassSpec"}
DeviceClassConfiguration		{"opaque":"?@resource/v1beta1.OpaqueDeviceConfiguration"}
DeviceClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1beta1.DeviceClass"}
DeviceClassSpec		{"selectors":{"t":"?[@resource/v1beta1.DeviceSelector","l":"atomic"},"config":{"t":"?[@resource/v1beta1.DeviceClassConfiguration","l":"atomic"},"extendedResourceName":"?s"}
DeviceConfiguration		{"opaque":"?@resource/v1beta1.OpaqueDeviceConfiguration"}
DeviceConstraint		{"requests":{"t":"?[s","l":"atomic"},"matchAttribute":"?s","distinctAttribute":"?s"}
DeviceCounterConsumption		{"counterSet":"!s","counters":"!?{@resource/v1beta1.Counter","compatibilityGroups":{"t":"?[s","l":"atomic"}}
DeviceDerivedAttribute		{"name":"!s","expression":"!s"}
DeviceRequest		{"name":"!s","deviceClassName":"s","selectors":{"t":"?[@resource/v1beta1.DeviceSelector","l":"atomic"},"allocationMode":{"t":"?s","e":["ExactCount","All"]},"count":"?i","adminAccess":"?b","firstAvailable":{"t":"?[@resource/v1beta1.DeviceSubRequest","l":"atomic"},"tolerations":{"t":"?[@resource/v1beta1.DeviceToleration","l":"atomic"},"capacity":"?@resource/v1beta1.CapacityRequirements","derivedAttributes":{"t":"?[@resource/v1beta1.DeviceDerivedAttribute","l":"atomic"}}
DeviceRequestAllocationResult		{"request":"!s","driver":"!s","pool":"!s","device":"!s","adminAccess":"?b","tolerations":{"t":"?[@resource/v1beta1.DeviceToleration","l":"atomic"},"bindingConditions":{"t":"?[s","l":"atomic"},"bindingFailureConditions":{"t":"?[s","l":"atomic"},"shareID":"?s","consumedCapacity":"?{q","skipNodeOperations":{"t":"?[s","l":"set","e":["NodePrepareResources","NodeUnprepareResources","*"]}}
DeviceSelector		{"cel":"?@resource/v1beta1.CELDeviceSelector"}
DeviceSubRequest		{"name":"!s","deviceClassName":"!s","selectors":{"t":"?[@resource/v1beta1.DeviceSelector","l":"atomic"},"allocationMode":{"t":"?s","e":["ExactCount","All"]},"count":"?i","tolerations":{"t":"?[@resource/v1beta1.DeviceToleration","l":"atomic"},"capacity":"?@resource/v1beta1.CapacityRequirements","derivedAttributes":{"t":"?[@resource/v1beta1.DeviceDerivedAttribute","l":"atomic"}}
DeviceTaint		{"key":"!s","value":"?s","effect":{"t":"!s","e":["None","NoSchedule","NoExecute"]},"timeAdded":"?t"}
DeviceToleration		{"key":"?s","operator":{"t":"?s","e":["Exists","Equal"],"d":"Equal"},"value":"?s","effect":{"t":"?s","e":["None","NoSchedule","NoExecute"]},"tolerationSeconds":"?i"}
NetworkDeviceData		{"interfaceName":"?s","ips":{"t":"?[s","l":"atomic"},"hardwareAddress":"?s"}
NodeAllocatableMapping		{"capacityKey":"?s","capacityMultiplier":"?q","deviceMultiplier":"?q"}
NodeAllocatableOverhead		{"perPod":"?q","perContainer":"?q"}
NodeAllocatableResource		{"mapping":"?@resource/v1beta1.NodeAllocatableMapping","overhead":"?@resource/v1beta1.NodeAllocatableOverhead"}
OpaqueDeviceConfiguration		{"driver":"!s","parameters":"!j"}
ResourceClaim	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1beta1.ResourceClaimSpec","status":"?@resource/v1beta1.ResourceClaimStatus"}
ResourceClaimConsumerReference		{"apiGroup":"?s","resource":"!s","name":"!s","uid":"!s"}
ResourceClaimList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1beta1.ResourceClaim"}
ResourceClaimSpec		{"devices":"@resource/v1beta1.DeviceClaim"}
ResourceClaimStatus		{"allocation":"?@resource/v1beta1.AllocationResult","reservedFor":{"t":"?[@resource/v1beta1.ResourceClaimConsumerReference","l":"map","k":["uid"],"p":"merge","g":"uid"},"devices":{"t":"?[@resource/v1beta1.AllocatedDeviceStatus","l":"map","k":["driver","device","pool","shareID"]}}
ResourceClaimTemplate	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1beta1.ResourceClaimTemplateSpec"}
ResourceClaimTemplateList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1beta1.ResourceClaimTemplate"}
ResourceClaimTemplateSpec		{"metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1beta1.ResourceClaimSpec"}
ResourcePool		{"name":"!s","generation":"!i","resourceSliceCount":"!i"}
ResourceSlice	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@resource/v1beta1.ResourceSliceSpec"}
ResourceSliceList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1beta1.ResourceSlice"}
ResourceSliceSpec		{"driver":"!s","pool":"!@resource/v1beta1.ResourcePool","nodeName":"?s","nodeSelector":{"t":"?@core/v1.NodeSelector","m":"atomic"},"allNodes":"?b","devices":{"t":"?[@resource/v1beta1.Device","l":"atomic"},"perDeviceNodeSelection":"?b","sharedCounters":{"t":"?[@resource/v1beta1.CounterSet","l":"atomic"},"partitionTypeAttribute":"?s","skipNodeOperations":{"t":"?[s","l":"set","e":["NodePrepareResources","NodeUnprepareResources","*"]}}
#resource/v1beta2	io.k8s.api.resource.v1beta2	resource.k8s.io
AllocatedDeviceStatus		{"driver":"!s","pool":"!s","device":"!s","shareID":"?s","conditions":{"t":"[@meta/v1.Condition","l":"map","k":["type"]},"data":"?j","networkData":"?@resource/v1beta2.NetworkDeviceData"}
AllocationResult		{"devices":"?@resource/v1beta2.DeviceAllocationResult","nodeSelector":{"t":"?@core/v1.NodeSelector","m":"atomic"},"allocationTimestamp":"?t"}
CELDeviceSelector		{"expression":"!s"}
CapacityRequestPolicy		{"default":"q","validValues":{"t":"?[q","l":"atomic"},"validRange":"?@resource/v1beta2.CapacityRequestPolicyRange"}
CapacityRequestPolicyRange		{"min":"!?q","max":"?q","step":"?q"}
CapacityRequirements		{"requests":"?{q"}
Counter		{"value":"!q"}
CounterSet		{"name":"!s","counters":"!?{@resource/v1beta2.Counter"}
Device		{"name":"!s","attributes":"?{@resource/v1beta2.DeviceAttribute","capacity":"?{@resource/v1beta2.DeviceCapacity","consumesCounters":{"t":"?[@resource/v1beta2.DeviceCounterConsumption","l":"atomic"},"nodeName":"?s","nodeSelector":{"t":"?@core/v1.NodeSelector","m":"atomic"},"allNodes":"?b","taints":{"t":"?[@resource/v1beta2.DeviceTaint","l":"atomic"},"bindsToNode":"?b","bindingConditions":{"t":"?[s","l":"atomic"},"bindingFailureConditions":{"t":"?[s","l":"atomic"},"allowMultipleAllocations":"?b","nodeAllocatableResources":"?{@resource/v1beta2.NodeAllocatableResource"}
DeviceAllocationConfiguration		{"opaque":"?@resource/v1beta2.OpaqueDeviceConfiguration","source":{"t":"!s","e":["FromClass","FromClaim"]},"requests":{"t":"?[s","l":"atomic"}}
DeviceAllocationResult		{"results":{"t":"?[@resource/v1beta2.DeviceRequestAllocationResult","l":"atomic"},"config":{"t":"?[@resource/v1beta2.DeviceAllocationConfiguration","l":"atomic"}}
DeviceAttribute		{"int":"?i","bool":"?b","string":"?s","version":"?s","ints":{"t":"?[i","l":"atomic"},"bools":{"t":"?[b","l":"atomic"},"strings":{"t":"?[s","l":"atomic"},"versions":{"t":"?[s","l":"atomic"}}
DeviceCapacity		{"value":"!q","requestPolicy":"?@resource/v1beta2.CapacityRequestPolicy"}
DeviceClaim		{"requests":{"t":"[@resource/v1beta2.DeviceRequest","l":"atomic"},"constraints":{"t":"?[@resource/v1beta2.DeviceConstraint","l":"atomic"},"config":{"t":"?[@resource/v1beta2.DeviceClaimConfiguration","l":"atomic"}}
DeviceClaimConfiguration		{"opaque":"?@resource/v1beta2.OpaqueDeviceConfiguration","requests":{"t":"?[s","l":"atomic"}}
DeviceClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1beta2.DeviceClassSpec"}
DeviceClassConfiguration		{"opaque":"?@resource/v1beta2.OpaqueDeviceConfiguration"}
DeviceClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1beta2.DeviceClass"}
DeviceClassSpec		{"selectors":{"t":"?[@resource/v1beta2.DeviceSelector","l":"atomic"},"config":{"t":"?[@resource/v1beta2.DeviceClassConfiguration","l":"atomic"},"extendedResourceName":"?s"}
DeviceConfiguration		{"opaque":"?@resource/v1beta2.OpaqueDeviceConfiguration"}
DeviceConstraint		{"requests":{"t":"?[s","l":"atomic"},"matchAttribute":"?s","distinctAttribute":"?s"}
DeviceCounterConsumption		{"counterSet":"!s","counters":"!?{@resource/v1beta2.Counter","compatibilityGroups":{"t":"?[s","l":"atomic"}}
DeviceDerivedAttribute		{"name":"!s","expression":"!s"}
DeviceRequest		{"name":"!s","exactly":"?@resource/v1beta2.ExactDeviceRequest","firstAvailable":{"t":"?[@resource/v1beta2.DeviceSubRequest","l":"atomic"}}
DeviceRequestAllocationResult		{"request":"!s","driver":"!s","pool":"!s","device":"!s","adminAccess":"?b","tolerations":{"t":"?[@resource/v1beta2.DeviceToleration","l":"atomic"},"bindingConditions":{"t":"?[s","l":"atomic"},"bindingFailureConditions":{"t":"?[s","l":"atomic"},"shareID":"?s","consumedCapacity":"?{q","skipNodeOperations":{"t":"?[s","l":"set","e":["NodePrepareResources","NodeUnprepareResources","*"]}}
DeviceSelector		{"cel":"?@resource/v1beta2.CELDeviceSelector"}
DeviceSubRequest		{"name":"!s","deviceClassName":"!s","selectors":{"t":"?[@resource/v1beta2.DeviceSelector","l":"atomic"},"allocationMode":{"t":"?s","e":["ExactCount","All"]},"count":"?i","tolerations":{"t":"?[@resource/v1beta2.DeviceToleration","l":"atomic"},"capacity":"?@resource/v1beta2.CapacityRequirements","derivedAttributes":{"t":"?[@resource/v1beta2.DeviceDerivedAttribute","l":"atomic"}}
DeviceTaint		{"key":"!s","value":"?s","effect":{"t":"!s","e":["None","NoSchedule","NoExecute"]},"timeAdded":"?t"}
DeviceTaintRule	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@resource/v1beta2.DeviceTaintRuleSpec","status":"?@resource/v1beta2.DeviceTaintRuleStatus"}
DeviceTaintRuleList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1beta2.DeviceTaintRule"}
DeviceTaintRuleSpec		{"deviceSelector":"?@resource/v1beta2.DeviceTaintSelector","taint":"!?@resource/v1beta2.DeviceTaint"}
DeviceTaintRuleStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
DeviceTaintSelector		{"driver":"?s","pool":"?s","device":"?s"}
DeviceToleration		{"key":"?s","operator":{"t":"?s","e":["Exists","Equal"],"d":"Equal"},"value":"?s","effect":{"t":"?s","e":["None","NoSchedule","NoExecute"]},"tolerationSeconds":"?i"}
ExactDeviceRequest		{"deviceClassName":"!s","selectors":{"t":"?[@resource/v1beta2.DeviceSelector","l":"atomic"},"allocationMode":{"t":"?s","e":["ExactCount","All"]},"count":"?i","adminAccess":"?b","tolerations":{"t":"?[@resource/v1beta2.DeviceToleration","l":"atomic"},"capacity":"?@resource/v1beta2.CapacityRequirements","derivedAttributes":{"t":"?[@resource/v1beta2.DeviceDerivedAttribute","l":"atomic"}}
NetworkDeviceData		{"interfaceName":"?s","ips":{"t":"?[s","l":"atomic"},"hardwareAddress":"?s"}
NodeAllocatableMapping		{"capacityKey":"?s","capacityMultiplier":"?q","deviceMultiplier":"?q"}
NodeAllocatableOverhead		{"perPod":"?q","perContainer":"?q"}
NodeAllocatableResource		{"mapping":"?@resource/v1beta2.NodeAllocatableMapping","overhead":"?@resource/v1beta2.NodeAllocatableOverhead"}
OpaqueDeviceConfiguration		{"driver":"!s","parameters":"!j"}
ResourceClaim	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1beta2.ResourceClaimSpec","status":"?@resource/v1beta2.ResourceClaimStatus"}
ResourceClaimConsumerReference		{"apiGroup":"?s","resource":"!s","name":"!s","uid":"!s"}
ResourceClaimList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1beta2.ResourceClaim"}
ResourceClaimSpec		{"devices":"@resource/v1beta2.DeviceClaim"}
ResourceClaimStatus		{"allocation":"?@resource/v1beta2.AllocationResult","reservedFor":{"t":"?[@resource/v1beta2.ResourceClaimConsumerReference","l":"map","k":["uid"],"p":"merge","g":"uid"},"devices":{"t":"?[@resource/v1beta2.AllocatedDeviceStatus","l":"map","k":["driver","device","pool","shareID"]}}
ResourceClaimTemplate	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1beta2.ResourceClaimTemplateSpec"}
ResourceClaimTemplateList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1beta2.ResourceClaimTemplate"}
ResourceClaimTemplateSpec		{"metadata":"?@meta/v1.ObjectMeta","spec":"@resource/v1beta2.ResourceClaimSpec"}
ResourcePool		{"name":"!s","generation":"!i","resourceSliceCount":"!i"}
ResourceSlice	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@resource/v1beta2.ResourceSliceSpec"}
ResourceSliceList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@resource/v1beta2.ResourceSlice"}
ResourceSliceSpec		{"driver":"!s","pool":"!@resource/v1beta2.ResourcePool","nodeName":"?s","nodeSelector":{"t":"?@core/v1.NodeSelector","m":"atomic"},"allNodes":"?b","devices":{"t":"?[@resource/v1beta2.Device","l":"atomic"},"perDeviceNodeSelection":"?b","sharedCounters":{"t":"?[@resource/v1beta2.CounterSet","l":"atomic"},"partitionTypeAttribute":"?s","skipNodeOperations":{"t":"?[s","l":"set","e":["NodePrepareResources","NodeUnprepareResources","*"]}}
#scheduling/v1	io.k8s.api.scheduling.v1	scheduling.k8s.io
PriorityClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","value":"i","globalDefault":"?b","description":"?s","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]}}
PriorityClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@scheduling/v1.PriorityClass"}
#scheduling/v1alpha3	io.k8s.api.scheduling.v1alpha3	scheduling.k8s.io
AllCompositeDisruptionMode		{}
AllDisruptionMode		{}
BasicSchedulingPolicy		{}
CompositeBasicSchedulingPolicy		{}
CompositeDisruptionMode		{"single":"?@scheduling/v1alpha3.SingleCompositeDisruptionMode","all":"?@scheduling/v1alpha3.AllCompositeDisruptionMode"}
CompositeGangSchedulingPolicy		{"minGroupCount":"!i"}
CompositePodGroup	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@scheduling/v1alpha3.CompositePodGroupSpec","status":"?@scheduling/v1alpha3.CompositePodGroupStatus"}
CompositePodGroupList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@scheduling/v1alpha3.CompositePodGroup"}
CompositePodGroupSchedulingConstraints		{"topology":{"t":"?[@scheduling/v1alpha3.TopologyConstraint","l":"atomic"}}
CompositePodGroupSchedulingPolicy		{"basic":"?@scheduling/v1alpha3.CompositeBasicSchedulingPolicy","gang":"?@scheduling/v1alpha3.CompositeGangSchedulingPolicy"}
CompositePodGroupSpec		{"parentCompositePodGroupName":"?s","workloadRef":"!@scheduling/v1alpha3.WorkloadReference","schedulingPolicy":"!@scheduling/v1alpha3.CompositePodGroupSchedulingPolicy","schedulingConstraints":"?@scheduling/v1alpha3.CompositePodGroupSchedulingConstraints","disruptionMode":{"t":"?@scheduling/v1alpha3.CompositeDisruptionMode","d":{"single":{}}},"priorityClassName":"?s","priority":"?i","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]}}
CompositePodGroupStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"}}
CompositePodGroupTemplate		{"name":"!s","schedulingPolicy":"!@scheduling/v1alpha3.CompositePodGroupSchedulingPolicy","schedulingConstraints":"?@scheduling/v1alpha3.CompositePodGroupSchedulingConstraints","disruptionMode":"?@scheduling/v1alpha3.CompositeDisruptionMode","priorityClassName":"?s","priority":"?i","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]},"podGroupTemplates":{"t":"?[@scheduling/v1alpha3.PodGroupTemplate","l":"map","k":["name"]},"compositePodGroupTemplates":{"t":"?[@scheduling/v1alpha3.CompositePodGroupTemplate","l":"map","k":["name"]}}
DisruptionMode		{"single":"?@scheduling/v1alpha3.SingleDisruptionMode","all":"?@scheduling/v1alpha3.AllDisruptionMode"}
GangSchedulingPolicy		{"minCount":"!i"}
PodGroup	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@scheduling/v1alpha3.PodGroupSpec","status":"?@scheduling/v1alpha3.PodGroupStatus"}
PodGroupList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@scheduling/v1alpha3.PodGroup"}
PodGroupResourceClaim		{"name":"!s","resourceClaimName":"?s","resourceClaimTemplateName":"?s"}
PodGroupResourceClaimStatus		{"name":"!s","resourceClaimName":"?s"}
PodGroupSchedulingConstraints		{"topology":{"t":"?[@scheduling/v1alpha3.TopologyConstraint","l":"atomic"}}
PodGroupSchedulingPolicy		{"basic":"?@scheduling/v1alpha3.BasicSchedulingPolicy","gang":"?@scheduling/v1alpha3.GangSchedulingPolicy"}
PodGroupSpec		{"parentCompositePodGroupName":"?s","workloadRef":"?@scheduling/v1alpha3.WorkloadReference","schedulingPolicy":"!@scheduling/v1alpha3.PodGroupSchedulingPolicy","schedulingConstraints":"?@scheduling/v1alpha3.PodGroupSchedulingConstraints","resourceClaims":{"t":"?[@scheduling/v1alpha3.PodGroupResourceClaim","l":"map","k":["name"],"p":"merge,retainKeys","g":"name"},"disruptionMode":{"t":"?@scheduling/v1alpha3.DisruptionMode","d":{"single":{}}},"priorityClassName":"?s","priority":"?i","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]}}
PodGroupStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"},"resourceClaimStatuses":{"t":"?[@scheduling/v1alpha3.PodGroupResourceClaimStatus","l":"map","k":["name"],"p":"merge,retainKeys","g":"name"}}
PodGroupTemplate		{"name":"!s","schedulingPolicy":"!@scheduling/v1alpha3.PodGroupSchedulingPolicy","schedulingConstraints":"@scheduling/v1alpha3.PodGroupSchedulingConstraints","resourceClaims":{"t":"?[@scheduling/v1alpha3.PodGroupResourceClaim","l":"map","k":["name"],"p":"merge,retainKeys","g":"name"},"disruptionMode":"?@scheduling/v1alpha3.DisruptionMode","priorityClassName":"?s","priority":"?i","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]}}
SingleCompositeDisruptionMode		{}
SingleDisruptionMode		{}
TopologyConstraint		{"key":"!s"}
TypedLocalObjectReference		{"apiGroup":"?s","kind":"!s","name":"!s"}
Workload	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@scheduling/v1alpha3.WorkloadSpec"}
WorkloadCompositePodGroupAllDisruptionMode		{}
WorkloadCompositePodGroupBasicSchedulingPolicy		{}
WorkloadCompositePodGroupDisruptionMode		{"single":"?@scheduling/v1alpha3.WorkloadCompositePodGroupSingleDisruptionMode","all":"?@scheduling/v1alpha3.WorkloadCompositePodGroupAllDisruptionMode"}
WorkloadCompositePodGroupGangSchedulingPolicy		{"minGroupCount":"?i"}
WorkloadCompositePodGroupSchedulingConstraints		{"topology":{"t":"?[@scheduling/v1alpha3.TopologyConstraint","l":"atomic"}}
WorkloadCompositePodGroupSchedulingPolicy		{"basic":"?@scheduling/v1alpha3.WorkloadCompositePodGroupBasicSchedulingPolicy","gang":"?@scheduling/v1alpha3.WorkloadCompositePodGroupGangSchedulingPolicy"}
WorkloadCompositePodGroupSingleDisruptionMode		{}
WorkloadList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@scheduling/v1alpha3.Workload"}
WorkloadPodGroupAllDisruptionMode		{}
WorkloadPodGroupBasicSchedulingPolicy		{}
WorkloadPodGroupDisruptionMode		{"single":"?@scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode","all":"?@scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode"}
WorkloadPodGroupGangSchedulingPolicy		{"minCount":"?i"}
WorkloadPodGroupResourceClaim		{"name":"!s","resourceClaimName":"?s","resourceClaimTemplateName":"?s"}
WorkloadPodGroupSchedulingConstraints		{"topology":{"t":"?[@scheduling/v1alpha3.TopologyConstraint","l":"atomic"}}
WorkloadPodGroupSchedulingPolicy		{"basic":"?@scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy","gang":"?@scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy"}
WorkloadPodGroupSingleDisruptionMode		{}
WorkloadReference		{"workloadName":"!s","templateName":"!s"}
WorkloadSpec		{"controllerRef":"?@scheduling/v1alpha3.TypedLocalObjectReference","podGroupTemplates":{"t":"[@scheduling/v1alpha3.PodGroupTemplate","l":"map","k":["name"]},"compositePodGroupTemplates":{"t":"?[@scheduling/v1alpha3.CompositePodGroupTemplate","l":"map","k":["name"]}}
#scheduling/v1beta1	io.k8s.api.scheduling.v1beta1	scheduling.k8s.io
AllCompositeDisruptionMode		{}
AllDisruptionMode		{}
BasicSchedulingPolicy		{}
CompositeBasicSchedulingPolicy		{}
CompositeDisruptionMode		{"single":"?@scheduling/v1beta1.SingleCompositeDisruptionMode","all":"?@scheduling/v1beta1.AllCompositeDisruptionMode"}
CompositeGangSchedulingPolicy		{"minGroupCount":"!i"}
CompositePodGroupSchedulingConstraints		{"topology":{"t":"?[@scheduling/v1beta1.TopologyConstraint","l":"atomic"}}
CompositePodGroupSchedulingPolicy		{"basic":"?@scheduling/v1beta1.CompositeBasicSchedulingPolicy","gang":"?@scheduling/v1beta1.CompositeGangSchedulingPolicy"}
CompositePodGroupTemplate		{"name":"!s","schedulingPolicy":"!@scheduling/v1beta1.CompositePodGroupSchedulingPolicy","schedulingConstraints":"?@scheduling/v1beta1.CompositePodGroupSchedulingConstraints","disruptionMode":"?@scheduling/v1beta1.CompositeDisruptionMode","priorityClassName":"?s","priority":"?i","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]},"podGroupTemplates":{"t":"?[@scheduling/v1beta1.PodGroupTemplate","l":"map","k":["name"]},"compositePodGroupTemplates":{"t":"?[@scheduling/v1beta1.CompositePodGroupTemplate","l":"map","k":["name"]}}
DisruptionMode		{"single":"?@scheduling/v1beta1.SingleDisruptionMode","all":"?@scheduling/v1beta1.AllDisruptionMode"}
GangSchedulingPolicy		{"minCount":"!i"}
PodGroup	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@scheduling/v1beta1.PodGroupSpec","status":"?@scheduling/v1beta1.PodGroupStatus"}
PodGroupList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@scheduling/v1beta1.PodGroup"}
PodGroupResourceClaim		{"name":"!s","resourceClaimName":"?s","resourceClaimTemplateName":"?s"}
PodGroupResourceClaimStatus		{"name":"!s","resourceClaimName":"?s"}
PodGroupSchedulingConstraints		{"topology":{"t":"?[@scheduling/v1beta1.TopologyConstraint","l":"atomic"}}
PodGroupSchedulingPolicy		{"basic":"?@scheduling/v1beta1.BasicSchedulingPolicy","gang":"?@scheduling/v1beta1.GangSchedulingPolicy"}
PodGroupSpec		{"parentCompositePodGroupName":"?s","workloadRef":"?@scheduling/v1beta1.WorkloadReference","schedulingPolicy":"!@scheduling/v1beta1.PodGroupSchedulingPolicy","schedulingConstraints":"?@scheduling/v1beta1.PodGroupSchedulingConstraints","resourceClaims":{"t":"?[@scheduling/v1beta1.PodGroupResourceClaim","l":"map","k":["name"],"p":"merge,retainKeys","g":"name"},"disruptionMode":{"t":"?@scheduling/v1beta1.DisruptionMode","d":{"single":{}}},"priorityClassName":"?s","priority":"?i","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]}}
PodGroupStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"},"resourceClaimStatuses":{"t":"?[@scheduling/v1beta1.PodGroupResourceClaimStatus","l":"map","k":["name"],"p":"merge,retainKeys","g":"name"}}
PodGroupTemplate		{"name":"!s","schedulingPolicy":"!@scheduling/v1beta1.PodGroupSchedulingPolicy","schedulingConstraints":"@scheduling/v1beta1.PodGroupSchedulingConstraints","resourceClaims":{"t":"?[@scheduling/v1beta1.PodGroupResourceClaim","l":"map","k":["name"],"p":"merge,retainKeys","g":"name"},"disruptionMode":"?@scheduling/v1beta1.DisruptionMode","priorityClassName":"?s","priority":"?i","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]}}
PriorityClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","value":"i","globalDefault":"?b","description":"?s","preemptionPolicy":{"t":"?s","e":["PreemptLowerPriority","Never"]}}
PriorityClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@scheduling/v1beta1.PriorityClass"}
SingleCompositeDisruptionMode		{}
SingleDisruptionMode		{}
TopologyConstraint		{"key":"!s"}
TypedLocalObjectReference		{"apiGroup":"?s","kind":"!s","name":"!s"}
Workload	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@scheduling/v1beta1.WorkloadSpec"}
WorkloadList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@scheduling/v1beta1.Workload"}
WorkloadReference		{"workloadName":"!s","templateName":"!s"}
WorkloadSpec		{"controllerRef":"?@scheduling/v1beta1.TypedLocalObjectReference","podGroupTemplates":{"t":"[@scheduling/v1beta1.PodGroupTemplate","l":"map","k":["name"]},"compositePodGroupTemplates":{"t":"?[@scheduling/v1beta1.CompositePodGroupTemplate","l":"map","k":["name"]}}
#storage/v1	io.k8s.api.storage.v1	storage.k8s.io
CSIDriver	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@storage/v1.CSIDriverSpec"}
CSIDriverList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1.CSIDriver"}
CSIDriverSpec		{"attachRequired":"?b","podInfoOnMount":"?b","volumeLifecycleModes":{"t":"?[s","l":"set"},"storageCapacity":"?b","fsGroupPolicy":"?s","tokenRequests":{"t":"?[@storage/v1.TokenRequest","l":"atomic"},"requiresRepublish":"?b","seLinuxMount":"?b","nodeAllocatableUpdatePeriodSeconds":"?i","serviceAccountTokenInSecrets":"?b","preventPodSchedulingIfMissing":"?b"}
CSINode	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@storage/v1.CSINodeSpec","status":"?@storage/v1.CSINodeStatus"}
CSINodeDriver		{"name":"!s","nodeID":"!s","topologyKeys":{"t":"[s","l":"atomic"},"allocatable":"?@storage/v1.VolumeNodeResources"}
CSINodeList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1.CSINode"}
CSINodeSpec		{"drivers":{"t":"![@storage/v1.CSINodeDriver","l":"map","k":["name"],"p":"merge","g":"name"}}
CSINodeStatus		{"storageHealth":{"t":"?[@storage/v1.StorageHealth","l":"map","k":["name"],"p":"merge","g":"name"}}
CSIStorageCapacity	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","nodeTopology":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"storageClassName":"!s","capacity":"?q","maximumVolumeSize":"?q"}
CSIStorageCapacityList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1.CSIStorageCapacity"}
StorageClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","provisioner":"!s","parameters":"?{s","reclaimPolicy":{"t":"?s","e":["Recycle","Delete","Retain"]},"mountOptions":{"t":"?[s","l":"atomic"},"allowVolumeExpansion":"?b","volumeBindingMode":{"t":"?s","e":["Immediate","WaitForFirstConsumer"]},"allowedTopologies":{"t":"?[@core/v1.TopologySelectorTerm","l":"atomic"}}
StorageClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1.StorageClass"}
StorageHealth		{"name":"!s","healthConditions":{"t":"?[@storage/v1.StorageHealthCondition","l":"atomic"}}
StorageHealthCondition		{"status":{"t":"!s","e":["StorageUnreachable","StorageDegraded"]},"reason":"!s","message":"?s","accessMode":{"t":"?s","e":["ReadWriteOnce","ReadOnlyMany","ReadWriteMany","ReadWriteOncePod"]},"volumeMode":{"t":"?s","e":["Block","Filesystem"]},"lastTransitionTime":"?t"}
TokenRequest		{"audience":"!s","expirationSeconds":"?i"}
VolumeAttachment	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@storage/v1.VolumeAttachmentSpec","status":"?@storage/v1.VolumeAttachmentStatus"}
VolumeAttachmentList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1.VolumeAttachment"}
VolumeAttachmentSource		{"persistentVolumeName":"?s","inlineVolumeSpec":"?@core/v1.PersistentVolumeSpec"}
VolumeAttachmentSpec		{"attacher":"!s","source":"!@storage/v1.VolumeAttachmentSource","nodeName":"!s"}
VolumeAttachmentStatus		{"attached":"!b","attachmentMetadata":"?{s","attachError":"?@storage/v1.VolumeError","detachError":"?@storage/v1.VolumeError"}
VolumeAttributesClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","driverName":"!s","parameters":"?{s"}
VolumeAttributesClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1.VolumeAttributesClass"}
VolumeError		{"time":"?t","message":"?s","errorCode":"?i"}
VolumeNodeResources		{"count":"?i"}
#storage/v1alpha1	io.k8s.api.storage.v1alpha1	storage.k8s.io
CSIStorageCapacity	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","nodeTopology":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"storageClassName":"!s","capacity":"?q","maximumVolumeSize":"?q"}
CSIStorageCapacityList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1alpha1.CSIStorageCapacity"}
VolumeAttachment	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@storage/v1alpha1.VolumeAttachmentSpec","status":"?@storage/v1alpha1.VolumeAttachmentStatus"}
VolumeAttachmentList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1alpha1.VolumeAttachment"}
VolumeAttachmentSource		{"persistentVolumeName":"?s","inlineVolumeSpec":"?@core/v1.PersistentVolumeSpec"}
VolumeAttachmentSpec		{"attacher":"!s","source":"!@storage/v1alpha1.VolumeAttachmentSource","nodeName":"!s"}
VolumeAttachmentStatus		{"attached":"!b","attachmentMetadata":"?{s","attachError":"?@storage/v1alpha1.VolumeError","detachError":"?@storage/v1alpha1.VolumeError"}
VolumeAttributesClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","driverName":"!s","parameters":"?{s"}
VolumeAttributesClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1alpha1.VolumeAttributesClass"}
VolumeError		{"time":"?t","message":"?s","errorCode":"?i"}
#storage/v1beta1	io.k8s.api.storage.v1beta1	storage.k8s.io
CSIDriver	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@storage/v1beta1.CSIDriverSpec"}
CSIDriverList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1beta1.CSIDriver"}
CSIDriverSpec		{"attachRequired":"?b","podInfoOnMount":"?b","volumeLifecycleModes":{"t":"?[s","l":"atomic"},"storageCapacity":"?b","fsGroupPolicy":"?s","tokenRequests":{"t":"?[@storage/v1beta1.TokenRequest","l":"atomic"},"requiresRepublish":"?b","seLinuxMount":"?b","nodeAllocatableUpdatePeriodSeconds":"?i","serviceAccountTokenInSecrets":"?b","preventPodSchedulingIfMissing":"?b"}
CSINode	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@storage/v1beta1.CSINodeSpec","status":"?@storage/v1beta1.CSINodeStatus"}
CSINodeDriver		{"name":"!s","nodeID":"!s","topologyKeys":{"t":"[s","l":"atomic"},"allocatable":"?@storage/v1beta1.VolumeNodeResources"}
CSINodeList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1beta1.CSINode"}
CSINodeSpec		{"drivers":{"t":"![@storage/v1beta1.CSINodeDriver","l":"map","k":["name"],"p":"merge","g":"name"}}
CSINodeStatus		{"storageHealth":{"t":"?[@storage/v1beta1.StorageHealth","l":"map","k":["name"],"p":"merge","g":"name"}}
CSIStorageCapacity	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","nodeTopology":{"t":"?@meta/v1.LabelSelector","m":"atomic"},"storageClassName":"!s","capacity":"?q","maximumVolumeSize":"?q"}
CSIStorageCapacityList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1beta1.CSIStorageCapacity"}
StorageClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","provisioner":"!s","parameters":"?{s","reclaimPolicy":{"t":"?s","e":["Recycle","Delete","Retain"]},"mountOptions":{"t":"?[s","l":"atomic"},"allowVolumeExpansion":"?b","volumeBindingMode":"?s","allowedTopologies":{"t":"?[@core/v1.TopologySelectorTerm","l":"atomic"}}
StorageClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1beta1.StorageClass"}
StorageHealth		{"name":"!s","healthConditions":{"t":"?[@storage/v1beta1.StorageHealthCondition","l":"atomic"}}
StorageHealthCondition		{"status":{"t":"!s","e":["StorageUnreachable","StorageDegraded"]},"reason":"!s","message":"?s","accessMode":{"t":"?s","e":["ReadWriteOnce","ReadOnlyMany","ReadWriteMany","ReadWriteOncePod"]},"volumeMode":{"t":"?s","e":["Block","Filesystem"]},"lastTransitionTime":"?t"}
TokenRequest		{"audience":"!s","expirationSeconds":"?i"}
VolumeAttachment	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"!@storage/v1beta1.VolumeAttachmentSpec","status":"?@storage/v1beta1.VolumeAttachmentStatus"}
VolumeAttachmentList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1beta1.VolumeAttachment"}
VolumeAttachmentSource		{"persistentVolumeName":"?s","inlineVolumeSpec":"?@core/v1.PersistentVolumeSpec"}
VolumeAttachmentSpec		{"attacher":"!s","source":"!@storage/v1beta1.VolumeAttachmentSource","nodeName":"!s"}
VolumeAttachmentStatus		{"attached":"!b","attachmentMetadata":"?{s","attachError":"?@storage/v1beta1.VolumeError","detachError":"?@storage/v1beta1.VolumeError"}
VolumeAttributesClass	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","driverName":"!s","parameters":"?{s"}
VolumeAttributesClassList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storage/v1beta1.VolumeAttributesClass"}
VolumeError		{"time":"?t","message":"?s","errorCode":"?i"}
VolumeNodeResources		{"count":"?i"}
#storagemigration/v1	io.k8s.api.storagemigration.v1	storagemigration.k8s.io
StorageVersionMigration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@storagemigration/v1.StorageVersionMigrationSpec","status":"?@storagemigration/v1.StorageVersionMigrationStatus"}
StorageVersionMigrationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storagemigration/v1.StorageVersionMigration"}
StorageVersionMigrationSpec		{"resource":"!@meta/v1.GroupResource"}
StorageVersionMigrationStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"},"resourceVersion":"?s"}
#storagemigration/v1beta1	io.k8s.api.storagemigration.v1beta1	storagemigration.k8s.io
StorageVersionMigration	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ObjectMeta","spec":"?@storagemigration/v1beta1.StorageVersionMigrationSpec","status":"?@storagemigration/v1beta1.StorageVersionMigrationStatus"}
StorageVersionMigrationList	k	{"kind":"?s","apiVersion":"?s","metadata":"?@meta/v1.ListMeta","items":"![@storagemigration/v1beta1.StorageVersionMigration"}
StorageVersionMigrationSpec		{"resource":"!@meta/v1.GroupResource"}
StorageVersionMigrationStatus		{"conditions":{"t":"?[@meta/v1.Condition","l":"map","k":["type"],"p":"merge","g":"type"},"resourceVersion":"?s"}`;
