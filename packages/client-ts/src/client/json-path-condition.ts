import { type KubeObject, parseJsonPath } from "../meta/index.ts";
import { present } from "./conditions.ts";

/**
 * The JSONPath gives this value; without a value, it is enough that it gives one: as `kubectl wait
 * --for=jsonpath='{.status.phase}'=Running`.
 */
export function jsonPath(
  template: string,
  value?: string,
): <S extends KubeObject>(object: S | undefined) => object is S {
  const path = parseJsonPath(template, { allowMissingKeys: true });
  return present(
    (object) => {
      const found = path.find(object).flat();
      if (value === undefined) return found.some((one) => one !== null && one !== undefined && one !== "");
      return found.length === 1 && String(found[0]) === value;
    },
    `the JSONPath ${template} ${value === undefined ? "to give a value" : `to give ${JSON.stringify(value)}`}`,
  );
}
