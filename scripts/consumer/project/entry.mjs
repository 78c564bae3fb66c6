// What esbuild bundles: the main entry, a group, an informer factory. Loading it must be enough to run it.
import { connect, isNotFound } from "client-ts";
import { Pod } from "client-ts/api/core/v1";
import { newSharedInformerFactory } from "client-ts/informers";

if (
  typeof connect !== "function" ||
  typeof isNotFound !== "function" ||
  Pod.plural !== "pods" ||
  typeof newSharedInformerFactory !== "function"
) {
  throw new Error("the bundle lost something");
}
console.log("works");
