import type { Core } from "./core.ts";
import { field } from "./objects.ts";
import { priorityLevels, storedObjects } from "./flow-control.ts";

/** How many requests the real server works on at once by default, over all priority levels. */
const seats = 600;

/**
 * What `/metrics` shows: how many objects there are of each resource, and the seats of each priority level. The real
 * server has many more.
 */
export function metricsText(core: Core): string {
  const objects = [...core.storage.collections.values()]
    .filter(({ name }) => core.table.preferred(name) !== undefined)
    .map(({ name, records }) => `apiserver_storage_objects{resource="${name}"} ${records.size}`);
  const levels = storedObjects(core, priorityLevels).map((level) => {
    const type = field(level, "spec", "type") === "Exempt" ? "exempt" : "limited";
    const shares = field(level, "spec", type, "nominalConcurrencyShares");
    return { name: level.metadata.name ?? "", shares: typeof shares === "number" ? shares : defaultShares[type] };
  });
  const all = levels.reduce((sum, { shares }) => sum + shares, 0);
  const limits = levels.map(
    ({ name, shares }) =>
      `apiserver_flowcontrol_nominal_limit_seats{priority_level="${name}"} ${Math.ceil((seats * shares) / all) || 0}`,
  );
  return [
    "# HELP apiserver_flowcontrol_nominal_limit_seats Nominal number of execution seats of each priority level",
    "# TYPE apiserver_flowcontrol_nominal_limit_seats gauge",
    ...limits.sort(),
    "# HELP apiserver_storage_objects Number of stored objects by resource",
    "# TYPE apiserver_storage_objects gauge",
    ...objects.sort(),
    "",
  ].join("\n");
}

const defaultShares = { exempt: 0, limited: 30 };
