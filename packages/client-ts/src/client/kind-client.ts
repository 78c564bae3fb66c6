import type { KubeObject, Resource, ResourceTraits } from "../meta/index.ts";
import type { ClientContext } from "./client-context.ts";
import { KindCalls, type ObjectForm } from "./kind-calls.ts";
import type { OpenClient } from "./resource-types.ts";

/** The client of one kind, with its descriptor and its namespace; what `client.resource(Pod, { namespace })` makes. */
export class KindClient<T extends KubeObject, R extends ResourceTraits>
  extends KindCalls<T>
  implements OpenClient<T, R>
{
  readonly resource: Resource<T, R>;
  readonly namespace: string | undefined;

  constructor(context: ClientContext, resource: Resource<T, R>, namespace: string | undefined, form?: ObjectForm<T>) {
    super(context, resource, namespace, form);
    this.resource = resource;
    this.namespace = namespace;
  }
}
