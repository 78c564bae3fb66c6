/**
 * Memory for the bytes of many objects, outside of the JavaScript heap: the garbage collector has nothing to look at. Objects are laid one
 * behind the other into slabs. A slab is never written to twice, so bytes stay true for whoever still holds an entry; it goes when the last
 * entry that lies in it has gone. Who keeps entries counts the live bytes of each slab and moves the survivors of one that is mostly dead.
 */

/** One piece of memory, and how much of it is in use. */
export class Slab {
  readonly bytes: Buffer;
  /** How far it is written. */
  used = 0;
  /** How many of the written bytes belong to entries that a store holds. */
  live = 0;
  /** Nothing more will be written. */
  sealed = false;
  /** Entries that a store took since the slab began, some of them gone again. */
  readonly tenants: Tenant[] = [];

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size);
  }
}

/** Somebody whose bytes lie in a slab and can be moved to another. */
export interface Tenant {
  /** The slab in which the bytes lie now. */
  readonly slab: Slab;
  /** Whether a store holds it. */
  readonly held: boolean;
  /** Copies the bytes elsewhere. */
  moveTo(arena: SlabArena): void;
}

const smallest = 64 << 10;
const largest = 4 << 20;

/** Hands out memory from slabs that grow from 64 KiB to 4 MiB, so that a small cache stays small. What is larger gets a slab of its own. */
export class SlabArena {
  #current: Slab | undefined;
  #size = smallest;

  /** A slab with `length` bytes free from `used` on; the caller writes there and moves `used`. */
  reserve(length: number): Slab {
    const current = this.#current;
    if (current !== undefined && current.bytes.length - current.used >= length) return current;
    if (length > this.#size >> 2) {
      if (this.#size < largest && length <= largest >> 2) {
        while (length > this.#size >> 2) this.#size *= 4;
      } else {
        const own = new Slab(length);
        own.sealed = true;
        return own;
      }
    }
    this.seal();
    const slab = new Slab(this.#size);
    this.#size = Math.min(largest, this.#size * 4);
    this.#current = slab;
    return slab;
  }

  /** Ends the current slab; the next object begins a new one. */
  seal(): void {
    if (this.#current !== undefined) this.#current.sealed = true;
    this.#current = undefined;
  }
}

/** Whether less than half of a finished slab is live, so that moving the rest frees more than it costs. */
export function isSparse(slab: Slab): boolean {
  return slab.sealed && slab.live * 2 < slab.used;
}

/** Moves everything live out of a slab; says into which slabs. Costs at most one copy of half a slab. */
export function evacuate(slab: Slab, arena: SlabArena): Set<Slab> {
  const targets = new Set<Slab>();
  for (const tenant of slab.tenants.splice(0)) {
    if (!tenant.held || tenant.slab !== slab) continue;
    tenant.moveTo(arena);
    targets.add(tenant.slab);
  }
  return targets;
}
