// Made by `npm run api:generate` from codegen/facts; do not edit.

/** Every protobuf message of the built-in kinds; `load-protobuf.ts` knows the format. */
export const protobuf: string = `#admission/v1	k8s.io.api.admission.v1	admission.k8s.io
AdmissionRequest		1:uid:string 2:kind:@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 3:resource:@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionResource 4:subResource:?string 5:name:?string 6:namespace:?string 7:operation:string 8:userInfo:@k8s.io.api.authentication.v1.UserInfo 9:object:?@k8s.io.apimachinery.pkg.runtime.RawExtension 10:oldObject:?@k8s.io.apimachinery.pkg.runtime.RawExtension 11:dryRun:*?bool 12:options:?@k8s.io.apimachinery.pkg.runtime.RawExtension 13:requestKind:*?@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 14:requestResource:*?@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionResource 15:requestSubResource:?string
AdmissionResponse		1:uid:string 2:allowed:bool 3:status:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Status 4:patch:?bytes 5:patchType:*?string 6:auditAnnotations:?{string 7:warnings:?[string
AdmissionReview	k	1:request:*?@AdmissionRequest 2:response:*?@AdmissionResponse
#admission/v1beta1	k8s.io.api.admission.v1beta1	admission.k8s.io
AdmissionRequest		1:uid:string 2:kind:@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 3:resource:@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionResource 4:subResource:?string 5:name:?string 6:namespace:?string 7:operation:string 8:userInfo:@k8s.io.api.authentication.v1.UserInfo 9:object:?@k8s.io.apimachinery.pkg.runtime.RawExtension 10:oldObject:?@k8s.io.apimachinery.pkg.runtime.RawExtension 11:dryRun:*?bool 12:options:?@k8s.io.apimachinery.pkg.runtime.RawExtension 13:requestKind:*?@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 14:requestResource:*?@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionResource 15:requestSubResource:?string
AdmissionResponse		1:uid:string 2:allowed:bool 3:status:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Status 4:patch:?bytes 5:patchType:*?string 6:auditAnnotations:?{string 7:warnings:?[string
AdmissionReview	k	1:request:*?@AdmissionRequest 2:response:*?@AdmissionResponse
#admissionregistration/v1	k8s.io.api.admissionregistration.v1	admissionregistration.k8s.io
ApplyConfiguration		1:expression:?string
AuditAnnotation		1:key:string 2:valueExpression:string
ExpressionWarning		2:fieldRef:string 3:warning:string
JSONPatch		1:expression:?string
MatchCondition		1:name:string 2:expression:string
MatchResources		1:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:objectSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:resourceRules:?[@NamedRuleWithOperations 4:excludeResourceRules:?[@NamedRuleWithOperations 7:matchPolicy:*?string
MutatingAdmissionPolicy	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@MutatingAdmissionPolicySpec
MutatingAdmissionPolicyBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@MutatingAdmissionPolicyBindingSpec
MutatingAdmissionPolicyBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@MutatingAdmissionPolicyBinding
MutatingAdmissionPolicyBindingSpec		1:policyName:?string 2:paramRef:*?@ParamRef 3:matchResources:*?@MatchResources
MutatingAdmissionPolicyList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@MutatingAdmissionPolicy
MutatingAdmissionPolicySpec		1:paramKind:*?@ParamKind 2:matchConstraints:*?@MatchResources 3:variables:?[@Variable 4:mutations:?[@Mutation 5:failurePolicy:*?string 6:matchConditions:?[@MatchCondition 7:reinvocationPolicy:?string
MutatingWebhook		1:name:string 2:clientConfig:@WebhookClientConfig 3:rules:?[@RuleWithOperations 4:failurePolicy:*?string 5:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 6:sideEffects:*string 7:timeoutSeconds:*?int32 8:admissionReviewVersions:[string 9:matchPolicy:*?string 10:reinvocationPolicy:*?string 11:objectSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 12:matchConditions:?[@MatchCondition
MutatingWebhookConfiguration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:webhooks:?[@MutatingWebhook
MutatingWebhookConfigurationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@MutatingWebhookConfiguration
Mutation		2:patchType:string 3:applyConfiguration:*?@ApplyConfiguration 4:jsonPatch:*?@JSONPatch
NamedRuleWithOperations		1:resourceNames:?[string 2::@RuleWithOperations
ParamKind		1:apiVersion:?string 2:kind:?string
ParamRef		1:name:?string 2:namespace:?string 3:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 4:parameterNotFoundAction:*?string
Rule		1:apiGroups:?[string 2:apiVersions:?[string 3:resources:?[string 4:scope:*?string
RuleWithOperations		1:operations:?[string 2::@Rule
ServiceReference		1:namespace:string 2:name:string 3:path:*?string 4:port:*?int32
TypeChecking		1:expressionWarnings:?[@ExpressionWarning
ValidatingAdmissionPolicy	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ValidatingAdmissionPolicySpec 3:status:?@ValidatingAdmissionPolicyStatus
ValidatingAdmissionPolicyBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ValidatingAdmissionPolicyBinding
ValidatingAdmissionPolicyBindingSpec		1:policyName:?string 2:paramRef:*?@ParamRef 3:matchResources:*?@MatchResources 4:validationActions:?[string
ValidatingAdmissionPolicyList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ValidatingAdmissionPolicy
ValidatingAdmissionPolicySpec		1:paramKind:*?@ParamKind 2:matchConstraints:*?@MatchResources 3:validations:?[@Validation 4:failurePolicy:*?string 5:auditAnnotations:?[@AuditAnnotation 6:matchConditions:?[@MatchCondition 7:variables:?[@Variable
ValidatingAdmissionPolicyStatus		1:observedGeneration:?int64 2:typeChecking:*?@TypeChecking 3:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
ValidatingWebhook		1:name:string 2:clientConfig:@WebhookClientConfig 3:rules:?[@RuleWithOperations 4:failurePolicy:*?string 5:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 6:sideEffects:*string 7:timeoutSeconds:*?int32 8:admissionReviewVersions:[string 9:matchPolicy:*?string 10:objectSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 11:matchConditions:?[@MatchCondition
ValidatingWebhookConfiguration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:webhooks:?[@ValidatingWebhook
ValidatingWebhookConfigurationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ValidatingWebhookConfiguration
Validation		1:expression:string 2:message:?string 3:reason:*?string 4:messageExpression:?string
Variable		1:name:string 2:expression:string
WebhookClientConfig		1:service:*?@ServiceReference 2:caBundle:?bytes 3:url:*?string
#admissionregistration/v1alpha1	k8s.io.api.admissionregistration.v1alpha1	admissionregistration.k8s.io
ApplyConfiguration		1:expression:?string
AuditAnnotation		1:key:string 2:valueExpression:string
ExpressionWarning		2:fieldRef:string 3:warning:string
JSONPatch		1:expression:?string
MatchCondition		1:name:string 2:expression:string
MatchResources		1:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:objectSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:resourceRules:?[@NamedRuleWithOperations 4:excludeResourceRules:?[@NamedRuleWithOperations 7:matchPolicy:*?string
MutatingAdmissionPolicy	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@MutatingAdmissionPolicySpec
MutatingAdmissionPolicyBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@MutatingAdmissionPolicyBindingSpec
MutatingAdmissionPolicyBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@MutatingAdmissionPolicyBinding
MutatingAdmissionPolicyBindingSpec		1:policyName:?string 2:paramRef:*?@ParamRef 3:matchResources:*?@MatchResources
MutatingAdmissionPolicyList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@MutatingAdmissionPolicy
MutatingAdmissionPolicySpec		1:paramKind:*?@ParamKind 2:matchConstraints:*?@MatchResources 3:variables:?[@Variable 4:mutations:?[@Mutation 5:failurePolicy:*?string 6:matchConditions:?[@MatchCondition 7:reinvocationPolicy:?string
Mutation		2:patchType:string 3:applyConfiguration:*?@ApplyConfiguration 4:jsonPatch:*?@JSONPatch
NamedRuleWithOperations		1:resourceNames:?[string 2::@k8s.io.api.admissionregistration.v1.RuleWithOperations
ParamKind		1:apiVersion:?string 2:kind:?string
ParamRef		1:name:?string 2:namespace:?string 3:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 4:parameterNotFoundAction:*?string
TypeChecking		1:expressionWarnings:?[@ExpressionWarning
ValidatingAdmissionPolicy	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ValidatingAdmissionPolicySpec 3:status:?@ValidatingAdmissionPolicyStatus
ValidatingAdmissionPolicyBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ValidatingAdmissionPolicyBinding
ValidatingAdmissionPolicyBindingSpec		1:policyName:?string 2:paramRef:*?@ParamRef 3:matchResources:*?@MatchResources 4:validationActions:?[string
ValidatingAdmissionPolicyList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ValidatingAdmissionPolicy
ValidatingAdmissionPolicySpec		1:paramKind:*?@ParamKind 2:matchConstraints:*?@MatchResources 3:validations:?[@Validation 4:failurePolicy:*?string 5:auditAnnotations:?[@AuditAnnotation 6:matchConditions:?[@MatchCondition 7:variables:?[@Variable
ValidatingAdmissionPolicyStatus		1:observedGeneration:?int64 2:typeChecking:*?@TypeChecking 3:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
Validation		1:expression:string 2:message:?string 3:reason:*?string 4:messageExpression:?string
Variable		1:name:string 2:expression:string
#admissionregistration/v1beta1	k8s.io.api.admissionregistration.v1beta1	admissionregistration.k8s.io
ApplyConfiguration		1:expression:?string
AuditAnnotation		1:key:string 2:valueExpression:string
ExpressionWarning		2:fieldRef:string 3:warning:string
JSONPatch		1:expression:?string
MatchCondition		1:name:string 2:expression:string
MatchResources		1:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:objectSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:resourceRules:?[@NamedRuleWithOperations 4:excludeResourceRules:?[@NamedRuleWithOperations 7:matchPolicy:*?string
MutatingAdmissionPolicy	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@MutatingAdmissionPolicySpec
MutatingAdmissionPolicyBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@MutatingAdmissionPolicyBindingSpec
MutatingAdmissionPolicyBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@MutatingAdmissionPolicyBinding
MutatingAdmissionPolicyBindingSpec		1:policyName:?string 2:paramRef:*?@ParamRef 3:matchResources:*?@MatchResources
MutatingAdmissionPolicyList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@MutatingAdmissionPolicy
MutatingAdmissionPolicySpec		1:paramKind:*?@ParamKind 2:matchConstraints:*?@MatchResources 3:variables:?[@Variable 4:mutations:?[@Mutation 5:failurePolicy:*?string 6:matchConditions:?[@MatchCondition 7:reinvocationPolicy:?string
MutatingWebhook		1:name:string 2:clientConfig:@WebhookClientConfig 3:rules:?[@k8s.io.api.admissionregistration.v1.RuleWithOperations 4:failurePolicy:*?string 5:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 6:sideEffects:*?string 7:timeoutSeconds:*?int32 8:admissionReviewVersions:?[string 9:matchPolicy:*?string 10:reinvocationPolicy:*?string 11:objectSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 12:matchConditions:?[@MatchCondition
MutatingWebhookConfiguration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:webhooks:?[@MutatingWebhook
MutatingWebhookConfigurationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@MutatingWebhookConfiguration
Mutation		2:patchType:string 3:applyConfiguration:*?@ApplyConfiguration 4:jsonPatch:*?@JSONPatch
NamedRuleWithOperations		1:resourceNames:?[string 2::@k8s.io.api.admissionregistration.v1.RuleWithOperations
ParamKind		1:apiVersion:?string 2:kind:?string
ParamRef		1:name:?string 2:namespace:?string 3:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 4:parameterNotFoundAction:*?string
ServiceReference		1:namespace:string 2:name:string 3:path:*?string 4:port:*?int32
TypeChecking		1:expressionWarnings:?[@ExpressionWarning
ValidatingAdmissionPolicy	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ValidatingAdmissionPolicySpec 3:status:?@ValidatingAdmissionPolicyStatus
ValidatingAdmissionPolicyBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ValidatingAdmissionPolicyBinding
ValidatingAdmissionPolicyBindingSpec		1:policyName:?string 2:paramRef:*?@ParamRef 3:matchResources:*?@MatchResources 4:validationActions:?[string
ValidatingAdmissionPolicyList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ValidatingAdmissionPolicy
ValidatingAdmissionPolicySpec		1:paramKind:*?@ParamKind 2:matchConstraints:*?@MatchResources 3:validations:?[@Validation 4:failurePolicy:*?string 5:auditAnnotations:?[@AuditAnnotation 6:matchConditions:?[@MatchCondition 7:variables:?[@Variable
ValidatingAdmissionPolicyStatus		1:observedGeneration:?int64 2:typeChecking:*?@TypeChecking 3:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
ValidatingWebhook		1:name:string 2:clientConfig:@WebhookClientConfig 3:rules:?[@k8s.io.api.admissionregistration.v1.RuleWithOperations 4:failurePolicy:*?string 5:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 6:sideEffects:*?string 7:timeoutSeconds:*?int32 8:admissionReviewVersions:?[string 9:matchPolicy:*?string 10:objectSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 11:matchConditions:?[@MatchCondition
ValidatingWebhookConfiguration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:webhooks:?[@ValidatingWebhook
ValidatingWebhookConfigurationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ValidatingWebhookConfiguration
Validation		1:expression:string 2:message:?string 3:reason:*?string 4:messageExpression:?string
Variable		1:name:string 2:expression:string
WebhookClientConfig		1:service:*?@ServiceReference 2:caBundle:?bytes 3:url:*?string
#apidiscovery/v2	k8s.io.api.apidiscovery.v2	apidiscovery.k8s.io
APIGroupDiscovery	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:versions:?[@APIVersionDiscovery
APIGroupDiscoveryList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@APIGroupDiscovery
APIResourceDiscovery		1:resource:string 2:responseKind:*?@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 3:scope:string 4:singularResource:string 5:verbs:[string 6:shortNames:?[string 7:categories:?[string 8:subresources:?[@APISubresourceDiscovery
APISubresourceDiscovery		1:subresource:string 2:responseKind:*?@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 3:acceptedTypes:?[@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 4:verbs:[string
APIVersionDiscovery		1:version:string 2:resources:?[@APIResourceDiscovery 3:freshness:?string
#apidiscovery/v2beta1	k8s.io.api.apidiscovery.v2beta1	apidiscovery.k8s.io
APIGroupDiscovery	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:versions:?[@APIVersionDiscovery
APIGroupDiscoveryList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@APIGroupDiscovery
APIResourceDiscovery		1:resource:string 2:responseKind:*?@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 3:scope:string 4:singularResource:string 5:verbs:[string 6:shortNames:?[string 7:categories:?[string 8:subresources:?[@APISubresourceDiscovery
APISubresourceDiscovery		1:subresource:string 2:responseKind:*?@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 3:acceptedTypes:?[@k8s.io.apimachinery.pkg.apis.meta.v1.GroupVersionKind 4:verbs:[string
APIVersionDiscovery		1:version:string 2:resources:?[@APIResourceDiscovery 3:freshness:?string
#apiextensions/v1	k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1	apiextensions.k8s.io
ConversionRequest		1:uid:string 2:desiredAPIVersion:string 3:objects:[@k8s.io.apimachinery.pkg.runtime.RawExtension
ConversionResponse		1:uid:string 2:convertedObjects:[@k8s.io.apimachinery.pkg.runtime.RawExtension 3:result:@k8s.io.apimachinery.pkg.apis.meta.v1.Status
ConversionReview	k	1:request:*?@ConversionRequest 2:response:*?@ConversionResponse
CustomResourceColumnDefinition		1:name:string 2:type:string 3:format:?string 4:description:?string 5:priority:?int32 6:jsonPath:string
CustomResourceConversion		1:strategy:string 2:webhook:*?@WebhookConversion
CustomResourceDefinition	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@CustomResourceDefinitionSpec 3:status:?@CustomResourceDefinitionStatus
CustomResourceDefinitionCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string 6:observedGeneration:?int64
CustomResourceDefinitionList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CustomResourceDefinition
CustomResourceDefinitionNames		1:plural:string 2:singular:?string 3:shortNames:?[string 4:kind:string 5:listKind:?string 6:categories:?[string
CustomResourceDefinitionSpec		1:group:string 3:names:@CustomResourceDefinitionNames 4:scope:string 7:versions:[@CustomResourceDefinitionVersion 9:conversion:*?@CustomResourceConversion 10:preserveUnknownFields:?bool
CustomResourceDefinitionStatus		1:conditions:[@CustomResourceDefinitionCondition 2:acceptedNames:@CustomResourceDefinitionNames 3:storedVersions:[string 4:observedGeneration:?int64
CustomResourceDefinitionVersion		1:name:string 2:served:bool 3:storage:bool 4:schema:*?@CustomResourceValidation 5:subresources:*?@CustomResourceSubresources 6:additionalPrinterColumns:?[@CustomResourceColumnDefinition 7:deprecated:?bool 8:deprecationWarning:*?string 9:selectableFields:?[@SelectableField
CustomResourceSubresourceScale		1:specReplicasPath:string 2:statusReplicasPath:string 3:labelSelectorPath:*?string
CustomResourceSubresourceStatus		
CustomResourceSubresources		1:status:*?@CustomResourceSubresourceStatus 2:scale:*?@CustomResourceSubresourceScale
CustomResourceValidation		1:openAPIV3Schema:*?@JSONSchemaProps
ExternalDocumentation		1:description:?string 2:url:?string
JSON	j	1:raw:bytes
JSONSchemaProps		1:id:?string 2:$schema:?string 3:$ref:*?string 4:description:?string 5:type:?string 6:format:?string 7:title:?string 8:default:*?@JSON 9:maximum:*?double 10:exclusiveMaximum:?bool 11:minimum:*?double 12:exclusiveMinimum:?bool 13:maxLength:*?int64 14:minLength:*?int64 15:pattern:?string 16:maxItems:*?int64 17:minItems:*?int64 18:uniqueItems:?bool 19:multipleOf:*?double 20:enum:?[@JSON 21:maxProperties:*?int64 22:minProperties:*?int64 23:required:?[string 24:items:*?@JSONSchemaPropsOrArray 25:allOf:?[@JSONSchemaProps 26:oneOf:?[@JSONSchemaProps 27:anyOf:?[@JSONSchemaProps 28:not:*?@JSONSchemaProps 29:properties:?{@JSONSchemaProps 30:additionalProperties:*?@JSONSchemaPropsOrBool 31:patternProperties:?{@JSONSchemaProps 32:dependencies:?{@JSONSchemaPropsOrStringArray 33:additionalItems:*?@JSONSchemaPropsOrBool 34:definitions:?{@JSONSchemaProps 35:externalDocs:*?@ExternalDocumentation 36:example:*?@JSON 37:nullable:?bool 38:x-kubernetes-preserve-unknown-fields:*?bool 39:x-kubernetes-embedded-resource:?bool 40:x-kubernetes-int-or-string:?bool 41:x-kubernetes-list-map-keys:?[string 42:x-kubernetes-list-type:*?string 43:x-kubernetes-map-type:*?string 44:x-kubernetes-validations:?[@ValidationRule
JSONSchemaPropsOrArray	j	1:schema:@JSONSchemaProps 2:jSONSchemas:[@JSONSchemaProps
JSONSchemaPropsOrBool	j	1:allows:bool 2:schema:@JSONSchemaProps
JSONSchemaPropsOrStringArray	j	1:schema:@JSONSchemaProps 2:property:[string
SelectableField		1:jsonPath:string
ServiceReference		1:namespace:string 2:name:string 3:path:*?string 4:port:*?int32
ValidationRule		1:rule:string 2:message:?string 3:messageExpression:?string 4:reason:*?string 5:fieldPath:?string 6:optionalOldSelf:*?bool
WebhookClientConfig		1:service:*?@ServiceReference 2:caBundle:?bytes 3:url:*?string
WebhookConversion		2:clientConfig:*?@WebhookClientConfig 3:conversionReviewVersions:[string
#apiregistration/v1	k8s.io.kube_aggregator.pkg.apis.apiregistration.v1	apiregistration.k8s.io
APIService	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@APIServiceSpec 3:status:?@APIServiceStatus
APIServiceCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
APIServiceList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@APIService
APIServiceSpec		1:service:*?@ServiceReference 2:group:?string 3:version:?string 4:insecureSkipTLSVerify:?bool 5:caBundle:?bytes 7:groupPriorityMinimum:int32 8:versionPriority:int32
APIServiceStatus		1:conditions:?[@APIServiceCondition
ServiceReference		1:namespace:?string 2:name:?string 3:port:*?int32
#apiserverinternal/v1alpha1	k8s.io.api.apiserverinternal.v1alpha1	internal.apiserver.k8s.io
ServerStorageVersion		1:apiServerID:?string 2:encodingVersion:?string 3:decodableVersions:?[string 4:servedVersions:?[string
StorageVersion	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@StorageVersionSpec 3:status:@StorageVersionStatus
StorageVersionCondition		1:type:string 2:status:string 3:observedGeneration:?int64 4:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:reason:string 6:message:?string
StorageVersionList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@StorageVersion
StorageVersionSpec		
StorageVersionStatus		1:storageVersions:?[@ServerStorageVersion 2:commonEncodingVersion:*?string 3:conditions:?[@StorageVersionCondition
#apps/v1	k8s.io.api.apps.v1	apps
ControllerRevision	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:data:@k8s.io.apimachinery.pkg.runtime.RawExtension 3:revision:int64
ControllerRevisionList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ControllerRevision
DaemonSet	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@DaemonSetSpec 3:status:?@DaemonSetStatus
DaemonSetCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
DaemonSetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@DaemonSet
DaemonSetSpec		1:selector:*@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:template:@k8s.io.api.core.v1.PodTemplateSpec 3:updateStrategy:?@DaemonSetUpdateStrategy 4:minReadySeconds:?int32 6:revisionHistoryLimit:*?int32
DaemonSetStatus		1:currentNumberScheduled:int32 2:numberMisscheduled:int32 3:desiredNumberScheduled:int32 4:numberReady:int32 5:observedGeneration:?int64 6:updatedNumberScheduled:?int32 7:numberAvailable:?int32 8:numberUnavailable:?int32 9:collisionCount:*?int32 10:conditions:?[@DaemonSetCondition
DaemonSetUpdateStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateDaemonSet
Deployment	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@DeploymentSpec 3:status:?@DeploymentStatus
DeploymentCondition		1:type:string 2:status:string 4:reason:?string 5:message:?string 6:lastUpdateTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 7:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
DeploymentList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Deployment
DeploymentSpec		1:replicas:*?int32 2:selector:*@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:@k8s.io.api.core.v1.PodTemplateSpec 4:strategy:?@DeploymentStrategy 5:minReadySeconds:?int32 6:revisionHistoryLimit:*?int32 7:paused:?bool 9:progressDeadlineSeconds:*?int32
DeploymentStatus		1:observedGeneration:?int64 2:replicas:?int32 3:updatedReplicas:?int32 4:availableReplicas:?int32 5:unavailableReplicas:?int32 6:conditions:?[@DeploymentCondition 7:readyReplicas:?int32 8:collisionCount:*?int32 9:terminatingReplicas:*?int32
DeploymentStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateDeployment
ReplicaSet	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ReplicaSetSpec 3:status:?@ReplicaSetStatus
ReplicaSetCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
ReplicaSetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ReplicaSet
ReplicaSetSpec		1:replicas:*?int32 2:selector:*@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:?@k8s.io.api.core.v1.PodTemplateSpec 4:minReadySeconds:?int32
ReplicaSetStatus		1:replicas:int32 2:fullyLabeledReplicas:?int32 3:observedGeneration:?int64 4:readyReplicas:?int32 5:availableReplicas:?int32 6:conditions:?[@ReplicaSetCondition 7:terminatingReplicas:*?int32
RollingUpdateDaemonSet		1:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:maxSurge:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
RollingUpdateDeployment		1:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:maxSurge:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
RollingUpdateStatefulSetStrategy		1:partition:*?int32 2:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
StatefulSet	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@StatefulSetSpec 3:status:?@StatefulSetStatus
StatefulSetCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
StatefulSetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@StatefulSet
StatefulSetOrdinals		1:start:int32
StatefulSetPersistentVolumeClaimRetentionPolicy		1:whenDeleted:?string 2:whenScaled:?string
StatefulSetSpec		1:replicas:*?int32 2:selector:*@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:@k8s.io.api.core.v1.PodTemplateSpec 4:volumeClaimTemplates:?[@k8s.io.api.core.v1.PersistentVolumeClaim 5:serviceName:string 6:podManagementPolicy:?string 7:updateStrategy:?@StatefulSetUpdateStrategy 8:revisionHistoryLimit:*?int32 9:minReadySeconds:?int32 10:persistentVolumeClaimRetentionPolicy:*?@StatefulSetPersistentVolumeClaimRetentionPolicy 11:ordinals:*?@StatefulSetOrdinals
StatefulSetStatus		1:observedGeneration:?int64 2:replicas:int32 3:readyReplicas:?int32 4:currentReplicas:?int32 5:updatedReplicas:?int32 6:currentRevision:?string 7:updateRevision:?string 9:collisionCount:*?int32 10:conditions:?[@StatefulSetCondition 11:availableReplicas:int32
StatefulSetUpdateStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateStatefulSetStrategy
#apps/v1beta1	k8s.io.api.apps.v1beta1	apps
ControllerRevision	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:data:@k8s.io.apimachinery.pkg.runtime.RawExtension 3:revision:int64
ControllerRevisionList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ControllerRevision
Deployment	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@DeploymentSpec 3:status:?@DeploymentStatus
DeploymentCondition		1:type:string 2:status:string 4:reason:?string 5:message:?string 6:lastUpdateTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 7:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
DeploymentList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Deployment
DeploymentRollback	k	1:name:string 2:updatedAnnotations:?{string 3:rollbackTo:@RollbackConfig
DeploymentSpec		1:replicas:*?int32 2:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:@k8s.io.api.core.v1.PodTemplateSpec 4:strategy:?@DeploymentStrategy 5:minReadySeconds:?int32 6:revisionHistoryLimit:*?int32 7:paused:?bool 8:rollbackTo:*?@RollbackConfig 9:progressDeadlineSeconds:*?int32
DeploymentStatus		1:observedGeneration:?int64 2:replicas:?int32 3:updatedReplicas:?int32 4:availableReplicas:?int32 5:unavailableReplicas:?int32 6:conditions:?[@DeploymentCondition 7:readyReplicas:?int32 8:collisionCount:*?int32 9:terminatingReplicas:*?int32
DeploymentStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateDeployment
RollbackConfig		1:revision:?int64
RollingUpdateDeployment		1:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:maxSurge:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
RollingUpdateStatefulSetStrategy		1:partition:*?int32 2:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
Scale	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ScaleSpec 3:status:?@ScaleStatus
ScaleSpec		1:replicas:?int32
ScaleStatus		1:replicas:int32 2:selector:?{string 3:targetSelector:?string
StatefulSet	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@StatefulSetSpec 3:status:?@StatefulSetStatus
StatefulSetCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
StatefulSetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@StatefulSet
StatefulSetOrdinals		1:start:int32
StatefulSetPersistentVolumeClaimRetentionPolicy		1:whenDeleted:?string 2:whenScaled:?string
StatefulSetSpec		1:replicas:*?int32 2:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:@k8s.io.api.core.v1.PodTemplateSpec 4:volumeClaimTemplates:?[@k8s.io.api.core.v1.PersistentVolumeClaim 5:serviceName:string 6:podManagementPolicy:?string 7:updateStrategy:?@StatefulSetUpdateStrategy 8:revisionHistoryLimit:*?int32 9:minReadySeconds:?int32 10:persistentVolumeClaimRetentionPolicy:*?@StatefulSetPersistentVolumeClaimRetentionPolicy 11:ordinals:*?@StatefulSetOrdinals
StatefulSetStatus		1:observedGeneration:*?int64 2:replicas:int32 3:readyReplicas:?int32 4:currentReplicas:?int32 5:updatedReplicas:?int32 6:currentRevision:?string 7:updateRevision:?string 9:collisionCount:*?int32 10:conditions:?[@StatefulSetCondition 11:availableReplicas:int32
StatefulSetUpdateStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateStatefulSetStrategy
#apps/v1beta2	k8s.io.api.apps.v1beta2	apps
ControllerRevision	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:data:@k8s.io.apimachinery.pkg.runtime.RawExtension 3:revision:int64
ControllerRevisionList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ControllerRevision
DaemonSet	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@DaemonSetSpec 3:status:?@DaemonSetStatus
DaemonSetCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
DaemonSetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@DaemonSet
DaemonSetSpec		1:selector:*@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:template:@k8s.io.api.core.v1.PodTemplateSpec 3:updateStrategy:?@DaemonSetUpdateStrategy 4:minReadySeconds:?int32 6:revisionHistoryLimit:*?int32
DaemonSetStatus		1:currentNumberScheduled:int32 2:numberMisscheduled:int32 3:desiredNumberScheduled:int32 4:numberReady:int32 5:observedGeneration:?int64 6:updatedNumberScheduled:?int32 7:numberAvailable:?int32 8:numberUnavailable:?int32 9:collisionCount:*?int32 10:conditions:?[@DaemonSetCondition
DaemonSetUpdateStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateDaemonSet
Deployment	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@DeploymentSpec 3:status:?@DeploymentStatus
DeploymentCondition		1:type:string 2:status:string 4:reason:?string 5:message:?string 6:lastUpdateTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 7:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
DeploymentList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Deployment
DeploymentSpec		1:replicas:*?int32 2:selector:*@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:@k8s.io.api.core.v1.PodTemplateSpec 4:strategy:?@DeploymentStrategy 5:minReadySeconds:?int32 6:revisionHistoryLimit:*?int32 7:paused:?bool 9:progressDeadlineSeconds:*?int32
DeploymentStatus		1:observedGeneration:?int64 2:replicas:?int32 3:updatedReplicas:?int32 4:availableReplicas:?int32 5:unavailableReplicas:?int32 6:conditions:?[@DeploymentCondition 7:readyReplicas:?int32 8:collisionCount:*?int32 9:terminatingReplicas:*?int32
DeploymentStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateDeployment
ReplicaSet	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ReplicaSetSpec 3:status:?@ReplicaSetStatus
ReplicaSetCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
ReplicaSetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ReplicaSet
ReplicaSetSpec		1:replicas:*?int32 2:selector:*@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:?@k8s.io.api.core.v1.PodTemplateSpec 4:minReadySeconds:?int32
ReplicaSetStatus		1:replicas:int32 2:fullyLabeledReplicas:?int32 3:observedGeneration:?int64 4:readyReplicas:?int32 5:availableReplicas:?int32 6:conditions:?[@ReplicaSetCondition 7:terminatingReplicas:*?int32
RollingUpdateDaemonSet		1:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:maxSurge:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
RollingUpdateDeployment		1:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:maxSurge:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
RollingUpdateStatefulSetStrategy		1:partition:*?int32 2:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
Scale	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ScaleSpec 3:status:?@ScaleStatus
ScaleSpec		1:replicas:?int32
ScaleStatus		1:replicas:int32 2:selector:?{string 3:targetSelector:?string
StatefulSet	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@StatefulSetSpec 3:status:?@StatefulSetStatus
StatefulSetCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
StatefulSetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@StatefulSet
StatefulSetOrdinals		1:start:int32
StatefulSetPersistentVolumeClaimRetentionPolicy		1:whenDeleted:?string 2:whenScaled:?string
StatefulSetSpec		1:replicas:*?int32 2:selector:*@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:@k8s.io.api.core.v1.PodTemplateSpec 4:volumeClaimTemplates:?[@k8s.io.api.core.v1.PersistentVolumeClaim 5:serviceName:string 6:podManagementPolicy:?string 7:updateStrategy:?@StatefulSetUpdateStrategy 8:revisionHistoryLimit:*?int32 9:minReadySeconds:?int32 10:persistentVolumeClaimRetentionPolicy:*?@StatefulSetPersistentVolumeClaimRetentionPolicy 11:ordinals:*?@StatefulSetOrdinals
StatefulSetStatus		1:observedGeneration:?int64 2:replicas:int32 3:readyReplicas:?int32 4:currentReplicas:?int32 5:updatedReplicas:?int32 6:currentRevision:?string 7:updateRevision:?string 9:collisionCount:*?int32 10:conditions:?[@StatefulSetCondition 11:availableReplicas:int32
StatefulSetUpdateStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateStatefulSetStrategy
#authentication/v1	k8s.io.api.authentication.v1	authentication.k8s.io
AttestationValue	l	1:items:[string
BoundObjectReference		1:kind:?string 2:apiVersion:?string 3:name:?string 4:uid:?string
ExtraValue	l	1:items:[string
SelfSubjectReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:status:?@SelfSubjectReviewStatus
SelfSubjectReviewStatus		1:userInfo:?@UserInfo
TokenRequest	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@TokenRequestSpec 3:status:?@TokenRequestStatus
TokenRequestSpec		1:audiences:[string 3:boundObjectRef:*@BoundObjectReference 4:expirationSeconds:*int64 5:attestations:?{@AttestationValue
TokenRequestStatus		1:token:string 2:expirationTimestamp:@k8s.io.apimachinery.pkg.apis.meta.v1.Time
TokenReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@TokenReviewSpec 3:status:?@TokenReviewStatus
TokenReviewSpec		1:token:?string 2:audiences:?[string
TokenReviewStatus		1:authenticated:?bool 2:user:?@UserInfo 3:error:?string 4:audiences:?[string
UserInfo		1:username:?string 2:uid:?string 3:groups:?[string 4:extra:?{@ExtraValue
#authentication/v1alpha1	k8s.io.api.authentication.v1alpha1	authentication.k8s.io
SelfSubjectReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:status:?@SelfSubjectReviewStatus
SelfSubjectReviewStatus		1:userInfo:?@k8s.io.api.authentication.v1.UserInfo
#authentication/v1beta1	k8s.io.api.authentication.v1beta1	authentication.k8s.io
ExtraValue	l	1:items:[string
SelfSubjectReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:status:?@SelfSubjectReviewStatus
SelfSubjectReviewStatus		1:userInfo:?@k8s.io.api.authentication.v1.UserInfo
TokenReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@TokenReviewSpec 3:status:?@TokenReviewStatus
TokenReviewSpec		1:token:?string 2:audiences:?[string
TokenReviewStatus		1:authenticated:?bool 2:user:?@UserInfo 3:error:?string 4:audiences:?[string
UserInfo		1:username:?string 2:uid:?string 3:groups:?[string 4:extra:?{@ExtraValue
#authorization/v1	k8s.io.api.authorization.v1	authorization.k8s.io
ExtraValue	l	1:items:[string
FieldSelectorAttributes		1:rawSelector:?string 2:requirements:?[@k8s.io.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement
LabelSelectorAttributes		1:rawSelector:?string 2:requirements:?[@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement
LocalSubjectAccessReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@SubjectAccessReviewSpec 3:status:?@SubjectAccessReviewStatus
NonResourceAttributes		1:path:?string 2:verb:?string
NonResourceRule		1:verbs:[string 2:nonResourceURLs:?[string
ResourceAttributes		1:namespace:?string 2:verb:?string 3:group:?string 4:version:?string 5:resource:?string 6:subresource:?string 7:name:?string 8:fieldSelector:*?@FieldSelectorAttributes 9:labelSelector:*?@LabelSelectorAttributes
ResourceRule		1:verbs:[string 2:apiGroups:?[string 3:resources:?[string 4:resourceNames:?[string
SelfSubjectAccessReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@SelfSubjectAccessReviewSpec 3:status:?@SubjectAccessReviewStatus
SelfSubjectAccessReviewSpec		1:resourceAttributes:*?@ResourceAttributes 2:nonResourceAttributes:*?@NonResourceAttributes
SelfSubjectRulesReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@SelfSubjectRulesReviewSpec 3:status:?@SubjectRulesReviewStatus
SelfSubjectRulesReviewSpec		1:namespace:?string
SubjectAccessReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@SubjectAccessReviewSpec 3:status:?@SubjectAccessReviewStatus
SubjectAccessReviewSpec		1:resourceAttributes:*?@ResourceAttributes 2:nonResourceAttributes:*?@NonResourceAttributes 3:user:?string 4:groups:?[string 5:extra:?{@ExtraValue 6:uid:?string
SubjectAccessReviewStatus		1:allowed:bool 2:reason:?string 3:evaluationError:?string 4:denied:?bool
SubjectRulesReviewStatus		1:resourceRules:[@ResourceRule 2:nonResourceRules:[@NonResourceRule 3:incomplete:bool 4:evaluationError:?string
#authorization/v1beta1	k8s.io.api.authorization.v1beta1	authorization.k8s.io
ExtraValue	l	1:items:[string
LocalSubjectAccessReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@SubjectAccessReviewSpec 3:status:?@SubjectAccessReviewStatus
NonResourceAttributes		1:path:?string 2:verb:?string
NonResourceRule		1:verbs:[string 2:nonResourceURLs:?[string
ResourceAttributes		1:namespace:?string 2:verb:?string 3:group:?string 4:version:?string 5:resource:?string 6:subresource:?string 7:name:?string 8:fieldSelector:*?@k8s.io.api.authorization.v1.FieldSelectorAttributes 9:labelSelector:*?@k8s.io.api.authorization.v1.LabelSelectorAttributes
ResourceRule		1:verbs:[string 2:apiGroups:?[string 3:resources:?[string 4:resourceNames:?[string
SelfSubjectAccessReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@SelfSubjectAccessReviewSpec 3:status:?@SubjectAccessReviewStatus
SelfSubjectAccessReviewSpec		1:resourceAttributes:*?@ResourceAttributes 2:nonResourceAttributes:*?@NonResourceAttributes
SelfSubjectRulesReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@SelfSubjectRulesReviewSpec 3:status:?@SubjectRulesReviewStatus
SelfSubjectRulesReviewSpec		1:namespace:?string
SubjectAccessReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@SubjectAccessReviewSpec 3:status:?@SubjectAccessReviewStatus
SubjectAccessReviewSpec		1:resourceAttributes:*?@ResourceAttributes 2:nonResourceAttributes:*?@NonResourceAttributes 3:user:?string 4:group:?[string 5:extra:?{@ExtraValue 6:uid:?string
SubjectAccessReviewStatus		1:allowed:bool 2:reason:?string 3:evaluationError:?string 4:denied:?bool
SubjectRulesReviewStatus		1:resourceRules:[@ResourceRule 2:nonResourceRules:[@NonResourceRule 3:incomplete:bool 4:evaluationError:?string
#autoscaling/v1	k8s.io.api.autoscaling.v1	autoscaling
ContainerResourceMetricSource		1:name:string 2:targetAverageUtilization:*?int32 3:targetAverageValue:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 5:container:string
ContainerResourceMetricStatus		1:name:string 2:currentAverageUtilization:*?int32 3:currentAverageValue:@k8s.io.apimachinery.pkg.api.resource.Quantity 4:container:string
CrossVersionObjectReference		1:kind:string 2:name:string 3:apiVersion:?string
ExternalMetricSource		1:metricName:string 2:metricSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:targetValue:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 4:targetAverageValue:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
ExternalMetricStatus		1:metricName:string 2:metricSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:currentValue:@k8s.io.apimachinery.pkg.api.resource.Quantity 4:currentAverageValue:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
HorizontalPodAutoscaler	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@HorizontalPodAutoscalerSpec 3:status:?@HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string 6:observedGeneration:*?int64
HorizontalPodAutoscalerList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@HorizontalPodAutoscaler
HorizontalPodAutoscalerSpec		1:scaleTargetRef:@CrossVersionObjectReference 2:minReplicas:*?int32 3:maxReplicas:int32 4:targetCPUUtilizationPercentage:*?int32
HorizontalPodAutoscalerStatus		1:observedGeneration:*?int64 2:lastScaleTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 3:currentReplicas:int32 4:desiredReplicas:int32 5:currentCPUUtilizationPercentage:*?int32
MetricSpec		1:type:string 2:object:*?@ObjectMetricSource 3:pods:*?@PodsMetricSource 4:resource:*?@ResourceMetricSource 5:external:*?@ExternalMetricSource 7:containerResource:*?@ContainerResourceMetricSource
MetricStatus		1:type:string 2:object:*?@ObjectMetricStatus 3:pods:*?@PodsMetricStatus 4:resource:*?@ResourceMetricStatus 5:external:*?@ExternalMetricStatus 7:containerResource:*?@ContainerResourceMetricStatus
ObjectMetricSource		1:target:@CrossVersionObjectReference 2:metricName:string 3:targetValue:@k8s.io.apimachinery.pkg.api.resource.Quantity 4:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 5:averageValue:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
ObjectMetricStatus		1:target:@CrossVersionObjectReference 2:metricName:string 3:currentValue:@k8s.io.apimachinery.pkg.api.resource.Quantity 4:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 5:averageValue:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
PodsMetricSource		1:metricName:string 2:targetAverageValue:@k8s.io.apimachinery.pkg.api.resource.Quantity 3:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
PodsMetricStatus		1:metricName:string 2:currentAverageValue:@k8s.io.apimachinery.pkg.api.resource.Quantity 3:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
ResourceMetricSource		1:name:string 2:targetAverageUtilization:*?int32 3:targetAverageValue:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
ResourceMetricStatus		1:name:string 2:currentAverageUtilization:*?int32 3:currentAverageValue:@k8s.io.apimachinery.pkg.api.resource.Quantity
Scale	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ScaleSpec 3:status:?@ScaleStatus
ScaleSpec		1:replicas:?int32
ScaleStatus		1:replicas:int32 2:selector:?string
#autoscaling/v2	k8s.io.api.autoscaling.v2	autoscaling
ContainerResourceMetricSource		1:name:string 2:target:@MetricTarget 3:container:string
ContainerResourceMetricStatus		1:name:string 2:current:@MetricValueStatus 3:container:string
CrossVersionObjectReference		1:kind:string 2:name:string 3:apiVersion:?string
ExternalMetricSource		1:metric:@MetricIdentifier 2:target:@MetricTarget
ExternalMetricStatus		1:metric:@MetricIdentifier 2:current:@MetricValueStatus
HPAScalingPolicy		1:type:string 2:value:int32 3:periodSeconds:int32
HPAScalingRules		1:selectPolicy:*?string 2:policies:?[@HPAScalingPolicy 3:stabilizationWindowSeconds:*?int32 4:tolerance:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
HorizontalPodAutoscaler	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@HorizontalPodAutoscalerSpec 3:status:?@HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerBehavior		1:scaleUp:*?@HPAScalingRules 2:scaleDown:*?@HPAScalingRules
HorizontalPodAutoscalerCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string 6:observedGeneration:*?int64
HorizontalPodAutoscalerList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@HorizontalPodAutoscaler
HorizontalPodAutoscalerSpec		1:scaleTargetRef:@CrossVersionObjectReference 2:minReplicas:*?int32 3:maxReplicas:int32 4:metrics:?[@MetricSpec 5:behavior:*?@HorizontalPodAutoscalerBehavior
HorizontalPodAutoscalerStatus		1:observedGeneration:*?int64 2:lastScaleTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 3:currentReplicas:?int32 4:desiredReplicas:int32 5:currentMetrics:[@MetricStatus 6:conditions:?[@HorizontalPodAutoscalerCondition
MetricIdentifier		1:name:string 2:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
MetricSpec		1:type:string 2:object:*?@ObjectMetricSource 3:pods:*?@PodsMetricSource 4:resource:*?@ResourceMetricSource 5:external:*?@ExternalMetricSource 7:containerResource:*?@ContainerResourceMetricSource
MetricStatus		1:type:string 2:object:*?@ObjectMetricStatus 3:pods:*?@PodsMetricStatus 4:resource:*?@ResourceMetricStatus 5:external:*?@ExternalMetricStatus 7:containerResource:*?@ContainerResourceMetricStatus
MetricTarget		1:type:string 2:value:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:averageValue:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 4:averageUtilization:*?int32
MetricValueStatus		1:value:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 2:averageValue:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:averageUtilization:*?int32
ObjectMetricSource		1:describedObject:@CrossVersionObjectReference 2:target:@MetricTarget 3:metric:@MetricIdentifier
ObjectMetricStatus		1:metric:@MetricIdentifier 2:current:@MetricValueStatus 3:describedObject:@CrossVersionObjectReference
PodsMetricSource		1:metric:@MetricIdentifier 2:target:@MetricTarget
PodsMetricStatus		1:metric:@MetricIdentifier 2:current:@MetricValueStatus
ResourceMetricSource		1:name:string 2:target:@MetricTarget
ResourceMetricStatus		1:name:string 2:current:@MetricValueStatus
#batch/v1	k8s.io.api.batch.v1	batch
CronJob	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@CronJobSpec 3:status:?@CronJobStatus
CronJobList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CronJob
CronJobSpec		1:schedule:string 2:startingDeadlineSeconds:*?int64 3:concurrencyPolicy:?string 4:suspend:*?bool 5:jobTemplate:@JobTemplateSpec 6:successfulJobsHistoryLimit:*?int32 7:failedJobsHistoryLimit:*?int32 8:timeZone:*?string
CronJobStatus		1:active:?[@k8s.io.api.core.v1.ObjectReference 4:lastScheduleTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:lastSuccessfulTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
Job	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@JobSpec 3:status:?@JobStatus
JobCondition		1:type:string 2:status:string 3:lastProbeTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:reason:?string 6:message:?string
JobList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Job
JobSchedulingConfiguration		1:schedulingPolicy:*?@k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupSchedulingPolicy 2:schedulingConstraints:*?@k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupSchedulingConstraints 3:disruptionMode:*?@k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupDisruptionMode 4:resourceClaims:?[@k8s.io.api.scheduling.v1alpha3.WorkloadPodGroupResourceClaim
JobSpec		1:parallelism:*?int32 2:completions:*?int32 3:activeDeadlineSeconds:*?int64 4:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 5:manualSelector:*?bool 6:template:@k8s.io.api.core.v1.PodTemplateSpec 7:backoffLimit:*?int32 8:ttlSecondsAfterFinished:*?int32 9:completionMode:*?string 10:suspend:*?bool 11:podFailurePolicy:*?@PodFailurePolicy 12:backoffLimitPerIndex:*?int32 13:maxFailedIndexes:*?int32 14:podReplacementPolicy:*?string 15:managedBy:*?string 16:successPolicy:*?@SuccessPolicy 17:scheduling:*?@JobSchedulingConfiguration
JobStatus		1:conditions:?[@JobCondition 2:startTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 3:completionTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:active:?int32 5:succeeded:?int32 6:failed:?int32 7:completedIndexes:?string 8:uncountedTerminatedPods:*?@UncountedTerminatedPods 9:ready:*?int32 10:failedIndexes:*?string 11:terminating:*?int32
JobTemplateSpec		1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@JobSpec
PodFailurePolicy		1:rules:[@PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement		1:containerName:*?string 2:operator:string 3:values:[int32
PodFailurePolicyOnPodConditionsPattern		1:type:string 2:status:string
PodFailurePolicyRule		1:action:string 2:onExitCodes:*?@PodFailurePolicyOnExitCodesRequirement 3:onPodConditions:?[@PodFailurePolicyOnPodConditionsPattern
SuccessPolicy		1:rules:[@SuccessPolicyRule
SuccessPolicyRule		1:succeededIndexes:*?string 2:succeededCount:*?int32
UncountedTerminatedPods		1:succeeded:?[string 2:failed:?[string
#batch/v1beta1	k8s.io.api.batch.v1beta1	batch
CronJob	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@CronJobSpec 3:status:?@CronJobStatus
CronJobList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CronJob
CronJobSpec		1:schedule:string 2:startingDeadlineSeconds:*?int64 3:concurrencyPolicy:?string 4:suspend:*?bool 5:jobTemplate:@JobTemplateSpec 6:successfulJobsHistoryLimit:*?int32 7:failedJobsHistoryLimit:*?int32 8:timeZone:*?string
CronJobStatus		1:active:?[@k8s.io.api.core.v1.ObjectReference 4:lastScheduleTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:lastSuccessfulTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
JobTemplateSpec		1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@k8s.io.api.batch.v1.JobSpec
#certificates/v1	k8s.io.api.certificates.v1	certificates.k8s.io
CertificateSigningRequest	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@CertificateSigningRequestSpec 3:status:?@CertificateSigningRequestStatus
CertificateSigningRequestCondition		1:type:string 2:reason:?string 3:message:?string 4:lastUpdateTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 6:status:string
CertificateSigningRequestList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CertificateSigningRequest
CertificateSigningRequestSpec		1:request:bytes 2:username:?string 3:uid:?string 4:groups:?[string 5:usages:?[string 6:extra:?{@ExtraValue 7:signerName:string 8:expirationSeconds:*?int32
CertificateSigningRequestStatus		1:conditions:?[@CertificateSigningRequestCondition 2:certificate:?bytes
ClusterTrustBundle	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ClusterTrustBundleSpec
ClusterTrustBundleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ClusterTrustBundle
ClusterTrustBundleSpec		1:signerName:?string 2:trustBundle:string
ExtraValue	l	1:items:[string
PodCertificateRequest	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@PodCertificateRequestSpec 3:status:?@PodCertificateRequestStatus
PodCertificateRequestList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PodCertificateRequest
PodCertificateRequestSpec		1:signerName:string 2:podName:string 3:podUID:string 4:serviceAccountName:string 5:serviceAccountUID:string 6:nodeName:string 7:nodeUID:string 8:maxExpirationSeconds:*?int32 11:unverifiedUserAnnotations:?{string 12:stubPKCS10Request:bytes
PodCertificateRequestStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 2:certificateChain:?string 4:notBefore:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:beginRefreshAt:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 6:notAfter:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
#certificates/v1alpha1	k8s.io.api.certificates.v1alpha1	certificates.k8s.io
ClusterTrustBundle	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ClusterTrustBundleSpec
ClusterTrustBundleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ClusterTrustBundle
ClusterTrustBundleSpec		1:signerName:?string 2:trustBundle:string
#certificates/v1beta1	k8s.io.api.certificates.v1beta1	certificates.k8s.io
CertificateSigningRequest	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@CertificateSigningRequestSpec 3:status:?@CertificateSigningRequestStatus
CertificateSigningRequestCondition		1:type:string 2:reason:?string 3:message:?string 4:lastUpdateTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 6:status:string
CertificateSigningRequestList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CertificateSigningRequest
CertificateSigningRequestSpec		1:request:bytes 2:username:?string 3:uid:?string 4:groups:?[string 5:usages:?[string 6:extra:?{@ExtraValue 7:signerName:*?string 8:expirationSeconds:*?int32
CertificateSigningRequestStatus		1:conditions:?[@CertificateSigningRequestCondition 2:certificate:?bytes
ClusterTrustBundle	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ClusterTrustBundleSpec
ClusterTrustBundleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ClusterTrustBundle
ClusterTrustBundleSpec		1:signerName:?string 2:trustBundle:string
ExtraValue	l	1:items:[string
PodCertificateRequest	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@PodCertificateRequestSpec 3:status:?@PodCertificateRequestStatus
PodCertificateRequestList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PodCertificateRequest
PodCertificateRequestSpec		1:signerName:string 2:podName:string 3:podUID:string 4:serviceAccountName:string 5:serviceAccountUID:string 6:nodeName:string 7:nodeUID:string 8:maxExpirationSeconds:*?int32 9:pkixPublicKey:bytes 10:proofOfPossession:bytes 11:unverifiedUserAnnotations:?{string 12:stubPKCS10Request:bytes
PodCertificateRequestStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 2:certificateChain:?string 4:notBefore:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:beginRefreshAt:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 6:notAfter:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
#coordination/v1	k8s.io.api.coordination.v1	coordination.k8s.io
Lease	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@LeaseSpec
LeaseList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Lease
LeaseSpec		1:holderIdentity:*?string 2:leaseDurationSeconds:*?int32 3:acquireTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 4:renewTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 5:leaseTransitions:*?int32 6:strategy:*?string 7:preferredHolder:*?string
#coordination/v1alpha2	k8s.io.api.coordination.v1alpha2	coordination.k8s.io
LeaseCandidate	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@LeaseCandidateSpec
LeaseCandidateList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@LeaseCandidate
LeaseCandidateSpec		1:leaseName:string 2:pingTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 3:renewTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 4:binaryVersion:string 5:emulationVersion:?string 6:strategy:?string
#coordination/v1beta1	k8s.io.api.coordination.v1beta1	coordination.k8s.io
Lease	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@LeaseSpec
LeaseCandidate	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@LeaseCandidateSpec
LeaseCandidateList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@LeaseCandidate
LeaseCandidateSpec		1:leaseName:string 2:pingTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 3:renewTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 4:binaryVersion:string 5:emulationVersion:?string 6:strategy:?string
LeaseList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Lease
LeaseSpec		1:holderIdentity:*?string 2:leaseDurationSeconds:*?int32 3:acquireTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 4:renewTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 5:leaseTransitions:*?int32 6:strategy:*?string 7:preferredHolder:*?string
#core/v1	k8s.io.api.core.v1	
AWSElasticBlockStoreVolumeSource		1:volumeID:string 2:fsType:?string 3:partition:?int32 4:readOnly:?bool
Affinity		1:nodeAffinity:*?@NodeAffinity 2:podAffinity:*?@PodAffinity 3:podAntiAffinity:*?@PodAntiAffinity
AppArmorProfile		1:type:string 2:localhostProfile:*?string
AttachedVolume		1:name:string 2:devicePath:string
AvoidPods		1:preferAvoidPods:?[@PreferAvoidPodsEntry
AzureDiskVolumeSource		1:diskName:string 2:diskURI:string 3:cachingMode:*?string 4:fsType:*?string 5:readOnly:*?bool 6:kind:*?string
AzureFilePersistentVolumeSource		1:secretName:string 2:shareName:string 3:readOnly:?bool 4:secretNamespace:*string
AzureFileVolumeSource		1:secretName:string 2:shareName:string 3:readOnly:?bool
Binding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:target:@ObjectReference
CSIPersistentVolumeSource		1:driver:string 2:volumeHandle:string 3:readOnly:?bool 4:fsType:?string 5:volumeAttributes:?{string 6:controllerPublishSecretRef:*?@SecretReference 7:nodeStageSecretRef:*?@SecretReference 8:nodePublishSecretRef:*?@SecretReference 9:controllerExpandSecretRef:*?@SecretReference 10:nodeExpandSecretRef:*?@SecretReference
CSIVolumeSource		1:driver:string 2:readOnly:*?bool 3:fsType:*?string 4:volumeAttributes:?{string 5:nodePublishSecretRef:*?@LocalObjectReference
Capabilities		1:add:?[string 2:drop:?[string
CephFSPersistentVolumeSource		1:monitors:[string 2:path:?string 3:user:?string 4:secretFile:?string 5:secretRef:*?@SecretReference 6:readOnly:?bool
CephFSVolumeSource		1:monitors:[string 2:path:?string 3:user:?string 4:secretFile:?string 5:secretRef:*?@LocalObjectReference 6:readOnly:?bool
CinderPersistentVolumeSource		1:volumeID:string 2:fsType:?string 3:readOnly:?bool 4:secretRef:*?@SecretReference
CinderVolumeSource		1:volumeID:string 2:fsType:?string 3:readOnly:?bool 4:secretRef:*?@LocalObjectReference
ClientIPConfig		1:timeoutSeconds:*?int32
ClusterTrustBundleProjection		1:name:*?string 2:signerName:*?string 3:labelSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 4:path:string 5:optional:*?bool 6:user:*?int64
ComponentCondition		1:type:string 2:status:string 3:message:?string 4:error:?string
ComponentStatus	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:conditions:?[@ComponentCondition
ComponentStatusList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ComponentStatus
ConfigMap	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:data:?{string 3:binaryData:?{bytes 4:immutable:*?bool
ConfigMapEnvSource		1::@LocalObjectReference 2:optional:*?bool
ConfigMapKeySelector		1::@LocalObjectReference 2:key:string 3:optional:*?bool
ConfigMapList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ConfigMap
ConfigMapNodeConfigSource		1:namespace:string 2:name:string 3:uid:?string 4:resourceVersion:?string 5:kubeletConfigKey:string
ConfigMapProjection		1::@LocalObjectReference 2:items:?[@KeyToPath 4:optional:*?bool
ConfigMapVolumeSource		1::@LocalObjectReference 2:items:?[@KeyToPath 3:defaultMode:*?int32 4:optional:*?bool 5:defaultUser:*?int64
Container		1:name:string 2:image:?string 3:command:?[string 4:args:?[string 5:workingDir:?string 6:ports:?[@ContainerPort 7:env:?[@EnvVar 8:resources:?@ResourceRequirements 9:volumeMounts:?[@VolumeMount 10:livenessProbe:*?@Probe 11:readinessProbe:*?@Probe 12:lifecycle:*?@Lifecycle 13:terminationMessagePath:?string 14:imagePullPolicy:?string 15:securityContext:*?@SecurityContext 16:stdin:?bool 17:stdinOnce:?bool 18:tty:?bool 19:envFrom:?[@EnvFromSource 20:terminationMessagePolicy:?string 21:volumeDevices:?[@VolumeDevice 22:startupProbe:*?@Probe 23:resizePolicy:?[@ContainerResizePolicy 24:restartPolicy:*?string 25:restartPolicyRules:?[@ContainerRestartRule
ContainerExtendedResourceRequest		1:containerName:string 2:resourceName:string 3:requestName:string
ContainerImage		1:names:[string 2:sizeBytes:?int64
ContainerPort		1:name:?string 2:hostPort:?int32 3:containerPort:int32 4:protocol:?string 5:hostIP:?string
ContainerResizePolicy		1:resourceName:string 2:restartPolicy:string
ContainerRestartRule		1:action:?string 2:exitCodes:*?@ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes		1:operator:?string 2:values:?[int32
ContainerState		1:waiting:*?@ContainerStateWaiting 2:running:*?@ContainerStateRunning 3:terminated:*?@ContainerStateTerminated
ContainerStateRunning		1:startedAt:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
ContainerStateTerminated		1:exitCode:int32 2:signal:?int32 3:reason:?string 4:message:?string 5:startedAt:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 6:finishedAt:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 7:containerID:?string
ContainerStateWaiting		1:reason:?string 2:message:?string
ContainerStatus		1:name:string 2:state:?@ContainerState 3:lastState:?@ContainerState 4:ready:bool 5:restartCount:int32 6:image:string 7:imageID:string 8:containerID:?string 9:started:*?bool 10:allocatedResources:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 11:resources:*?@ResourceRequirements 12:volumeMounts:?[@VolumeMountStatus 13:user:*?@ContainerUser 14:allocatedResourcesStatus:?[@ResourceStatus 15:stopSignal:*?string
ContainerUser		1:linux:*?@LinuxContainerUser
DaemonEndpoint		1:Port:int32
DownwardAPIProjection		1:items:?[@DownwardAPIVolumeFile
DownwardAPIVolumeFile		1:path:string 2:fieldRef:*?@ObjectFieldSelector 3:resourceFieldRef:*?@ResourceFieldSelector 4:mode:*?int32 5:user:*?int64
DownwardAPIVolumeSource		1:items:?[@DownwardAPIVolumeFile 2:defaultMode:*?int32 3:defaultUser:*?int64
EmptyDirVolumeSource		1:medium:?string 2:sizeLimit:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:mode:*?int32
EndpointAddress		1:ip:string 2:targetRef:*?@ObjectReference 3:hostname:?string 4:nodeName:*?string
EndpointPort		1:name:?string 2:port:int32 3:protocol:?string 4:appProtocol:*?string
EndpointSubset		1:addresses:?[@EndpointAddress 2:notReadyAddresses:?[@EndpointAddress 3:ports:?[@EndpointPort
Endpoints	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:subsets:?[@EndpointSubset
EndpointsList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Endpoints
EnvFromSource		1:prefix:?string 2:configMapRef:*?@ConfigMapEnvSource 3:secretRef:*?@SecretEnvSource
EnvVar		1:name:string 2:value:?string 3:valueFrom:*?@EnvVarSource
EnvVarSource		1:fieldRef:*?@ObjectFieldSelector 2:resourceFieldRef:*?@ResourceFieldSelector 3:configMapKeyRef:*?@ConfigMapKeySelector 4:secretKeyRef:*?@SecretKeySelector 5:fileKeyRef:*?@FileKeySelector
EphemeralContainer		1::@EphemeralContainerCommon 2:targetContainerName:?string
EphemeralContainerCommon		1:name:string 2:image:?string 3:command:?[string 4:args:?[string 5:workingDir:?string 6:ports:?[@ContainerPort 7:env:?[@EnvVar 8:resources:?@ResourceRequirements 9:volumeMounts:?[@VolumeMount 10:livenessProbe:*?@Probe 11:readinessProbe:*?@Probe 12:lifecycle:*?@Lifecycle 13:terminationMessagePath:?string 14:imagePullPolicy:?string 15:securityContext:*?@SecurityContext 16:stdin:?bool 17:stdinOnce:?bool 18:tty:?bool 19:envFrom:?[@EnvFromSource 20:terminationMessagePolicy:?string 21:volumeDevices:?[@VolumeDevice 22:startupProbe:*?@Probe 23:resizePolicy:?[@ContainerResizePolicy 24:restartPolicy:*?string 25:restartPolicyRules:?[@ContainerRestartRule
EphemeralVolumeSource		1:volumeClaimTemplate:*?@PersistentVolumeClaimTemplate
Event	k	1:metadata:@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:involvedObject:@ObjectReference 3:reason:?string 4:message:?string 5:source:?@EventSource 6:firstTimestamp:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 7:lastTimestamp:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 8:count:?int32 9:type:?string 10:eventTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 11:series:*?@EventSeries 12:action:?string 13:related:*?@ObjectReference 14:reportingComponent:string 15:reportingInstance:string
EventList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Event
EventSeries		1:count:?int32 2:lastObservedTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime
EventSource		1:component:?string 2:host:?string
EvictionResponder		1:name:string 2:priority:*int32
ExecAction		1:command:?[string
FCVolumeSource		1:targetWWNs:?[string 2:lun:*?int32 3:fsType:?string 4:readOnly:?bool 5:wwids:?[string
FileKeySelector		1:volumeName:string 2:path:string 3:key:string 4:optional:*?bool
FlexPersistentVolumeSource		1:driver:string 2:fsType:?string 3:secretRef:*?@SecretReference 4:readOnly:?bool 5:options:?{string
FlexVolumeSource		1:driver:string 2:fsType:?string 3:secretRef:*?@LocalObjectReference 4:readOnly:?bool 5:options:?{string
FlockerVolumeSource		1:datasetName:?string 2:datasetUUID:?string
GCEPersistentDiskVolumeSource		1:pdName:string 2:fsType:?string 3:partition:?int32 4:readOnly:?bool
GRPCAction		1:port:int32 2:service:*string 3:mode:*?string
GitRepoVolumeSource		1:repository:string 2:revision:?string 3:directory:?string
GlusterfsPersistentVolumeSource		1:endpoints:string 2:path:string 3:readOnly:?bool 4:endpointsNamespace:*?string
GlusterfsVolumeSource		1:endpoints:string 2:path:string 3:readOnly:?bool
HTTPGetAction		1:path:?string 2:port:@k8s.io.apimachinery.pkg.util.intstr.IntOrString 3:host:?string 4:scheme:?string 5:httpHeaders:?[@HTTPHeader 6:protocol:*?string
HTTPHeader		1:name:string 2:value:string
HostAlias		1:ip:string 2:hostnames:?[string
HostIP		1:ip:string
HostPathVolumeSource		1:path:string 2:type:*?string
ISCSIPersistentVolumeSource		1:targetPortal:string 2:iqn:string 3:lun:int32 4:iscsiInterface:?string 5:fsType:?string 6:readOnly:?bool 7:portals:?[string 8:chapAuthDiscovery:?bool 10:secretRef:*?@SecretReference 11:chapAuthSession:?bool 12:initiatorName:*?string
ISCSIVolumeSource		1:targetPortal:string 2:iqn:string 3:lun:int32 4:iscsiInterface:?string 5:fsType:?string 6:readOnly:?bool 7:portals:?[string 8:chapAuthDiscovery:?bool 10:secretRef:*?@LocalObjectReference 11:chapAuthSession:?bool 12:initiatorName:*?string
ImageVolumeSource		1:reference:?string 2:pullPolicy:?string
ImageVolumeStatus		1:imageRef:?string
KeyToPath		1:key:string 2:path:string 3:mode:*?int32 4:user:*?int64
Lifecycle		1:postStart:*?@LifecycleHandler 2:preStop:*?@LifecycleHandler 3:stopSignal:*?string
LifecycleHandler		1:exec:*?@ExecAction 2:httpGet:*?@HTTPGetAction 3:tcpSocket:*?@TCPSocketAction 4:sleep:*?@SleepAction
LimitRange	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@LimitRangeSpec
LimitRangeItem		1:type:string 2:max:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 3:min:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 4:default:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 5:defaultRequest:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 6:maxLimitRequestRatio:?{@k8s.io.apimachinery.pkg.api.resource.Quantity
LimitRangeList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@LimitRange
LimitRangeSpec		1:limits:[@LimitRangeItem
LinuxContainerUser		1:uid:int64 2:gid:int64 3:supplementalGroups:?[int64
List	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@k8s.io.apimachinery.pkg.runtime.RawExtension
LoadBalancerIngress		1:ip:?string 2:hostname:?string 3:ipMode:*?string 4:ports:?[@PortStatus
LoadBalancerStatus		1:ingress:?[@LoadBalancerIngress
LocalObjectReference		1:name:?string
LocalVolumeSource		1:path:string 2:fsType:*?string
ModifyVolumeStatus		1:targetVolumeAttributesClassName:?string 2:status:string
NFSVolumeSource		1:server:string 2:path:string 3:readOnly:?bool
Namespace	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@NamespaceSpec 3:status:?@NamespaceStatus
NamespaceCondition		1:type:string 2:status:string 4:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:reason:?string 6:message:?string
NamespaceList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Namespace
NamespaceSpec		1:finalizers:?[string
NamespaceStatus		1:phase:?string 2:conditions:?[@NamespaceCondition
Node	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@NodeSpec 3:status:?@NodeStatus
NodeAddress		1:type:string 2:address:string
NodeAffinity		1:requiredDuringSchedulingIgnoredDuringExecution:*?@NodeSelector 2:preferredDuringSchedulingIgnoredDuringExecution:?[@PreferredSchedulingTerm
NodeAllocatableMappedResources		1:name:string 2:quantity:*@k8s.io.apimachinery.pkg.api.resource.Quantity
NodeAllocatableOverheadResources		1:name:string 2:perPod:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:perContainer:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
NodeAllocatableResourceClaimStatus		1:resourceClaimName:string 2:containers:?[string 4:mapping:?[@NodeAllocatableMappedResources 5:overhead:?[@NodeAllocatableOverheadResources
NodeCondition		1:type:string 2:status:string 3:lastHeartbeatTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:reason:?string 6:message:?string
NodeConfigSource		2:configMap:*?@ConfigMapNodeConfigSource
NodeConfigStatus		1:assigned:*?@NodeConfigSource 2:active:*?@NodeConfigSource 3:lastKnownGood:*?@NodeConfigSource 4:error:?string
NodeDaemonEndpoints		1:kubeletEndpoint:?@DaemonEndpoint
NodeFeatures		1:supplementalGroupsPolicy:*?bool
NodeList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Node
NodePodPreemptionPolicy		1:disableResizePreemption:?[string
NodeProxyOptions	k	1:path:?string
NodeRuntimeHandler		1:name:string 2:features:*?@NodeRuntimeHandlerFeatures
NodeRuntimeHandlerFeatures		1:recursiveReadOnlyMounts:*?bool 2:userNamespaces:*?bool
NodeSelector		1:nodeSelectorTerms:[@NodeSelectorTerm
NodeSelectorRequirement		1:key:string 2:operator:string 3:values:?[string
NodeSelectorTerm		1:matchExpressions:?[@NodeSelectorRequirement 2:matchFields:?[@NodeSelectorRequirement
NodeSpec		1:podCIDR:?string 2:externalID:?string 3:providerID:?string 4:unschedulable:?bool 5:taints:?[@Taint 6:configSource:*?@NodeConfigSource 7:podCIDRs:?[string 8:podPreemptionPolicy:*?@NodePodPreemptionPolicy
NodeStatus		1:capacity:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 2:allocatable:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 3:phase:?string 4:conditions:?[@NodeCondition 5:addresses:?[@NodeAddress 6:daemonEndpoints:?@NodeDaemonEndpoints 7:nodeInfo:?@NodeSystemInfo 8:images:?[@ContainerImage 9:volumesInUse:?[string 10:volumesAttached:?[@AttachedVolume 11:config:*?@NodeConfigStatus 12:runtimeHandlers:?[@NodeRuntimeHandler 13:features:*?@NodeFeatures 14:declaredFeatures:?[string
NodeSwapStatus		1:capacity:*?int64
NodeSystemInfo		1:machineID:string 2:systemUUID:string 3:bootID:string 4:kernelVersion:string 5:osImage:string 6:containerRuntimeVersion:string 7:kubeletVersion:string 8:kubeProxyVersion:string 9:operatingSystem:string 10:architecture:string 11:swap:*?@NodeSwapStatus 12:runningInUserNamespace:*?bool
ObjectFieldSelector		1:apiVersion:?string 2:fieldPath:string
ObjectReference		1:kind:?string 2:namespace:?string 3:name:?string 4:uid:?string 5:apiVersion:?string 6:resourceVersion:?string 7:fieldPath:?string
PersistentVolume	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PersistentVolumeSpec 3:status:?@PersistentVolumeStatus
PersistentVolumeClaim	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PersistentVolumeClaimSpec 3:status:?@PersistentVolumeClaimStatus
PersistentVolumeClaimCondition		1:type:string 2:status:string 3:lastProbeTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:reason:?string 6:message:?string
PersistentVolumeClaimList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PersistentVolumeClaim
PersistentVolumeClaimSpec		1:accessModes:?[string 2:resources:?@VolumeResourceRequirements 3:volumeName:?string 4:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 5:storageClassName:*?string 6:volumeMode:*?string 7:dataSource:*?@TypedLocalObjectReference 8:dataSourceRef:*?@TypedObjectReference 9:volumeAttributesClassName:*?string
PersistentVolumeClaimStatus		1:phase:?string 2:accessModes:?[string 3:capacity:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 4:conditions:?[@PersistentVolumeClaimCondition 5:allocatedResources:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 7:allocatedResourceStatuses:?{string 8:currentVolumeAttributesClassName:*?string 9:modifyVolumeStatus:*?@ModifyVolumeStatus 10:healthStatus:*?@VolumeHealthStatus
PersistentVolumeClaimTemplate		1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource		1:claimName:string 2:readOnly:?bool
PersistentVolumeList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PersistentVolume
PersistentVolumeSource		1:gcePersistentDisk:*?@GCEPersistentDiskVolumeSource 2:awsElasticBlockStore:*?@AWSElasticBlockStoreVolumeSource 3:hostPath:*?@HostPathVolumeSource 4:glusterfs:*?@GlusterfsPersistentVolumeSource 5:nfs:*?@NFSVolumeSource 6:rbd:*?@RBDPersistentVolumeSource 7:iscsi:*?@ISCSIPersistentVolumeSource 8:cinder:*?@CinderPersistentVolumeSource 9:cephfs:*?@CephFSPersistentVolumeSource 10:fc:*?@FCVolumeSource 11:flocker:*?@FlockerVolumeSource 12:flexVolume:*?@FlexPersistentVolumeSource 13:azureFile:*?@AzureFilePersistentVolumeSource 14:vsphereVolume:*?@VsphereVirtualDiskVolumeSource 15:quobyte:*?@QuobyteVolumeSource 16:azureDisk:*?@AzureDiskVolumeSource 17:photonPersistentDisk:*?@PhotonPersistentDiskVolumeSource 18:portworxVolume:*?@PortworxVolumeSource 19:scaleIO:*?@ScaleIOPersistentVolumeSource 20:local:*?@LocalVolumeSource 21:storageos:*?@StorageOSPersistentVolumeSource 22:csi:*?@CSIPersistentVolumeSource
PersistentVolumeSpec		1:capacity:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 2::@PersistentVolumeSource 3:accessModes:?[string 4:claimRef:*?@ObjectReference 5:persistentVolumeReclaimPolicy:?string 6:storageClassName:?string 7:mountOptions:?[string 8:volumeMode:*?string 9:nodeAffinity:*?@VolumeNodeAffinity 10:volumeAttributesClassName:*?string
PersistentVolumeStatus		1:phase:?string 2:message:?string 3:reason:?string 4:lastPhaseTransitionTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
PhotonPersistentDiskVolumeSource		1:pdID:string 2:fsType:?string
Pod	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PodSpec 3:status:?@PodStatus
PodAffinity		1:requiredDuringSchedulingIgnoredDuringExecution:?[@PodAffinityTerm 2:preferredDuringSchedulingIgnoredDuringExecution:?[@WeightedPodAffinityTerm
PodAffinityTerm		1:labelSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:namespaces:?[string 3:topologyKey:string 4:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 5:matchLabelKeys:?[string 6:mismatchLabelKeys:?[string
PodAntiAffinity		1:requiredDuringSchedulingIgnoredDuringExecution:?[@PodAffinityTerm 2:preferredDuringSchedulingIgnoredDuringExecution:?[@WeightedPodAffinityTerm
PodAttachOptions	k	1:stdin:?bool 2:stdout:?bool 3:stderr:?bool 4:tty:?bool 5:container:?string
PodCertificateProjection		1:signerName:?string 2:keyType:?string 3:maxExpirationSeconds:*?int32 4:credentialBundlePath:?string 5:keyPath:?string 6:certificateChainPath:?string 7:userAnnotations:?{string 8:user:*?int64
PodCondition		1:type:string 2:status:string 3:lastProbeTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:reason:?string 6:message:?string 7:observedGeneration:?int64
PodDNSConfig		1:nameservers:?[string 2:searches:?[string 3:options:?[@PodDNSConfigOption
PodDNSConfigOption		1:name:?string 2:value:*?string
PodExecOptions	k	1:stdin:?bool 2:stdout:?bool 3:stderr:?bool 4:tty:?bool 5:container:?string 6:command:[string
PodExtendedResourceClaimStatus		1:requestMappings:[@ContainerExtendedResourceRequest 2:resourceClaimName:string
PodIP		1:ip:string
PodList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Pod
PodLogOptions	k	1:container:?string 2:follow:?bool 3:previous:?bool 4:sinceSeconds:*?int64 5:sinceTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 6:timestamps:?bool 7:tailLines:*?int64 8:limitBytes:*?int64 9:insecureSkipTLSVerifyBackend:?bool 10:stream:*?string
PodOS		1:name:string
PodPortForwardOptions	k	1:ports:?[int32
PodProxyOptions	k	1:path:?string
PodReadinessGate		1:conditionType:string
PodResourceClaim		1:name:string 3:resourceClaimName:*?string 4:resourceClaimTemplateName:*?string
PodResourceClaimStatus		1:name:string 2:resourceClaimName:*?string
PodSchedulingGate		1:name:string
PodSchedulingGroup		1:podGroupName:*?string
PodSecurityContext		1:seLinuxOptions:*?@SELinuxOptions 2:runAsUser:*?int64 3:runAsNonRoot:*?bool 4:supplementalGroups:?[int64 5:fsGroup:*?int64 6:runAsGroup:*?int64 7:sysctls:?[@Sysctl 8:windowsOptions:*?@WindowsSecurityContextOptions 9:fsGroupChangePolicy:*?string 10:seccompProfile:*?@SeccompProfile 11:appArmorProfile:*?@AppArmorProfile 12:supplementalGroupsPolicy:*?string 13:seLinuxChangePolicy:*?string
PodSignature		1:podController:*?@k8s.io.apimachinery.pkg.apis.meta.v1.OwnerReference
PodSpec		1:volumes:?[@Volume 2:containers:[@Container 3:restartPolicy:?string 4:terminationGracePeriodSeconds:*?int64 5:activeDeadlineSeconds:*?int64 6:dnsPolicy:?string 7:nodeSelector:?{string 8:serviceAccountName:?string 9:serviceAccount:?string 10:nodeName:?string 11:hostNetwork:?bool 12:hostPID:?bool 13:hostIPC:?bool 14:securityContext:*?@PodSecurityContext 15:imagePullSecrets:?[@LocalObjectReference 16:hostname:?string 17:subdomain:?string 18:affinity:*?@Affinity 19:schedulerName:?string 20:initContainers:?[@Container 21:automountServiceAccountToken:*?bool 22:tolerations:?[@Toleration 23:hostAliases:?[@HostAlias 24:priorityClassName:?string 25:priority:*?int32 26:dnsConfig:*?@PodDNSConfig 27:shareProcessNamespace:*?bool 28:readinessGates:?[@PodReadinessGate 29:runtimeClassName:*?string 30:enableServiceLinks:*?bool 31:preemptionPolicy:*?string 32:overhead:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 33:topologySpreadConstraints:?[@TopologySpreadConstraint 34:ephemeralContainers:?[@EphemeralContainer 35:setHostnameAsFQDN:*?bool 36:os:*?@PodOS 37:hostUsers:*?bool 38:schedulingGates:?[@PodSchedulingGate 39:resourceClaims:?[@PodResourceClaim 40:resources:*?@ResourceRequirements 41:hostnameOverride:*?string 43:schedulingGroup:*?@PodSchedulingGroup 44:evictionResponders:?[@EvictionResponder
PodStatus		1:phase:?string 2:conditions:?[@PodCondition 3:message:?string 4:reason:?string 5:hostIP:?string 6:podIP:?string 7:startTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 8:containerStatuses:?[@ContainerStatus 9:qosClass:?string 10:initContainerStatuses:?[@ContainerStatus 11:nominatedNodeName:?string 12:podIPs:?[@PodIP 13:ephemeralContainerStatuses:?[@ContainerStatus 14:resize:?string 15:resourceClaimStatuses:?[@PodResourceClaimStatus 16:hostIPs:?[@HostIP 17:observedGeneration:?int64 18:extendedResourceClaimStatus:*?@PodExtendedResourceClaimStatus 19:allocatedResources:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 20:resources:*?@ResourceRequirements 21:nodeAllocatableResourceClaimStatuses:?[@NodeAllocatableResourceClaimStatus 22:volumeHealth:?[@PodVolumeHealth
PodTemplate	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:template:?@PodTemplateSpec
PodTemplateList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PodTemplate
PodTemplateSpec		1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PodSpec
PodVolumeHealth		1:name:string 2:healthConditions:?[@VolumeHealthCondition 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
PortStatus		1:port:int32 2:protocol:string 3:error:*?string
PortworxVolumeSource		1:volumeID:string 2:fsType:?string 3:readOnly:?bool
Preconditions		1:uid:*?string
PreferAvoidPodsEntry		1:podSignature:@PodSignature 2:evictionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 3:reason:?string 4:message:?string
PreferredSchedulingTerm		1:weight:int32 2:preference:@NodeSelectorTerm
Probe		1::@ProbeHandler 2:initialDelaySeconds:?int32 3:timeoutSeconds:?int32 4:periodSeconds:?int32 5:successThreshold:?int32 6:failureThreshold:?int32 7:terminationGracePeriodSeconds:*?int64
ProbeHandler		1:exec:*?@ExecAction 2:httpGet:*?@HTTPGetAction 3:tcpSocket:*?@TCPSocketAction 4:grpc:*?@GRPCAction
ProjectedVolumeSource		1:sources:[@VolumeProjection 2:defaultMode:*?int32 3:defaultUser:*?int64
QuobyteVolumeSource		1:registry:string 2:volume:string 3:readOnly:?bool 4:user:?string 5:group:?string 6:tenant:?string
RBDPersistentVolumeSource		1:monitors:[string 2:image:string 3:fsType:?string 4:pool:?string 5:user:?string 6:keyring:?string 7:secretRef:*?@SecretReference 8:readOnly:?bool
RBDVolumeSource		1:monitors:[string 2:image:string 3:fsType:?string 4:pool:?string 5:user:?string 6:keyring:?string 7:secretRef:*?@LocalObjectReference 8:readOnly:?bool
RangeAllocation	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:range:string 3:data:bytes
ReplicationController	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ReplicationControllerSpec 3:status:?@ReplicationControllerStatus
ReplicationControllerCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
ReplicationControllerList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ReplicationController
ReplicationControllerSpec		1:replicas:*?int32 2:selector:?{string 3:template:*?@PodTemplateSpec 4:minReadySeconds:?int32
ReplicationControllerStatus		1:replicas:int32 2:fullyLabeledReplicas:?int32 3:observedGeneration:?int64 4:readyReplicas:?int32 5:availableReplicas:?int32 6:conditions:?[@ReplicationControllerCondition
ResourceClaim		1:name:string 2:request:?string
ResourceFieldSelector		1:containerName:?string 2:resource:string 3:divisor:?@k8s.io.apimachinery.pkg.api.resource.Quantity
ResourceHealth		1:resourceID:string 2:health:?string 6:message:*?string
ResourceQuota	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ResourceQuotaSpec 3:status:?@ResourceQuotaStatus
ResourceQuotaList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceQuota
ResourceQuotaSpec		1:hard:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 2:scopes:?[string 3:scopeSelector:*?@ScopeSelector
ResourceQuotaStatus		1:hard:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 2:used:?{@k8s.io.apimachinery.pkg.api.resource.Quantity
ResourceRequirements		1:limits:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 2:requests:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 3:claims:?[@ResourceClaim
ResourceStatus		1:name:string 2:resources:?[@ResourceHealth
SELinuxOptions		1:user:?string 2:role:?string 3:type:?string 4:level:?string
ScaleIOPersistentVolumeSource		1:gateway:string 2:system:string 3:secretRef:*@SecretReference 4:sslEnabled:?bool 5:protectionDomain:?string 6:storagePool:?string 7:storageMode:?string 8:volumeName:?string 9:fsType:?string 10:readOnly:?bool
ScaleIOVolumeSource		1:gateway:string 2:system:string 3:secretRef:*@LocalObjectReference 4:sslEnabled:?bool 5:protectionDomain:?string 6:storagePool:?string 7:storageMode:?string 8:volumeName:?string 9:fsType:?string 10:readOnly:?bool
ScopeSelector		1:matchExpressions:?[@ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement		1:scopeName:string 2:operator:string 3:values:?[string
SeccompProfile		1:type:string 2:localhostProfile:*?string
Secret	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:data:?{bytes 3:type:?string 4:stringData:?{string 5:immutable:*?bool
SecretEnvSource		1::@LocalObjectReference 2:optional:*?bool
SecretKeySelector		1::@LocalObjectReference 2:key:string 3:optional:*?bool
SecretList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Secret
SecretProjection		1::@LocalObjectReference 2:items:?[@KeyToPath 4:optional:*?bool
SecretReference		1:name:?string 2:namespace:?string
SecretVolumeSource		1:secretName:?string 2:items:?[@KeyToPath 3:defaultMode:*?int32 4:optional:*?bool 5:defaultUser:*?int64
SecurityContext		1:capabilities:*?@Capabilities 2:privileged:*?bool 3:seLinuxOptions:*?@SELinuxOptions 4:runAsUser:*?int64 5:runAsNonRoot:*?bool 6:readOnlyRootFilesystem:*?bool 7:allowPrivilegeEscalation:*?bool 8:runAsGroup:*?int64 9:procMount:*?string 10:windowsOptions:*?@WindowsSecurityContextOptions 11:seccompProfile:*?@SeccompProfile 12:appArmorProfile:*?@AppArmorProfile
SerializedReference	k	1:reference:?@ObjectReference
Service	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ServiceSpec 3:status:?@ServiceStatus
ServiceAccount	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:secrets:?[@ObjectReference 3:imagePullSecrets:?[@LocalObjectReference 4:automountServiceAccountToken:*?bool
ServiceAccountList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ServiceAccount
ServiceAccountTokenProjection		1:audience:?string 2:expirationSeconds:*?int64 3:path:string 4:user:*?int64
ServiceList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Service
ServicePort		1:name:?string 2:protocol:?string 3:port:int32 4:targetPort:?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 5:nodePort:?int32 6:appProtocol:*?string
ServiceProxyOptions	k	1:path:?string
ServiceSpec		1:ports:?[@ServicePort 2:selector:?{string 3:clusterIP:?string 4:type:?string 5:externalIPs:?[string 7:sessionAffinity:?string 8:loadBalancerIP:?string 9:loadBalancerSourceRanges:?[string 10:externalName:?string 11:externalTrafficPolicy:?string 12:healthCheckNodePort:?int32 13:publishNotReadyAddresses:?bool 14:sessionAffinityConfig:*?@SessionAffinityConfig 17:ipFamilyPolicy:*?string 18:clusterIPs:?[string 19:ipFamilies:?[string 20:allocateLoadBalancerNodePorts:*?bool 21:loadBalancerClass:*?string 22:internalTrafficPolicy:*?string 23:trafficDistribution:*?string
ServiceStatus		1:loadBalancer:?@LoadBalancerStatus 2:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
SessionAffinityConfig		1:clientIP:*?@ClientIPConfig
SleepAction		1:seconds:int64
StorageOSPersistentVolumeSource		1:volumeName:?string 2:volumeNamespace:?string 3:fsType:?string 4:readOnly:?bool 5:secretRef:*?@ObjectReference
StorageOSVolumeSource		1:volumeName:?string 2:volumeNamespace:?string 3:fsType:?string 4:readOnly:?bool 5:secretRef:*?@LocalObjectReference
Sysctl		1:name:string 2:value:string
TCPSocketAction		1:port:@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:host:?string
Taint		1:key:string 2:value:?string 3:effect:string 4:timeAdded:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
Toleration		1:key:?string 2:operator:?string 3:value:?string 4:effect:?string 5:tolerationSeconds:*?int64
TopologySelectorLabelRequirement		1:key:string 2:values:[string
TopologySelectorTerm		1:matchLabelExpressions:?[@TopologySelectorLabelRequirement
TopologySpreadConstraint		1:maxSkew:int32 2:topologyKey:string 3:whenUnsatisfiable:string 4:labelSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 5:minDomains:*?int32 6:nodeAffinityPolicy:*?string 7:nodeTaintsPolicy:*?string 8:matchLabelKeys:?[string
TypedLocalObjectReference		1:apiGroup:*string 2:kind:string 3:name:string
TypedObjectReference		1:apiGroup:*string 2:kind:string 3:name:string 4:namespace:*?string
Volume		1:name:string 2::@VolumeSource
VolumeDevice		1:name:string 2:devicePath:string
VolumeHealthCondition		1:status:string 2:reason:string 3:message:?string
VolumeHealthStatus		1:healthConditions:?[@VolumeHealthCondition 2:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
VolumeMount		1:name:string 2:readOnly:?bool 3:mountPath:string 4:subPath:?string 5:mountPropagation:*?string 6:subPathExpr:?string 7:recursiveReadOnly:*?string 8:bindMountOptions:?[string
VolumeMountStatus		1:name:string 2:mountPath:string 3:readOnly:?bool 4:recursiveReadOnly:*?string 5:volumeStatus:*?@VolumeStatus
VolumeNodeAffinity		1:required:*?@NodeSelector
VolumeProjection		1:secret:*?@SecretProjection 2:downwardAPI:*?@DownwardAPIProjection 3:configMap:*?@ConfigMapProjection 4:serviceAccountToken:*?@ServiceAccountTokenProjection 5:clusterTrustBundle:*?@ClusterTrustBundleProjection 6:podCertificate:*?@PodCertificateProjection
VolumeResourceRequirements		1:limits:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 2:requests:?{@k8s.io.apimachinery.pkg.api.resource.Quantity
VolumeSource		1:hostPath:*?@HostPathVolumeSource 2:emptyDir:*?@EmptyDirVolumeSource 3:gcePersistentDisk:*?@GCEPersistentDiskVolumeSource 4:awsElasticBlockStore:*?@AWSElasticBlockStoreVolumeSource 5:gitRepo:*?@GitRepoVolumeSource 6:secret:*?@SecretVolumeSource 7:nfs:*?@NFSVolumeSource 8:iscsi:*?@ISCSIVolumeSource 9:glusterfs:*?@GlusterfsVolumeSource 10:persistentVolumeClaim:*?@PersistentVolumeClaimVolumeSource 11:rbd:*?@RBDVolumeSource 12:flexVolume:*?@FlexVolumeSource 13:cinder:*?@CinderVolumeSource 14:cephfs:*?@CephFSVolumeSource 15:flocker:*?@FlockerVolumeSource 16:downwardAPI:*?@DownwardAPIVolumeSource 17:fc:*?@FCVolumeSource 18:azureFile:*?@AzureFileVolumeSource 19:configMap:*?@ConfigMapVolumeSource 20:vsphereVolume:*?@VsphereVirtualDiskVolumeSource 21:quobyte:*?@QuobyteVolumeSource 22:azureDisk:*?@AzureDiskVolumeSource 23:photonPersistentDisk:*?@PhotonPersistentDiskVolumeSource 24:portworxVolume:*?@PortworxVolumeSource 25:scaleIO:*?@ScaleIOVolumeSource 26:projected:*?@ProjectedVolumeSource 27:storageos:*?@StorageOSVolumeSource 28:csi:*?@CSIVolumeSource 29:ephemeral:*?@EphemeralVolumeSource 30:image:*?@ImageVolumeSource
VolumeStatus		1:image:*?@ImageVolumeStatus
VsphereVirtualDiskVolumeSource		1:volumePath:string 2:fsType:?string 3:storagePolicyName:?string 4:storagePolicyID:?string
WeightedPodAffinityTerm		1:weight:int32 2:podAffinityTerm:@PodAffinityTerm
WindowsSecurityContextOptions		1:gmsaCredentialSpecName:*?string 2:gmsaCredentialSpec:*?string 3:runAsUserName:*?string 4:hostProcess:*?bool
#discovery/v1	k8s.io.api.discovery.v1	discovery.k8s.io
Endpoint		1:addresses:[string 2:conditions:?@EndpointConditions 3:hostname:*?string 4:targetRef:*?@k8s.io.api.core.v1.ObjectReference 5:deprecatedTopology:?{string 6:nodeName:*?string 7:zone:*?string 8:hints:*?@EndpointHints
EndpointConditions		1:ready:*?bool 2:serving:*?bool 3:terminating:*?bool
EndpointHints		1:forZones:?[@ForZone 2:forNodes:?[@ForNode
EndpointPort		1:name:*?string 2:protocol:*?string 3:port:*?int32 4:appProtocol:*?string
EndpointSlice	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:endpoints:[@Endpoint 3:ports:[@EndpointPort 4:addressType:string
EndpointSliceList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@EndpointSlice
ForNode		1:name:string
ForZone		1:name:string
#discovery/v1beta1	k8s.io.api.discovery.v1beta1	discovery.k8s.io
Endpoint		1:addresses:[string 2:conditions:?@EndpointConditions 3:hostname:*?string 4:targetRef:*?@k8s.io.api.core.v1.ObjectReference 5:topology:?{string 6:nodeName:*?string 7:hints:*?@EndpointHints
EndpointConditions		1:ready:*?bool 2:serving:*?bool 3:terminating:*?bool
EndpointHints		1:forZones:?[@ForZone 2:forNodes:?[@ForNode
EndpointPort		1:name:*?string 2:protocol:*?string 3:port:*?int32 4:appProtocol:*?string
EndpointSlice	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:endpoints:[@Endpoint 3:ports:[@EndpointPort 4:addressType:string
EndpointSliceList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@EndpointSlice
ForNode		1:name:string
ForZone		1:name:string
#events/v1	k8s.io.api.events.v1	events.k8s.io
Event	k	1:metadata:@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:eventTime:@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 3:series:*?@EventSeries 4:reportingController:?string 5:reportingInstance:?string 6:action:?string 7:reason:?string 8:regarding:?@k8s.io.api.core.v1.ObjectReference 9:related:*?@k8s.io.api.core.v1.ObjectReference 10:note:?string 11:type:?string 12:deprecatedSource:?@k8s.io.api.core.v1.EventSource 13:deprecatedFirstTimestamp:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 14:deprecatedLastTimestamp:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 15:deprecatedCount:?int32
EventList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Event
EventSeries		1:count:int32 2:lastObservedTime:@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime
#events/v1beta1	k8s.io.api.events.v1beta1	events.k8s.io
Event	k	1:metadata:@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:eventTime:@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime 3:series:*?@EventSeries 4:reportingController:?string 5:reportingInstance:?string 6:action:?string 7:reason:?string 8:regarding:?@k8s.io.api.core.v1.ObjectReference 9:related:*?@k8s.io.api.core.v1.ObjectReference 10:note:?string 11:type:?string 12:deprecatedSource:?@k8s.io.api.core.v1.EventSource 13:deprecatedFirstTimestamp:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 14:deprecatedLastTimestamp:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 15:deprecatedCount:?int32
EventList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Event
EventSeries		1:count:int32 2:lastObservedTime:@k8s.io.apimachinery.pkg.apis.meta.v1.MicroTime
#extensions/v1beta1	k8s.io.api.extensions.v1beta1	extensions
DaemonSet	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@DaemonSetSpec 3:status:?@DaemonSetStatus
DaemonSetCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
DaemonSetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@DaemonSet
DaemonSetSpec		1:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:template:@k8s.io.api.core.v1.PodTemplateSpec 3:updateStrategy:?@DaemonSetUpdateStrategy 4:minReadySeconds:?int32 5:templateGeneration:?int64 6:revisionHistoryLimit:*?int32
DaemonSetStatus		1:currentNumberScheduled:int32 2:numberMisscheduled:int32 3:desiredNumberScheduled:int32 4:numberReady:int32 5:observedGeneration:?int64 6:updatedNumberScheduled:?int32 7:numberAvailable:?int32 8:numberUnavailable:?int32 9:collisionCount:*?int32 10:conditions:?[@DaemonSetCondition
DaemonSetUpdateStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateDaemonSet
Deployment	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@DeploymentSpec 3:status:?@DeploymentStatus
DeploymentCondition		1:type:string 2:status:string 4:reason:?string 5:message:?string 6:lastUpdateTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 7:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
DeploymentList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Deployment
DeploymentRollback	k	1:name:string 2:updatedAnnotations:?{string 3:rollbackTo:@RollbackConfig
DeploymentSpec		1:replicas:*?int32 2:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:@k8s.io.api.core.v1.PodTemplateSpec 4:strategy:?@DeploymentStrategy 5:minReadySeconds:?int32 6:revisionHistoryLimit:*?int32 7:paused:?bool 8:rollbackTo:*?@RollbackConfig 9:progressDeadlineSeconds:*?int32
DeploymentStatus		1:observedGeneration:?int64 2:replicas:?int32 3:updatedReplicas:?int32 4:availableReplicas:?int32 5:unavailableReplicas:?int32 6:conditions:?[@DeploymentCondition 7:readyReplicas:?int32 8:collisionCount:*?int32 9:terminatingReplicas:*?int32
DeploymentStrategy		1:type:?string 2:rollingUpdate:*?@RollingUpdateDeployment
HTTPIngressPath		1:path:?string 2:backend:@IngressBackend 3:pathType:*?string
HTTPIngressRuleValue		1:paths:[@HTTPIngressPath
IPBlock		1:cidr:string 2:except:?[string
Ingress	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@IngressSpec 3:status:?@IngressStatus
IngressBackend		1:serviceName:?string 2:servicePort:?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 3:resource:*?@k8s.io.api.core.v1.TypedLocalObjectReference
IngressList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Ingress
IngressLoadBalancerIngress		1:ip:?string 2:hostname:?string 4:ports:?[@IngressPortStatus
IngressLoadBalancerStatus		1:ingress:?[@IngressLoadBalancerIngress
IngressPortStatus		1:port:int32 2:protocol:string 3:error:*?string
IngressRule		1:host:?string 2::@IngressRuleValue
IngressRuleValue		1:http:*?@HTTPIngressRuleValue
IngressSpec		1:backend:*?@IngressBackend 2:tls:?[@IngressTLS 3:rules:?[@IngressRule 4:ingressClassName:*?string
IngressStatus		1:loadBalancer:?@IngressLoadBalancerStatus
IngressTLS		1:hosts:?[string 2:secretName:?string
NetworkPolicy	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@NetworkPolicySpec
NetworkPolicyEgressRule		1:ports:?[@NetworkPolicyPort 2:to:?[@NetworkPolicyPeer
NetworkPolicyIngressRule		1:ports:?[@NetworkPolicyPort 2:from:?[@NetworkPolicyPeer
NetworkPolicyList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@NetworkPolicy
NetworkPolicyPeer		1:podSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:ipBlock:*?@IPBlock
NetworkPolicyPort		1:protocol:*?string 2:port:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 3:endPort:*?int32
NetworkPolicySpec		1:podSelector:@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:ingress:?[@NetworkPolicyIngressRule 3:egress:?[@NetworkPolicyEgressRule 4:policyTypes:?[string
ReplicaSet	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ReplicaSetSpec 3:status:?@ReplicaSetStatus
ReplicaSetCondition		1:type:string 2:status:string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
ReplicaSetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ReplicaSet
ReplicaSetSpec		1:replicas:*?int32 2:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:template:?@k8s.io.api.core.v1.PodTemplateSpec 4:minReadySeconds:?int32
ReplicaSetStatus		1:replicas:int32 2:fullyLabeledReplicas:?int32 3:observedGeneration:?int64 4:readyReplicas:?int32 5:availableReplicas:?int32 6:conditions:?[@ReplicaSetCondition 7:terminatingReplicas:*?int32
RollbackConfig		1:revision:?int64
RollingUpdateDaemonSet		1:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:maxSurge:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
RollingUpdateDeployment		1:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:maxSurge:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString
Scale	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ScaleSpec 3:status:?@ScaleStatus
ScaleSpec		1:replicas:?int32
ScaleStatus		1:replicas:int32 2:selector:?{string 3:targetSelector:?string
#flowcontrol/v1	k8s.io.api.flowcontrol.v1	flowcontrol.apiserver.k8s.io
ExemptPriorityLevelConfiguration		1:nominalConcurrencyShares:*?int32 2:lendablePercent:*?int32
FlowDistinguisherMethod		1:type:string
FlowSchema	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@FlowSchemaSpec 3:status:?@FlowSchemaStatus
FlowSchemaCondition		1:type:?string 2:status:?string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
FlowSchemaList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@FlowSchema
FlowSchemaSpec		1:priorityLevelConfiguration:@PriorityLevelConfigurationReference 2:matchingPrecedence:int32 3:distinguisherMethod:*?@FlowDistinguisherMethod 4:rules:?[@PolicyRulesWithSubjects
FlowSchemaStatus		1:conditions:?[@FlowSchemaCondition
GroupSubject		1:name:string
LimitResponse		1:type:string 2:queuing:*?@QueuingConfiguration
LimitedPriorityLevelConfiguration		1:nominalConcurrencyShares:*int32 2:limitResponse:?@LimitResponse 3:lendablePercent:*?int32 4:borrowingLimitPercent:*?int32
NonResourcePolicyRule		1:verbs:[string 6:nonResourceURLs:[string
PolicyRulesWithSubjects		1:subjects:[@Subject 2:resourceRules:?[@ResourcePolicyRule 3:nonResourceRules:?[@NonResourcePolicyRule
PriorityLevelConfiguration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PriorityLevelConfigurationSpec 3:status:?@PriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition		1:type:?string 2:status:?string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
PriorityLevelConfigurationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PriorityLevelConfiguration
PriorityLevelConfigurationReference		1:name:string
PriorityLevelConfigurationSpec		1:type:string 2:limited:*?@LimitedPriorityLevelConfiguration 3:exempt:*?@ExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus		1:conditions:?[@PriorityLevelConfigurationCondition
QueuingConfiguration		1:queues:int32 2:handSize:int32 3:queueLengthLimit:int32
ResourcePolicyRule		1:verbs:[string 2:apiGroups:[string 3:resources:[string 4:clusterScope:?bool 5:namespaces:[string
ServiceAccountSubject		1:namespace:string 2:name:string
Subject		1:kind:string 2:user:*?@UserSubject 3:group:*?@GroupSubject 4:serviceAccount:*?@ServiceAccountSubject
UserSubject		1:name:string
#flowcontrol/v1beta1	k8s.io.api.flowcontrol.v1beta1	flowcontrol.apiserver.k8s.io
ExemptPriorityLevelConfiguration		1:nominalConcurrencyShares:*?int32 2:lendablePercent:*?int32
FlowDistinguisherMethod		1:type:string
FlowSchema	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@FlowSchemaSpec 3:status:?@FlowSchemaStatus
FlowSchemaCondition		1:type:?string 2:status:?string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
FlowSchemaList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@FlowSchema
FlowSchemaSpec		1:priorityLevelConfiguration:@PriorityLevelConfigurationReference 2:matchingPrecedence:int32 3:distinguisherMethod:*?@FlowDistinguisherMethod 4:rules:?[@PolicyRulesWithSubjects
FlowSchemaStatus		1:conditions:?[@FlowSchemaCondition
GroupSubject		1:name:string
LimitResponse		1:type:string 2:queuing:*?@QueuingConfiguration
LimitedPriorityLevelConfiguration		1:assuredConcurrencyShares:int32 2:limitResponse:?@LimitResponse 3:lendablePercent:*?int32 4:borrowingLimitPercent:*?int32
NonResourcePolicyRule		1:verbs:[string 6:nonResourceURLs:[string
PolicyRulesWithSubjects		1:subjects:[@Subject 2:resourceRules:?[@ResourcePolicyRule 3:nonResourceRules:?[@NonResourcePolicyRule
PriorityLevelConfiguration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PriorityLevelConfigurationSpec 3:status:?@PriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition		1:type:?string 2:status:?string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
PriorityLevelConfigurationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PriorityLevelConfiguration
PriorityLevelConfigurationReference		1:name:string
PriorityLevelConfigurationSpec		1:type:string 2:limited:*?@LimitedPriorityLevelConfiguration 3:exempt:*?@ExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus		1:conditions:?[@PriorityLevelConfigurationCondition
QueuingConfiguration		1:queues:int32 2:handSize:int32 3:queueLengthLimit:int32
ResourcePolicyRule		1:verbs:[string 2:apiGroups:[string 3:resources:[string 4:clusterScope:?bool 5:namespaces:[string
ServiceAccountSubject		1:namespace:string 2:name:string
Subject		1:kind:string 2:user:*?@UserSubject 3:group:*?@GroupSubject 4:serviceAccount:*?@ServiceAccountSubject
UserSubject		1:name:string
#flowcontrol/v1beta2	k8s.io.api.flowcontrol.v1beta2	flowcontrol.apiserver.k8s.io
ExemptPriorityLevelConfiguration		1:nominalConcurrencyShares:*?int32 2:lendablePercent:*?int32
FlowDistinguisherMethod		1:type:string
FlowSchema	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@FlowSchemaSpec 3:status:?@FlowSchemaStatus
FlowSchemaCondition		1:type:?string 2:status:?string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
FlowSchemaList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@FlowSchema
FlowSchemaSpec		1:priorityLevelConfiguration:@PriorityLevelConfigurationReference 2:matchingPrecedence:int32 3:distinguisherMethod:*?@FlowDistinguisherMethod 4:rules:?[@PolicyRulesWithSubjects
FlowSchemaStatus		1:conditions:?[@FlowSchemaCondition
GroupSubject		1:name:string
LimitResponse		1:type:string 2:queuing:*?@QueuingConfiguration
LimitedPriorityLevelConfiguration		1:assuredConcurrencyShares:int32 2:limitResponse:?@LimitResponse 3:lendablePercent:*?int32 4:borrowingLimitPercent:*?int32
NonResourcePolicyRule		1:verbs:[string 6:nonResourceURLs:[string
PolicyRulesWithSubjects		1:subjects:[@Subject 2:resourceRules:?[@ResourcePolicyRule 3:nonResourceRules:?[@NonResourcePolicyRule
PriorityLevelConfiguration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PriorityLevelConfigurationSpec 3:status:?@PriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition		1:type:?string 2:status:?string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
PriorityLevelConfigurationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PriorityLevelConfiguration
PriorityLevelConfigurationReference		1:name:string
PriorityLevelConfigurationSpec		1:type:string 2:limited:*?@LimitedPriorityLevelConfiguration 3:exempt:*?@ExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus		1:conditions:?[@PriorityLevelConfigurationCondition
QueuingConfiguration		1:queues:int32 2:handSize:int32 3:queueLengthLimit:int32
ResourcePolicyRule		1:verbs:[string 2:apiGroups:[string 3:resources:[string 4:clusterScope:?bool 5:namespaces:[string
ServiceAccountSubject		1:namespace:string 2:name:string
Subject		1:kind:string 2:user:*?@UserSubject 3:group:*?@GroupSubject 4:serviceAccount:*?@ServiceAccountSubject
UserSubject		1:name:string
#flowcontrol/v1beta3	k8s.io.api.flowcontrol.v1beta3	flowcontrol.apiserver.k8s.io
ExemptPriorityLevelConfiguration		1:nominalConcurrencyShares:*?int32 2:lendablePercent:*?int32
FlowDistinguisherMethod		1:type:string
FlowSchema	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@FlowSchemaSpec 3:status:?@FlowSchemaStatus
FlowSchemaCondition		1:type:?string 2:status:?string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
FlowSchemaList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@FlowSchema
FlowSchemaSpec		1:priorityLevelConfiguration:@PriorityLevelConfigurationReference 2:matchingPrecedence:int32 3:distinguisherMethod:*?@FlowDistinguisherMethod 4:rules:?[@PolicyRulesWithSubjects
FlowSchemaStatus		1:conditions:?[@FlowSchemaCondition
GroupSubject		1:name:string
LimitResponse		1:type:string 2:queuing:*?@QueuingConfiguration
LimitedPriorityLevelConfiguration		1:nominalConcurrencyShares:int32 2:limitResponse:?@LimitResponse 3:lendablePercent:*?int32 4:borrowingLimitPercent:*?int32
NonResourcePolicyRule		1:verbs:[string 6:nonResourceURLs:[string
PolicyRulesWithSubjects		1:subjects:[@Subject 2:resourceRules:?[@ResourcePolicyRule 3:nonResourceRules:?[@NonResourcePolicyRule
PriorityLevelConfiguration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PriorityLevelConfigurationSpec 3:status:?@PriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition		1:type:?string 2:status:?string 3:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:reason:?string 5:message:?string
PriorityLevelConfigurationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PriorityLevelConfiguration
PriorityLevelConfigurationReference		1:name:string
PriorityLevelConfigurationSpec		1:type:string 2:limited:*?@LimitedPriorityLevelConfiguration 3:exempt:*?@ExemptPriorityLevelConfiguration
PriorityLevelConfigurationStatus		1:conditions:?[@PriorityLevelConfigurationCondition
QueuingConfiguration		1:queues:int32 2:handSize:int32 3:queueLengthLimit:int32
ResourcePolicyRule		1:verbs:[string 2:apiGroups:[string 3:resources:[string 4:clusterScope:?bool 5:namespaces:[string
ServiceAccountSubject		1:namespace:string 2:name:string
Subject		1:kind:string 2:user:*?@UserSubject 3:group:*?@GroupSubject 4:serviceAccount:*?@ServiceAccountSubject
UserSubject		1:name:string
#imagepolicy/v1alpha1	k8s.io.api.imagepolicy.v1alpha1	imagepolicy.k8s.io
ImageReview	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ImageReviewSpec 3:status:?@ImageReviewStatus
ImageReviewContainerSpec		1:image:?string
ImageReviewSpec		1:containers:?[@ImageReviewContainerSpec 2:annotations:?{string 3:namespace:?string
ImageReviewStatus		1:allowed:bool 2:reason:?string 3:auditAnnotations:?{string
#lifecycle/v1alpha1	k8s.io.api.lifecycle.v1alpha1	lifecycle.k8s.io
Eviction	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@EvictionSpec 3:status:?@EvictionStatus
EvictionList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Eviction
EvictionPodReference		1:name:string 2:uid:string
EvictionRequest	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@EvictionRequestSpec 3:status:?@EvictionRequestStatus
EvictionRequestList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@EvictionRequest
EvictionRequestPodReference		1:name:string 2:uid:string
EvictionRequestSpec		1:target:@EvictionRequestTarget 2:requester:string 3:intent:string
EvictionRequestStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 2:observedGeneration:*?int64
EvictionRequestTarget		1:pod:*?@EvictionRequestPodReference
EvictionSpec		1:target:@EvictionTarget
EvictionStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 2:observedGeneration:*?int64 3:requesters:?[@Requester 4:targetResponders:?[@TargetResponder 5:responders:?[@ResponderStatus
EvictionTarget		1:pod:*?@EvictionPodReference
Requester		1:name:string 2:intent:string
ResponderStatus		1:name:string 2:startTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 3:heartbeatTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 4:expectedCompletionTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 5:completionTime:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 6:message:*?string
TargetResponder		1:name:string 2:priority:*int32 3:state:string
#meta/v1	k8s.io.apimachinery.pkg.apis.meta.v1	-
APIGroup	k	1:name:string 2:versions:[@GroupVersionForDiscovery 3:preferredVersion:?@GroupVersionForDiscovery 4:serverAddressByClientCIDRs:?[@ServerAddressByClientCIDR
APIGroupList	k	1:groups:[@APIGroup
APIResource		1:name:string 2:namespaced:bool 3:kind:string 4:verbs:@Verbs 5:shortNames:?[string 6:singularName:string 7:categories:?[string 8:group:?string 9:version:?string 10:storageVersionHash:?string
APIResourceList	k	1:groupVersion:string 2:resources:[@APIResource
APIVersions	k	1:versions:[string 2:serverAddressByClientCIDRs:[@ServerAddressByClientCIDR
ApplyOptions	k	1:dryRun:?[string 2:force:bool 3:fieldManager:string
Condition		1:type:string 2:status:string 3:observedGeneration:?int64 4:lastTransitionTime:@Time 5:reason:string 6:message:string
CreateOptions	k	1:dryRun:?[string 3:fieldManager:?string 4:fieldValidation:?string
DeleteOptions	k	1:gracePeriodSeconds:*?int64 2:preconditions:*?@Preconditions 3:orphanDependents:*?bool 4:propagationPolicy:*?string 5:dryRun:?[string 6:ignoreStoreReadErrorWithClusterBreakingPotential:*?bool
Duration	j	1:duration:int64
FieldSelectorRequirement		1:key:string 2:operator:string 3:values:?[string
FieldsV1	j	1:Raw:bytes
GetOptions	k	1:resourceVersion:?string
GroupKind		1:group:string 2:kind:string
GroupResource		1:group:string 2:resource:string
GroupVersion		1:group:string 2:version:string
GroupVersionForDiscovery		1:groupVersion:string 2:version:string
GroupVersionKind		1:group:string 2:version:string 3:kind:string
GroupVersionResource		1:group:string 2:version:string 3:resource:string
LabelSelector		1:matchLabels:?{string 2:matchExpressions:?[@LabelSelectorRequirement
LabelSelectorRequirement		1:key:string 2:operator:string 3:values:?[string
List	k	1:metadata:?@ListMeta 2:items:[@k8s.io.apimachinery.pkg.runtime.RawExtension
ListMeta		1:selfLink:?string 2:resourceVersion:?string 3:continue:?string 4:remainingItemCount:*?int64 5:shardInfo:*?@ShardInfo
ListOptions	k	1:labelSelector:?string 2:fieldSelector:?string 3:watch:?bool 4:resourceVersion:?string 5:timeoutSeconds:*?int64 7:limit:?int64 8:continue:?string 9:allowWatchBookmarks:?bool 10:resourceVersionMatch:?string 11:sendInitialEvents:*?bool 15:shardSelector:?string
ManagedFieldsEntry		1:manager:?string 2:operation:?string 3:apiVersion:?string 4:time:*?@Time 6:fieldsType:?string 7:fieldsV1:*?@FieldsV1 8:subresource:?string
MicroTime	j	1:seconds:int64 2:nanos:int32
ObjectMeta		1:name:?string 2:generateName:?string 3:namespace:?string 4:selfLink:?string 5:uid:?string 6:resourceVersion:?string 7:generation:?int64 8:creationTimestamp:?~@Time 9:deletionTimestamp:*?@Time 10:deletionGracePeriodSeconds:*?int64 11:labels:?{string 12:annotations:?{string 13:ownerReferences:?[@OwnerReference 14:finalizers:?[string 17:managedFields:?[@ManagedFieldsEntry
OwnerReference		1:kind:string 3:name:string 4:uid:string 5:apiVersion:string 6:controller:*?bool 7:blockOwnerDeletion:*?bool
PartialObjectMetadata	k	1:metadata:?@ObjectMeta
PartialObjectMetadataList	k	1:metadata:?@ListMeta 2:items:[@PartialObjectMetadata
Patch		
PatchOptions	k	1:dryRun:?[string 2:force:*?bool 3:fieldManager:?string 4:fieldValidation:?string
Preconditions		1:uid:*?string 2:resourceVersion:*?string
RootPaths		1:paths:[string
ServerAddressByClientCIDR		1:clientCIDR:string 2:serverAddress:string
ShardInfo		1:selector:string
Status	k	1:metadata:?@ListMeta 2:status:?string 3:message:?string 4:reason:?string 5:details:*?@StatusDetails 6:code:?int32
StatusCause		1:reason:?string 2:message:?string 3:field:?string
StatusDetails		1:name:?string 2:group:?string 3:kind:?string 4:causes:?[@StatusCause 5:retryAfterSeconds:?int32 6:uid:?string
TableOptions	k	1:includeObject:?string
Time	j	1:seconds:int64 2:nanos:int32
Timestamp	j	1:seconds:int64 2:nanos:int32
TypeMeta		1:kind:?string 2:apiVersion:?string
UpdateOptions	k	1:dryRun:?[string 2:fieldManager:?string 3:fieldValidation:?string
Verbs	l	1:items:[string
WatchEvent		1:type:string 2:object:@k8s.io.apimachinery.pkg.runtime.RawExtension
#networking/v1	k8s.io.api.networking.v1	networking.k8s.io
HTTPIngressPath		1:path:?string 2:backend:@IngressBackend 3:pathType:*string
HTTPIngressRuleValue		1:paths:[@HTTPIngressPath
IPAddress	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@IPAddressSpec
IPAddressList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@IPAddress
IPAddressSpec		1:parentRef:*?@ParentReference
IPBlock		1:cidr:string 2:except:?[string
Ingress	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@IngressSpec 3:status:?@IngressStatus
IngressBackend		3:resource:*?@k8s.io.api.core.v1.TypedLocalObjectReference 4:service:*?@IngressServiceBackend
IngressClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@IngressClassSpec
IngressClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@IngressClass
IngressClassParametersReference		1:apiGroup:*?string 2:kind:string 3:name:string 4:scope:*string 5:namespace:*?string
IngressClassSpec		1:controller:?string 2:parameters:*?@IngressClassParametersReference
IngressList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Ingress
IngressLoadBalancerIngress		1:ip:?string 2:hostname:?string 4:ports:?[@IngressPortStatus
IngressLoadBalancerStatus		1:ingress:?[@IngressLoadBalancerIngress
IngressPortStatus		1:port:int32 2:protocol:string 3:error:*?string
IngressRule		1:host:?string 2::@IngressRuleValue
IngressRuleValue		1:http:*?@HTTPIngressRuleValue
IngressServiceBackend		1:name:string 2:port:?@ServiceBackendPort
IngressSpec		1:defaultBackend:*?@IngressBackend 2:tls:?[@IngressTLS 3:rules:?[@IngressRule 4:ingressClassName:*?string
IngressStatus		1:loadBalancer:?@IngressLoadBalancerStatus
IngressTLS		1:hosts:?[string 2:secretName:?string
NetworkPolicy	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@NetworkPolicySpec
NetworkPolicyEgressRule		1:ports:?[@NetworkPolicyPort 2:to:?[@NetworkPolicyPeer
NetworkPolicyIngressRule		1:ports:?[@NetworkPolicyPort 2:from:?[@NetworkPolicyPeer
NetworkPolicyList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@NetworkPolicy
NetworkPolicyPeer		1:podSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:namespaceSelector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:ipBlock:*?@IPBlock
NetworkPolicyPort		1:protocol:*?string 2:port:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 3:endPort:*?int32
NetworkPolicySpec		1:podSelector:@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 2:ingress:?[@NetworkPolicyIngressRule 3:egress:?[@NetworkPolicyEgressRule 4:policyTypes:?[string
ParentReference		1:group:?string 2:resource:?string 3:namespace:?string 4:name:?string
ServiceBackendPort		1:name:?string 2:number:?int32
ServiceCIDR	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ServiceCIDRSpec 3:status:?@ServiceCIDRStatus
ServiceCIDRList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ServiceCIDR
ServiceCIDRSpec		1:cidrs:?[string
ServiceCIDRStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
#networking/v1beta1	k8s.io.api.networking.v1beta1	networking.k8s.io
HTTPIngressPath		1:path:?string 2:backend:@IngressBackend 3:pathType:*?string
HTTPIngressRuleValue		1:paths:[@HTTPIngressPath
IPAddress	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@IPAddressSpec
IPAddressList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@IPAddress
IPAddressSpec		1:parentRef:*?@ParentReference
Ingress	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@IngressSpec 3:status:?@IngressStatus
IngressBackend		1:serviceName:?string 2:servicePort:?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 3:resource:*?@k8s.io.api.core.v1.TypedLocalObjectReference
IngressClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@IngressClassSpec
IngressClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@IngressClass
IngressClassParametersReference		1:apiGroup:*?string 2:kind:string 3:name:string 4:scope:*string 5:namespace:*?string
IngressClassSpec		1:controller:?string 2:parameters:*?@IngressClassParametersReference
IngressList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Ingress
IngressLoadBalancerIngress		1:ip:?string 2:hostname:?string 4:ports:?[@IngressPortStatus
IngressLoadBalancerStatus		1:ingress:?[@IngressLoadBalancerIngress
IngressPortStatus		1:port:int32 2:protocol:string 3:error:*?string
IngressRule		1:host:?string 2::@IngressRuleValue
IngressRuleValue		1:http:*?@HTTPIngressRuleValue
IngressSpec		1:backend:*?@IngressBackend 2:tls:?[@IngressTLS 3:rules:?[@IngressRule 4:ingressClassName:*?string
IngressStatus		1:loadBalancer:?@IngressLoadBalancerStatus
IngressTLS		1:hosts:?[string 2:secretName:?string
ParentReference		1:group:?string 2:resource:?string 3:namespace:?string 4:name:?string
ServiceCIDR	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@ServiceCIDRSpec 3:status:?@ServiceCIDRStatus
ServiceCIDRList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ServiceCIDR
ServiceCIDRSpec		1:cidrs:?[string
ServiceCIDRStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
#node/v1	k8s.io.api.node.v1	node.k8s.io
Overhead		1:podFixed:?{@k8s.io.apimachinery.pkg.api.resource.Quantity
RuntimeClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:handler:string 3:overhead:*?@Overhead 4:scheduling:*?@Scheduling
RuntimeClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@RuntimeClass
Scheduling		1:nodeSelector:?{string 2:tolerations:?[@k8s.io.api.core.v1.Toleration
#node/v1alpha1	k8s.io.api.node.v1alpha1	node.k8s.io
Overhead		1:podFixed:?{@k8s.io.apimachinery.pkg.api.resource.Quantity
RuntimeClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@RuntimeClassSpec
RuntimeClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@RuntimeClass
RuntimeClassSpec		1:runtimeHandler:string 2:overhead:*?@Overhead 3:scheduling:*?@Scheduling
Scheduling		1:nodeSelector:?{string 2:tolerations:?[@k8s.io.api.core.v1.Toleration
#node/v1beta1	k8s.io.api.node.v1beta1	node.k8s.io
Overhead		1:podFixed:?{@k8s.io.apimachinery.pkg.api.resource.Quantity
RuntimeClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:handler:string 3:overhead:*?@Overhead 4:scheduling:*?@Scheduling
RuntimeClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@RuntimeClass
Scheduling		1:nodeSelector:?{string 2:tolerations:?[@k8s.io.api.core.v1.Toleration
#policy/v1	k8s.io.api.policy.v1	policy
Eviction	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:deleteOptions:*?@k8s.io.apimachinery.pkg.apis.meta.v1.DeleteOptions
PodDisruptionBudget	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PodDisruptionBudgetSpec 3:status:?@PodDisruptionBudgetStatus
PodDisruptionBudgetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PodDisruptionBudget
PodDisruptionBudgetSpec		1:minAvailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 4:unhealthyPodEvictionPolicy:*?string
PodDisruptionBudgetStatus		1:observedGeneration:?int64 2:disruptedPods:?{@k8s.io.apimachinery.pkg.apis.meta.v1.Time 3:disruptionsAllowed:int32 4:currentHealthy:int32 5:desiredHealthy:int32 6:expectedPods:int32 7:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
#policy/v1beta1	k8s.io.api.policy.v1beta1	policy
Eviction	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:deleteOptions:*?@k8s.io.apimachinery.pkg.apis.meta.v1.DeleteOptions
PodDisruptionBudget	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@PodDisruptionBudgetSpec 3:status:?@PodDisruptionBudgetStatus
PodDisruptionBudgetList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PodDisruptionBudget
PodDisruptionBudgetSpec		1:minAvailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 2:selector:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:maxUnavailable:*?@k8s.io.apimachinery.pkg.util.intstr.IntOrString 4:unhealthyPodEvictionPolicy:*?string
PodDisruptionBudgetStatus		1:observedGeneration:?int64 2:disruptedPods:?{@k8s.io.apimachinery.pkg.apis.meta.v1.Time 3:disruptionsAllowed:int32 4:currentHealthy:int32 5:desiredHealthy:int32 6:expectedPods:int32 7:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
#rbac/v1	k8s.io.api.rbac.v1	rbac.authorization.k8s.io
AggregationRule		1:clusterRoleSelectors:?[@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
ClusterRole	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:rules:[@PolicyRule 3:aggregationRule:*?@AggregationRule
ClusterRoleBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:subjects:?[@Subject 3:roleRef:@RoleRef
ClusterRoleBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ClusterRoleBinding
ClusterRoleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ClusterRole
PolicyRule		1:verbs:[string 2:apiGroups:?[string 3:resources:?[string 4:resourceNames:?[string 5:nonResourceURLs:?[string
Role	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:rules:[@PolicyRule
RoleBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:subjects:?[@Subject 3:roleRef:@RoleRef
RoleBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@RoleBinding
RoleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Role
RoleRef		1:apiGroup:string 2:kind:string 3:name:string
Subject		1:kind:string 2:apiGroup:?string 3:name:string 4:namespace:?string
#rbac/v1alpha1	k8s.io.api.rbac.v1alpha1	rbac.authorization.k8s.io
AggregationRule		1:clusterRoleSelectors:?[@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
ClusterRole	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:rules:[@PolicyRule 3:aggregationRule:*?@AggregationRule
ClusterRoleBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:subjects:?[@Subject 3:roleRef:@RoleRef
ClusterRoleBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ClusterRoleBinding
ClusterRoleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ClusterRole
PolicyRule		1:verbs:[string 3:apiGroups:?[string 4:resources:?[string 5:resourceNames:?[string 6:nonResourceURLs:?[string
Role	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:rules:[@PolicyRule
RoleBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:subjects:?[@Subject 3:roleRef:@RoleRef
RoleBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@RoleBinding
RoleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Role
RoleRef		1:apiGroup:string 2:kind:string 3:name:string
Subject		1:kind:string 2:apiVersion:?string 3:name:string 4:namespace:?string
#rbac/v1beta1	k8s.io.api.rbac.v1beta1	rbac.authorization.k8s.io
AggregationRule		1:clusterRoleSelectors:?[@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector
ClusterRole	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:rules:[@PolicyRule 3:aggregationRule:*?@AggregationRule
ClusterRoleBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:subjects:?[@Subject 3:roleRef:@RoleRef
ClusterRoleBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ClusterRoleBinding
ClusterRoleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ClusterRole
PolicyRule		1:verbs:[string 2:apiGroups:?[string 3:resources:?[string 4:resourceNames:?[string 5:nonResourceURLs:?[string
Role	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:rules:[@PolicyRule
RoleBinding	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:subjects:?[@Subject 3:roleRef:@RoleRef
RoleBindingList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@RoleBinding
RoleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Role
RoleRef		1:apiGroup:string 2:kind:string 3:name:string
Subject		1:kind:string 2:apiGroup:?string 3:name:string 4:namespace:?string
#resource/v1	k8s.io.api.resource.v1	resource.k8s.io
AllocatedDeviceStatus		1:driver:string 2:pool:string 3:device:string 4:conditions:[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 5:data:*?@k8s.io.apimachinery.pkg.runtime.RawExtension 6:networkData:*?@NetworkDeviceData 7:shareID:*?string
AllocationResult		1:devices:?@DeviceAllocationResult 3:nodeSelector:*?@k8s.io.api.core.v1.NodeSelector 5:allocationTimestamp:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
CELDeviceSelector		1:expression:string
CapacityRequestPolicy		1:default:*@k8s.io.apimachinery.pkg.api.resource.Quantity 3:validValues:?[@k8s.io.apimachinery.pkg.api.resource.Quantity 4:validRange:*?@CapacityRequestPolicyRange
CapacityRequestPolicyRange		1:min:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 2:max:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:step:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
CapacityRequirements		1:requests:?{@k8s.io.apimachinery.pkg.api.resource.Quantity
Counter		1:value:@k8s.io.apimachinery.pkg.api.resource.Quantity
CounterSet		1:name:string 2:counters:?{@Counter
Device		1:name:string 2:attributes:?{@DeviceAttribute 3:capacity:?{@DeviceCapacity 4:consumesCounters:?[@DeviceCounterConsumption 5:nodeName:*?string 6:nodeSelector:*?@k8s.io.api.core.v1.NodeSelector 7:allNodes:*?bool 8:taints:?[@DeviceTaint 9:bindsToNode:*?bool 10:bindingConditions:?[string 11:bindingFailureConditions:?[string 12:allowMultipleAllocations:*?bool 14:nodeAllocatableResources:?{@NodeAllocatableResource
DeviceAllocationConfiguration		1:source:string 2:requests:?[string 3::@DeviceConfiguration
DeviceAllocationResult		1:results:?[@DeviceRequestAllocationResult 2:config:?[@DeviceAllocationConfiguration
DeviceAttribute		2:int:*?int64 3:bool:*?bool 4:string:*?string 5:version:*?string 6:ints:?[int64 7:bools:?[bool 8:strings:?[string 9:versions:?[string
DeviceCapacity		1:value:@k8s.io.apimachinery.pkg.api.resource.Quantity 2:requestPolicy:*?@CapacityRequestPolicy
DeviceClaim		1:requests:[@DeviceRequest 2:constraints:?[@DeviceConstraint 3:config:?[@DeviceClaimConfiguration
DeviceClaimConfiguration		1:requests:?[string 2::@DeviceConfiguration
DeviceClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@DeviceClassSpec
DeviceClassConfiguration		1::@DeviceConfiguration
DeviceClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@DeviceClass
DeviceClassSpec		1:selectors:?[@DeviceSelector 2:config:?[@DeviceClassConfiguration 4:extendedResourceName:*?string
DeviceConfiguration		1:opaque:*?@OpaqueDeviceConfiguration
DeviceConstraint		1:requests:?[string 2:matchAttribute:*?string 3:distinctAttribute:*?string
DeviceCounterConsumption		1:counterSet:string 2:counters:?{@Counter 3:compatibilityGroups:?[string
DeviceDerivedAttribute		1:name:string 2:expression:string
DeviceRequest		1:name:string 2:exactly:*?@ExactDeviceRequest 3:firstAvailable:?[@DeviceSubRequest
DeviceRequestAllocationResult		1:request:string 2:driver:string 3:pool:string 4:device:string 5:adminAccess:*?bool 6:tolerations:?[@DeviceToleration 7:bindingConditions:?[string 8:bindingFailureConditions:?[string 9:shareID:*?string 10:consumedCapacity:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 11:skipNodeOperations:?[string
DeviceSelector		1:cel:*?@CELDeviceSelector
DeviceSubRequest		1:name:string 2:deviceClassName:string 3:selectors:?[@DeviceSelector 4:allocationMode:?string 5:count:?int64 6:tolerations:?[@DeviceToleration 7:capacity:*?@CapacityRequirements 8:derivedAttributes:?[@DeviceDerivedAttribute
DeviceTaint		1:key:string 2:value:?string 3:effect:string 4:timeAdded:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
DeviceTaintRule	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@DeviceTaintRuleSpec 3:status:?@DeviceTaintRuleStatus
DeviceTaintRuleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@DeviceTaintRule
DeviceTaintRuleSpec		1:deviceSelector:*?@DeviceTaintSelector 2:taint:?@DeviceTaint
DeviceTaintRuleStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
DeviceTaintSelector		2:driver:*?string 3:pool:*?string 4:device:*?string
DeviceToleration		1:key:?string 2:operator:?string 3:value:?string 4:effect:?string 5:tolerationSeconds:*?int64
ExactDeviceRequest		1:deviceClassName:string 2:selectors:?[@DeviceSelector 3:allocationMode:?string 4:count:?int64 5:adminAccess:*?bool 6:tolerations:?[@DeviceToleration 7:capacity:*?@CapacityRequirements 8:derivedAttributes:?[@DeviceDerivedAttribute
NetworkDeviceData		1:interfaceName:?string 2:ips:?[string 3:hardwareAddress:?string
NodeAllocatableMapping		1:capacityKey:*?string 2:capacityMultiplier:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:deviceMultiplier:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
NodeAllocatableOverhead		1:perPod:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 2:perContainer:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
NodeAllocatableResource		3:mapping:*?@NodeAllocatableMapping 4:overhead:*?@NodeAllocatableOverhead
OpaqueDeviceConfiguration		1:driver:string 2:parameters:@k8s.io.apimachinery.pkg.runtime.RawExtension
ResourceClaim	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceClaimSpec 3:status:?@ResourceClaimStatus
ResourceClaimConsumerReference		1:apiGroup:?string 3:resource:string 4:name:string 5:uid:string
ResourceClaimList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceClaim
ResourceClaimSpec		1:devices:@DeviceClaim
ResourceClaimStatus		1:allocation:*?@AllocationResult 2:reservedFor:?[@ResourceClaimConsumerReference 4:devices:?[@AllocatedDeviceStatus
ResourceClaimTemplate	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceClaimTemplateSpec
ResourceClaimTemplateList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceClaimTemplate
ResourceClaimTemplateSpec		1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceClaimSpec
ResourcePool		1:name:string 2:generation:int64 3:resourceSliceCount:int64
ResourceSlice	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceSliceSpec
ResourceSliceList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceSlice
ResourceSliceSpec		1:driver:string 2:pool:@ResourcePool 3:nodeName:*?string 4:nodeSelector:*?@k8s.io.api.core.v1.NodeSelector 5:allNodes:*?bool 6:devices:?[@Device 7:perDeviceNodeSelection:*?bool 8:sharedCounters:?[@CounterSet 9:partitionTypeAttribute:*?string 10:skipNodeOperations:?[string
#resource/v1alpha3	k8s.io.api.resource.v1alpha3	resource.k8s.io
CELDeviceSelector		1:expression:string
DeviceSelector		1:cel:*?@CELDeviceSelector
DeviceTaint		1:key:string 2:value:?string 3:effect:string 4:timeAdded:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
DeviceTaintRule	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@DeviceTaintRuleSpec 3:status:?@DeviceTaintRuleStatus
DeviceTaintRuleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@DeviceTaintRule
DeviceTaintRuleSpec		1:deviceSelector:*?@DeviceTaintSelector 2:taint:?@DeviceTaint
DeviceTaintRuleStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
DeviceTaintSelector		2:driver:*?string 3:pool:*?string 4:device:*?string
PartitionTypeStatus		1:type:?string 2:total:*?int32 3:allocatable:*?int32 4:attribute:?string
PoolStatus		1:driver:?string 2:poolName:?string 3:nodeName:*?string 4:totalDevices:*?int32 5:allocatedDevices:*?int32 6:availableDevices:*?int32 7:unavailableDevices:*?int32 8:resourceSliceCount:*?int32 9:generation:int64 10:validationError:*?string 11:partitionSummary:?[@PartitionTypeStatus 13:shareableSummary:*?@ShareableSummaryStatus
ResourcePoolStatusRequest	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourcePoolStatusRequestSpec 3:status:*?@ResourcePoolStatusRequestStatus
ResourcePoolStatusRequestList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourcePoolStatusRequest
ResourcePoolStatusRequestSpec		1:driver:string 2:poolName:*?string 3:limit:*?int32 4:defaultPartitionTypeAttribute:*?string
ResourcePoolStatusRequestStatus		2:pools:?[@PoolStatus 3:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 6:poolCount:*?int32
ShareableCapacityStatus		1:name:?string 2:total:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:consumed:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 4:available:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
ShareableSummaryStatus		1:fullyAvailableDevices:*?int32 2:partiallyAvailableDevices:*?int32 3:capacity:?[@ShareableCapacityStatus
#resource/v1beta1	k8s.io.api.resource.v1beta1	resource.k8s.io
AllocatedDeviceStatus		1:driver:string 2:pool:string 3:device:string 4:conditions:[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 5:data:*?@k8s.io.apimachinery.pkg.runtime.RawExtension 6:networkData:*?@NetworkDeviceData 7:shareID:*?string
AllocationResult		1:devices:?@DeviceAllocationResult 3:nodeSelector:*?@k8s.io.api.core.v1.NodeSelector 5:allocationTimestamp:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
BasicDevice		1:attributes:?{@DeviceAttribute 2:capacity:?{@DeviceCapacity 3:consumesCounters:?[@DeviceCounterConsumption 4:nodeName:*?string 5:nodeSelector:*?@k8s.io.api.core.v1.NodeSelector 6:allNodes:*?bool 7:taints:?[@DeviceTaint 8:bindsToNode:*?bool 9:bindingConditions:?[string 10:bindingFailureConditions:?[string 11:allowMultipleAllocations:*?bool 14:nodeAllocatableResources:?{@NodeAllocatableResource
CELDeviceSelector		1:expression:string
CapacityRequestPolicy		1:default:*@k8s.io.apimachinery.pkg.api.resource.Quantity 3:validValues:?[@k8s.io.apimachinery.pkg.api.resource.Quantity 4:validRange:*?@CapacityRequestPolicyRange
CapacityRequestPolicyRange		1:min:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 2:max:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:step:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
CapacityRequirements		1:requests:?{@k8s.io.apimachinery.pkg.api.resource.Quantity
Counter		1:value:@k8s.io.apimachinery.pkg.api.resource.Quantity
CounterSet		1:name:string 2:counters:?{@Counter
Device		1:name:string 2:basic:*?@BasicDevice
DeviceAllocationConfiguration		1:source:string 2:requests:?[string 3::@DeviceConfiguration
DeviceAllocationResult		1:results:?[@DeviceRequestAllocationResult 2:config:?[@DeviceAllocationConfiguration
DeviceAttribute		2:int:*?int64 3:bool:*?bool 4:string:*?string 5:version:*?string 6:ints:?[int64 7:bools:?[bool 8:strings:?[string 9:versions:?[string
DeviceCapacity		1:value:@k8s.io.apimachinery.pkg.api.resource.Quantity 2:requestPolicy:*?@CapacityRequestPolicy
DeviceClaim		1:requests:[@DeviceRequest 2:constraints:?[@DeviceConstraint 3:config:?[@DeviceClaimConfiguration
DeviceClaimConfiguration		1:requests:?[string 2::@DeviceConfiguration
DeviceClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@DeviceClassSpec
DeviceClassConfiguration		1::@DeviceConfiguration
DeviceClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@DeviceClass
DeviceClassSpec		1:selectors:?[@DeviceSelector 2:config:?[@DeviceClassConfiguration 4:extendedResourceName:*?string
DeviceConfiguration		1:opaque:*?@OpaqueDeviceConfiguration
DeviceConstraint		1:requests:?[string 2:matchAttribute:*?string 3:distinctAttribute:*?string
DeviceCounterConsumption		1:counterSet:string 2:counters:?{@Counter 3:compatibilityGroups:?[string
DeviceDerivedAttribute		1:name:string 2:expression:string
DeviceRequest		1:name:string 2:deviceClassName:string 3:selectors:?[@DeviceSelector 4:allocationMode:?string 5:count:?int64 6:adminAccess:*?bool 7:firstAvailable:?[@DeviceSubRequest 8:tolerations:?[@DeviceToleration 9:capacity:*?@CapacityRequirements 10:derivedAttributes:?[@DeviceDerivedAttribute
DeviceRequestAllocationResult		1:request:string 2:driver:string 3:pool:string 4:device:string 5:adminAccess:*?bool 6:tolerations:?[@DeviceToleration 7:bindingConditions:?[string 8:bindingFailureConditions:?[string 9:shareID:*?string 10:consumedCapacity:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 11:skipNodeOperations:?[string
DeviceSelector		1:cel:*?@CELDeviceSelector
DeviceSubRequest		1:name:string 2:deviceClassName:string 3:selectors:?[@DeviceSelector 4:allocationMode:?string 5:count:?int64 7:tolerations:?[@DeviceToleration 8:capacity:*?@CapacityRequirements 9:derivedAttributes:?[@DeviceDerivedAttribute
DeviceTaint		1:key:string 2:value:?string 3:effect:string 4:timeAdded:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
DeviceToleration		1:key:?string 2:operator:?string 3:value:?string 4:effect:?string 5:tolerationSeconds:*?int64
NetworkDeviceData		1:interfaceName:?string 2:ips:?[string 3:hardwareAddress:?string
NodeAllocatableMapping		1:capacityKey:*?string 2:capacityMultiplier:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:deviceMultiplier:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
NodeAllocatableOverhead		1:perPod:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 2:perContainer:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
NodeAllocatableResource		3:mapping:*?@NodeAllocatableMapping 4:overhead:*?@NodeAllocatableOverhead
OpaqueDeviceConfiguration		1:driver:string 2:parameters:@k8s.io.apimachinery.pkg.runtime.RawExtension
ResourceClaim	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceClaimSpec 3:status:?@ResourceClaimStatus
ResourceClaimConsumerReference		1:apiGroup:?string 3:resource:string 4:name:string 5:uid:string
ResourceClaimList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceClaim
ResourceClaimSpec		1:devices:@DeviceClaim
ResourceClaimStatus		1:allocation:*?@AllocationResult 2:reservedFor:?[@ResourceClaimConsumerReference 4:devices:?[@AllocatedDeviceStatus
ResourceClaimTemplate	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceClaimTemplateSpec
ResourceClaimTemplateList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceClaimTemplate
ResourceClaimTemplateSpec		1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceClaimSpec
ResourcePool		1:name:string 2:generation:int64 3:resourceSliceCount:int64
ResourceSlice	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceSliceSpec
ResourceSliceList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceSlice
ResourceSliceSpec		1:driver:string 2:pool:@ResourcePool 3:nodeName:?string 4:nodeSelector:*?@k8s.io.api.core.v1.NodeSelector 5:allNodes:?bool 6:devices:?[@Device 7:perDeviceNodeSelection:*?bool 8:sharedCounters:?[@CounterSet 9:partitionTypeAttribute:*?string 10:skipNodeOperations:?[string
#resource/v1beta2	k8s.io.api.resource.v1beta2	resource.k8s.io
AllocatedDeviceStatus		1:driver:string 2:pool:string 3:device:string 4:conditions:[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 5:data:*?@k8s.io.apimachinery.pkg.runtime.RawExtension 6:networkData:*?@NetworkDeviceData 7:shareID:*?string
AllocationResult		1:devices:?@DeviceAllocationResult 3:nodeSelector:*?@k8s.io.api.core.v1.NodeSelector 5:allocationTimestamp:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
CELDeviceSelector		1:expression:string
CapacityRequestPolicy		1:default:*@k8s.io.apimachinery.pkg.api.resource.Quantity 3:validValues:?[@k8s.io.apimachinery.pkg.api.resource.Quantity 4:validRange:*?@CapacityRequestPolicyRange
CapacityRequestPolicyRange		1:min:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 2:max:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:step:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
CapacityRequirements		1:requests:?{@k8s.io.apimachinery.pkg.api.resource.Quantity
Counter		1:value:@k8s.io.apimachinery.pkg.api.resource.Quantity
CounterSet		1:name:string 2:counters:?{@Counter
Device		1:name:string 2:attributes:?{@DeviceAttribute 3:capacity:?{@DeviceCapacity 4:consumesCounters:?[@DeviceCounterConsumption 5:nodeName:*?string 6:nodeSelector:*?@k8s.io.api.core.v1.NodeSelector 7:allNodes:*?bool 8:taints:?[@DeviceTaint 9:bindsToNode:*?bool 10:bindingConditions:?[string 11:bindingFailureConditions:?[string 12:allowMultipleAllocations:*?bool 14:nodeAllocatableResources:?{@NodeAllocatableResource
DeviceAllocationConfiguration		1:source:string 2:requests:?[string 3::@DeviceConfiguration
DeviceAllocationResult		1:results:?[@DeviceRequestAllocationResult 2:config:?[@DeviceAllocationConfiguration
DeviceAttribute		2:int:*?int64 3:bool:*?bool 4:string:*?string 5:version:*?string 6:ints:?[int64 7:bools:?[bool 8:strings:?[string 9:versions:?[string
DeviceCapacity		1:value:@k8s.io.apimachinery.pkg.api.resource.Quantity 2:requestPolicy:*?@CapacityRequestPolicy
DeviceClaim		1:requests:[@DeviceRequest 2:constraints:?[@DeviceConstraint 3:config:?[@DeviceClaimConfiguration
DeviceClaimConfiguration		1:requests:?[string 2::@DeviceConfiguration
DeviceClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@DeviceClassSpec
DeviceClassConfiguration		1::@DeviceConfiguration
DeviceClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@DeviceClass
DeviceClassSpec		1:selectors:?[@DeviceSelector 2:config:?[@DeviceClassConfiguration 4:extendedResourceName:*?string
DeviceConfiguration		1:opaque:*?@OpaqueDeviceConfiguration
DeviceConstraint		1:requests:?[string 2:matchAttribute:*?string 3:distinctAttribute:*?string
DeviceCounterConsumption		1:counterSet:string 2:counters:?{@Counter 3:compatibilityGroups:?[string
DeviceDerivedAttribute		1:name:string 2:expression:string
DeviceRequest		1:name:string 2:exactly:*?@ExactDeviceRequest 3:firstAvailable:?[@DeviceSubRequest
DeviceRequestAllocationResult		1:request:string 2:driver:string 3:pool:string 4:device:string 5:adminAccess:*?bool 6:tolerations:?[@DeviceToleration 7:bindingConditions:?[string 8:bindingFailureConditions:?[string 9:shareID:*?string 10:consumedCapacity:?{@k8s.io.apimachinery.pkg.api.resource.Quantity 11:skipNodeOperations:?[string
DeviceSelector		1:cel:*?@CELDeviceSelector
DeviceSubRequest		1:name:string 2:deviceClassName:string 3:selectors:?[@DeviceSelector 4:allocationMode:?string 5:count:?int64 6:tolerations:?[@DeviceToleration 7:capacity:*?@CapacityRequirements 8:derivedAttributes:?[@DeviceDerivedAttribute
DeviceTaint		1:key:string 2:value:?string 3:effect:string 4:timeAdded:*?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
DeviceTaintRule	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@DeviceTaintRuleSpec 3:status:?@DeviceTaintRuleStatus
DeviceTaintRuleList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@DeviceTaintRule
DeviceTaintRuleSpec		1:deviceSelector:*?@DeviceTaintSelector 2:taint:?@DeviceTaint
DeviceTaintRuleStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
DeviceTaintSelector		2:driver:*?string 3:pool:*?string 4:device:*?string
DeviceToleration		1:key:?string 2:operator:?string 3:value:?string 4:effect:?string 5:tolerationSeconds:*?int64
ExactDeviceRequest		1:deviceClassName:string 2:selectors:?[@DeviceSelector 3:allocationMode:?string 4:count:?int64 5:adminAccess:*?bool 6:tolerations:?[@DeviceToleration 7:capacity:*?@CapacityRequirements 8:derivedAttributes:?[@DeviceDerivedAttribute
NetworkDeviceData		1:interfaceName:?string 2:ips:?[string 3:hardwareAddress:?string
NodeAllocatableMapping		1:capacityKey:*?string 2:capacityMultiplier:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 3:deviceMultiplier:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
NodeAllocatableOverhead		1:perPod:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 2:perContainer:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
NodeAllocatableResource		3:mapping:*?@NodeAllocatableMapping 4:overhead:*?@NodeAllocatableOverhead
OpaqueDeviceConfiguration		1:driver:string 2:parameters:@k8s.io.apimachinery.pkg.runtime.RawExtension
ResourceClaim	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceClaimSpec 3:status:?@ResourceClaimStatus
ResourceClaimConsumerReference		1:apiGroup:?string 3:resource:string 4:name:string 5:uid:string
ResourceClaimList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceClaim
ResourceClaimSpec		1:devices:@DeviceClaim
ResourceClaimStatus		1:allocation:*?@AllocationResult 2:reservedFor:?[@ResourceClaimConsumerReference 4:devices:?[@AllocatedDeviceStatus
ResourceClaimTemplate	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceClaimTemplateSpec
ResourceClaimTemplateList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceClaimTemplate
ResourceClaimTemplateSpec		1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceClaimSpec
ResourcePool		1:name:string 2:generation:int64 3:resourceSliceCount:int64
ResourceSlice	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@ResourceSliceSpec
ResourceSliceList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@ResourceSlice
ResourceSliceSpec		1:driver:string 2:pool:@ResourcePool 3:nodeName:*?string 4:nodeSelector:*?@k8s.io.api.core.v1.NodeSelector 5:allNodes:*?bool 6:devices:?[@Device 7:perDeviceNodeSelection:*?bool 8:sharedCounters:?[@CounterSet 9:partitionTypeAttribute:*?string 10:skipNodeOperations:?[string
#scheduling/v1	k8s.io.api.scheduling.v1	scheduling.k8s.io
PriorityClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:value:int32 3:globalDefault:?bool 4:description:?string 5:preemptionPolicy:*?string
PriorityClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PriorityClass
#scheduling/v1alpha3	k8s.io.api.scheduling.v1alpha3	scheduling.k8s.io
AllCompositeDisruptionMode		
AllDisruptionMode		
BasicSchedulingPolicy		
CompositeBasicSchedulingPolicy		
CompositeDisruptionMode		1:single:*?@SingleCompositeDisruptionMode 2:all:*?@AllCompositeDisruptionMode
CompositeGangSchedulingPolicy		1:minGroupCount:int32
CompositePodGroup	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@CompositePodGroupSpec 3:status:?@CompositePodGroupStatus
CompositePodGroupList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CompositePodGroup
CompositePodGroupSchedulingConstraints		1:topology:?[@TopologyConstraint
CompositePodGroupSchedulingPolicy		1:basic:*?@CompositeBasicSchedulingPolicy 2:gang:*?@CompositeGangSchedulingPolicy
CompositePodGroupSpec		1:parentCompositePodGroupName:*?string 2:workloadRef:*@WorkloadReference 3:schedulingPolicy:@CompositePodGroupSchedulingPolicy 4:schedulingConstraints:*?@CompositePodGroupSchedulingConstraints 5:disruptionMode:*?@CompositeDisruptionMode 6:priorityClassName:?string 7:priority:*?int32 8:preemptionPolicy:*?string
CompositePodGroupStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition
CompositePodGroupTemplate		1:name:string 2:schedulingPolicy:@CompositePodGroupSchedulingPolicy 3:schedulingConstraints:*?@CompositePodGroupSchedulingConstraints 4:disruptionMode:*?@CompositeDisruptionMode 5:priorityClassName:?string 6:priority:*?int32 7:preemptionPolicy:*?string 8:podGroupTemplates:?[@PodGroupTemplate 9:compositePodGroupTemplates:?[@CompositePodGroupTemplate
DisruptionMode		1:single:*?@SingleDisruptionMode 2:all:*?@AllDisruptionMode
GangSchedulingPolicy		1:minCount:int32
PodGroup	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@PodGroupSpec 3:status:?@PodGroupStatus
PodGroupList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PodGroup
PodGroupResourceClaim		1:name:string 2:resourceClaimName:*?string 3:resourceClaimTemplateName:*?string
PodGroupResourceClaimStatus		1:name:string 2:resourceClaimName:*?string
PodGroupSchedulingConstraints		1:topology:?[@TopologyConstraint
PodGroupSchedulingPolicy		1:basic:*?@BasicSchedulingPolicy 2:gang:*?@GangSchedulingPolicy
PodGroupSpec		1:parentCompositePodGroupName:*?string 2:workloadRef:*?@WorkloadReference 3:schedulingPolicy:@PodGroupSchedulingPolicy 4:schedulingConstraints:*?@PodGroupSchedulingConstraints 5:resourceClaims:?[@PodGroupResourceClaim 6:disruptionMode:*?@DisruptionMode 7:priorityClassName:?string 8:priority:*?int32 9:preemptionPolicy:*?string
PodGroupStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 2:resourceClaimStatuses:?[@PodGroupResourceClaimStatus
PodGroupTemplate		1:name:string 2:schedulingPolicy:@PodGroupSchedulingPolicy 3:schedulingConstraints:*@PodGroupSchedulingConstraints 4:resourceClaims:?[@PodGroupResourceClaim 5:disruptionMode:*?@DisruptionMode 6:priorityClassName:?string 7:priority:*?int32 8:preemptionPolicy:*?string
SingleCompositeDisruptionMode		
SingleDisruptionMode		
TopologyConstraint		1:key:string
TypedLocalObjectReference		1:apiGroup:?string 2:kind:string 3:name:string
Workload	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@WorkloadSpec
WorkloadCompositePodGroupAllDisruptionMode		
WorkloadCompositePodGroupBasicSchedulingPolicy		
WorkloadCompositePodGroupDisruptionMode		1:single:*?@WorkloadCompositePodGroupSingleDisruptionMode 2:all:*?@WorkloadCompositePodGroupAllDisruptionMode
WorkloadCompositePodGroupGangSchedulingPolicy		1:minGroupCount:*?int32
WorkloadCompositePodGroupSchedulingConstraints		1:topology:?[@TopologyConstraint
WorkloadCompositePodGroupSchedulingPolicy		1:basic:*?@WorkloadCompositePodGroupBasicSchedulingPolicy 2:gang:*?@WorkloadCompositePodGroupGangSchedulingPolicy
WorkloadCompositePodGroupSingleDisruptionMode		
WorkloadList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Workload
WorkloadPodGroupAllDisruptionMode		
WorkloadPodGroupBasicSchedulingPolicy		
WorkloadPodGroupDisruptionMode		1:single:*?@WorkloadPodGroupSingleDisruptionMode 2:all:*?@WorkloadPodGroupAllDisruptionMode
WorkloadPodGroupGangSchedulingPolicy		1:minCount:*?int32
WorkloadPodGroupResourceClaim		1:name:string 2:resourceClaimName:*?string 3:resourceClaimTemplateName:*?string
WorkloadPodGroupSchedulingConstraints		1:topology:?[@TopologyConstraint
WorkloadPodGroupSchedulingPolicy		1:basic:*?@WorkloadPodGroupBasicSchedulingPolicy 2:gang:*?@WorkloadPodGroupGangSchedulingPolicy
WorkloadPodGroupSingleDisruptionMode		
WorkloadReference		1:workloadName:string 2:templateName:string
WorkloadSpec		1:controllerRef:*?@TypedLocalObjectReference 2:podGroupTemplates:[@PodGroupTemplate 3:compositePodGroupTemplates:?[@CompositePodGroupTemplate
#scheduling/v1beta1	k8s.io.api.scheduling.v1beta1	scheduling.k8s.io
AllCompositeDisruptionMode		
AllDisruptionMode		
BasicSchedulingPolicy		
CompositeBasicSchedulingPolicy		
CompositeDisruptionMode		1:single:*?@SingleCompositeDisruptionMode 2:all:*?@AllCompositeDisruptionMode
CompositeGangSchedulingPolicy		1:minGroupCount:int32
CompositePodGroupSchedulingConstraints		1:topology:?[@TopologyConstraint
CompositePodGroupSchedulingPolicy		1:basic:*?@CompositeBasicSchedulingPolicy 2:gang:*?@CompositeGangSchedulingPolicy
CompositePodGroupTemplate		1:name:string 2:schedulingPolicy:@CompositePodGroupSchedulingPolicy 3:schedulingConstraints:*?@CompositePodGroupSchedulingConstraints 4:disruptionMode:*?@CompositeDisruptionMode 5:priorityClassName:?string 6:priority:*?int32 7:preemptionPolicy:*?string 8:podGroupTemplates:?[@PodGroupTemplate 9:compositePodGroupTemplates:?[@CompositePodGroupTemplate
DisruptionMode		1:single:*?@SingleDisruptionMode 2:all:*?@AllDisruptionMode
GangSchedulingPolicy		1:minCount:int32
PodGroup	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@PodGroupSpec 3:status:?@PodGroupStatus
PodGroupList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PodGroup
PodGroupResourceClaim		1:name:string 2:resourceClaimName:*?string 3:resourceClaimTemplateName:*?string
PodGroupResourceClaimStatus		1:name:string 2:resourceClaimName:*?string
PodGroupSchedulingConstraints		1:topology:?[@TopologyConstraint
PodGroupSchedulingPolicy		1:basic:*?@BasicSchedulingPolicy 2:gang:*?@GangSchedulingPolicy
PodGroupSpec		1:parentCompositePodGroupName:*?string 2:workloadRef:*?@WorkloadReference 3:schedulingPolicy:@PodGroupSchedulingPolicy 4:schedulingConstraints:*?@PodGroupSchedulingConstraints 5:resourceClaims:?[@PodGroupResourceClaim 6:disruptionMode:*?@DisruptionMode 7:priorityClassName:?string 8:priority:*?int32 9:preemptionPolicy:*?string
PodGroupStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 2:resourceClaimStatuses:?[@PodGroupResourceClaimStatus
PodGroupTemplate		1:name:string 2:schedulingPolicy:@PodGroupSchedulingPolicy 3:schedulingConstraints:*@PodGroupSchedulingConstraints 4:resourceClaims:?[@PodGroupResourceClaim 5:disruptionMode:*?@DisruptionMode 6:priorityClassName:?string 7:priority:*?int32 8:preemptionPolicy:*?string
PriorityClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:value:int32 3:globalDefault:?bool 4:description:?string 5:preemptionPolicy:*?string
PriorityClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@PriorityClass
SingleCompositeDisruptionMode		
SingleDisruptionMode		
TopologyConstraint		1:key:string
TypedLocalObjectReference		1:apiGroup:?string 2:kind:string 3:name:string
Workload	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@WorkloadSpec
WorkloadList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@Workload
WorkloadReference		1:workloadName:string 2:templateName:string
WorkloadSpec		1:controllerRef:*?@TypedLocalObjectReference 2:podGroupTemplates:[@PodGroupTemplate 3:compositePodGroupTemplates:?[@CompositePodGroupTemplate
#storage/v1	k8s.io.api.storage.v1	storage.k8s.io
CSIDriver	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@CSIDriverSpec
CSIDriverList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CSIDriver
CSIDriverSpec		1:attachRequired:*?bool 2:podInfoOnMount:*?bool 3:volumeLifecycleModes:?[string 4:storageCapacity:*?bool 5:fsGroupPolicy:*?string 6:tokenRequests:?[@TokenRequest 7:requiresRepublish:*?bool 8:seLinuxMount:*?bool 9:nodeAllocatableUpdatePeriodSeconds:*?int64 10:serviceAccountTokenInSecrets:*?bool 11:preventPodSchedulingIfMissing:*?bool
CSINode	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@CSINodeSpec 3:status:?@CSINodeStatus
CSINodeDriver		1:name:string 2:nodeID:string 3:topologyKeys:[string 4:allocatable:*?@VolumeNodeResources
CSINodeList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CSINode
CSINodeSpec		1:drivers:[@CSINodeDriver
CSINodeStatus		1:storageHealth:?[@StorageHealth
CSIStorageCapacity	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:nodeTopology:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:storageClassName:string 4:capacity:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 5:maximumVolumeSize:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
CSIStorageCapacityList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CSIStorageCapacity
StorageClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:provisioner:string 3:parameters:?{string 4:reclaimPolicy:*?string 5:mountOptions:?[string 6:allowVolumeExpansion:*?bool 7:volumeBindingMode:*?string 8:allowedTopologies:?[@k8s.io.api.core.v1.TopologySelectorTerm
StorageClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@StorageClass
StorageHealth		1:name:string 2:healthConditions:?[@StorageHealthCondition
StorageHealthCondition		1:status:string 2:reason:string 3:message:?string 4:accessMode:*?string 5:volumeMode:*?string 6:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
TokenRequest		1:audience:string 2:expirationSeconds:*?int64
VolumeAttachment	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@VolumeAttachmentSpec 3:status:?@VolumeAttachmentStatus
VolumeAttachmentList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@VolumeAttachment
VolumeAttachmentSource		1:persistentVolumeName:*?string 2:inlineVolumeSpec:*?@k8s.io.api.core.v1.PersistentVolumeSpec
VolumeAttachmentSpec		1:attacher:string 2:source:@VolumeAttachmentSource 3:nodeName:string
VolumeAttachmentStatus		1:attached:bool 2:attachmentMetadata:?{string 3:attachError:*?@VolumeError 4:detachError:*?@VolumeError
VolumeAttributesClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:driverName:string 3:parameters:?{string
VolumeAttributesClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@VolumeAttributesClass
VolumeError		1:time:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 2:message:?string 3:errorCode:*?int32
VolumeNodeResources		1:count:*?int32
#storage/v1alpha1	k8s.io.api.storage.v1alpha1	storage.k8s.io
CSIStorageCapacity	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:nodeTopology:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:storageClassName:string 4:capacity:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 5:maximumVolumeSize:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
CSIStorageCapacityList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CSIStorageCapacity
VolumeAttachment	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@VolumeAttachmentSpec 3:status:?@VolumeAttachmentStatus
VolumeAttachmentList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@VolumeAttachment
VolumeAttachmentSource		1:persistentVolumeName:*?string 2:inlineVolumeSpec:*?@k8s.io.api.core.v1.PersistentVolumeSpec
VolumeAttachmentSpec		1:attacher:string 2:source:@VolumeAttachmentSource 3:nodeName:string
VolumeAttachmentStatus		1:attached:bool 2:attachmentMetadata:?{string 3:attachError:*?@VolumeError 4:detachError:*?@VolumeError
VolumeAttributesClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:driverName:string 3:parameters:?{string
VolumeAttributesClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@VolumeAttributesClass
VolumeError		1:time:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 2:message:?string 3:errorCode:*?int32
#storage/v1beta1	k8s.io.api.storage.v1beta1	storage.k8s.io
CSIDriver	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@CSIDriverSpec
CSIDriverList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CSIDriver
CSIDriverSpec		1:attachRequired:*?bool 2:podInfoOnMount:*?bool 3:volumeLifecycleModes:?[string 4:storageCapacity:*?bool 5:fsGroupPolicy:*?string 6:tokenRequests:?[@TokenRequest 7:requiresRepublish:*?bool 8:seLinuxMount:*?bool 9:nodeAllocatableUpdatePeriodSeconds:*?int64 10:serviceAccountTokenInSecrets:*?bool 11:preventPodSchedulingIfMissing:*?bool
CSINode	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@CSINodeSpec 3:status:?@CSINodeStatus
CSINodeDriver		1:name:string 2:nodeID:string 3:topologyKeys:[string 4:allocatable:*?@VolumeNodeResources
CSINodeList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CSINode
CSINodeSpec		1:drivers:[@CSINodeDriver
CSINodeStatus		1:storageHealth:?[@StorageHealth
CSIStorageCapacity	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:nodeTopology:*?@k8s.io.apimachinery.pkg.apis.meta.v1.LabelSelector 3:storageClassName:string 4:capacity:*?@k8s.io.apimachinery.pkg.api.resource.Quantity 5:maximumVolumeSize:*?@k8s.io.apimachinery.pkg.api.resource.Quantity
CSIStorageCapacityList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@CSIStorageCapacity
StorageClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:provisioner:string 3:parameters:?{string 4:reclaimPolicy:*?string 5:mountOptions:?[string 6:allowVolumeExpansion:*?bool 7:volumeBindingMode:*?string 8:allowedTopologies:?[@k8s.io.api.core.v1.TopologySelectorTerm
StorageClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@StorageClass
StorageHealth		1:name:string 2:healthConditions:?[@StorageHealthCondition
StorageHealthCondition		1:status:string 2:reason:string 3:message:?string 4:accessMode:*?string 5:volumeMode:*?string 6:lastTransitionTime:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time
TokenRequest		1:audience:string 2:expirationSeconds:*?int64
VolumeAttachment	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:@VolumeAttachmentSpec 3:status:?@VolumeAttachmentStatus
VolumeAttachmentList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@VolumeAttachment
VolumeAttachmentSource		1:persistentVolumeName:*?string 2:inlineVolumeSpec:*?@k8s.io.api.core.v1.PersistentVolumeSpec
VolumeAttachmentSpec		1:attacher:string 2:source:@VolumeAttachmentSource 3:nodeName:string
VolumeAttachmentStatus		1:attached:bool 2:attachmentMetadata:?{string 3:attachError:*?@VolumeError 4:detachError:*?@VolumeError
VolumeAttributesClass	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:driverName:string 3:parameters:?{string
VolumeAttributesClassList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@VolumeAttributesClass
VolumeError		1:time:?@k8s.io.apimachinery.pkg.apis.meta.v1.Time 2:message:?string 3:errorCode:*?int32
VolumeNodeResources		1:count:*?int32
#storagemigration/v1	k8s.io.api.storagemigration.v1	storagemigration.k8s.io
StorageVersionMigration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@StorageVersionMigrationSpec 3:status:?@StorageVersionMigrationStatus
StorageVersionMigrationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@StorageVersionMigration
StorageVersionMigrationSpec		1:resource:@k8s.io.apimachinery.pkg.apis.meta.v1.GroupResource
StorageVersionMigrationStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 2:resourceVersion:?string
#storagemigration/v1beta1	k8s.io.api.storagemigration.v1beta1	storagemigration.k8s.io
StorageVersionMigration	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ObjectMeta 2:spec:?@StorageVersionMigrationSpec 3:status:?@StorageVersionMigrationStatus
StorageVersionMigrationList	k	1:metadata:?@k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta 2:items:[@StorageVersionMigration
StorageVersionMigrationSpec		1:resource:@k8s.io.apimachinery.pkg.apis.meta.v1.GroupResource
StorageVersionMigrationStatus		1:conditions:?[@k8s.io.apimachinery.pkg.apis.meta.v1.Condition 2:resourceVersion:?string`;
