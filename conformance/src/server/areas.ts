import { admission } from "./scenarios/admission.ts";
import { apply } from "./scenarios/apply.ts";
import { crud } from "./scenarios/crud.ts";
import { conditions } from "./scenarios/conditions.ts";
import { custom } from "./scenarios/custom.ts";
import { deletion } from "./scenarios/deletion.ts";
import { events } from "./scenarios/events.ts";
import { foreign } from "./scenarios/foreign.ts";
import { kinds } from "./scenarios/kinds.ts";
import { limits } from "./scenarios/limits.ts";
import { lists } from "./scenarios/lists.ts";
import { malformed } from "./scenarios/malformed.ts";
import { mutatingPolicies } from "./scenarios/mutating-policies.ts";
import { namespaces } from "./scenarios/namespaces.ts";
import { patches } from "./scenarios/patches.ts";
import { policies } from "./scenarios/policies.ts";
import { protobuf } from "./scenarios/protobuf.ts";
import { random } from "./scenarios/random.ts";
import { refusals } from "./scenarios/refusals.ts";
import { rules } from "./scenarios/rules.ts";
import { subresources } from "./scenarios/subresources.ts";
import { surface } from "./scenarios/surface.ts";
import { tokens } from "./scenarios/tokens.ts";
import { validation } from "./scenarios/validation.ts";
import { views } from "./scenarios/views.ts";
import { watch } from "./scenarios/watch.ts";
import { rbac } from "./scenarios/rbac.ts";
import type { Scenario } from "./stage.ts";

/** Every scenario, by area. An area has a namespace and a recording of its own. */
export const areas: Readonly<Record<string, readonly Scenario[]>> = {
  crud,
  validation,
  deletion,
  namespaces,
  lists,
  watch,
  patches,
  apply,
  custom,
  conditions,
  views,
  malformed,
  kinds,
  limits,
  protobuf,
  foreign,
  random,
  rbac,
  rules,
  events,
  subresources,
  admission,
  surface,
  refusals,
  tokens,
  policies,
  "mutating-policies": mutatingPolicies,
};
