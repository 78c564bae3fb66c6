/**
 * Memory for the bytes of many objects, outside of the JavaScript heap: the garbage collector has nothing to look at.
 * Objects are laid one behind the other into slabs. Bytes stay valid while a caller holds an entry: a slab's memory
 * is used again only when the last entry that lies in it has been collected. A store counts the live bytes of each slab
 * and moves the objects that are left in one that is mostly unused.
 */

const smallest = 64 << 10;
const largest = 4 << 20;

/**
 * Memory of slabs that are no longer reachable, at most eight. Fresh memory must be paged in by the kernel, which costs
 * more than filling it.
 */
export class SlabPool {
  readonly #free: Buffer[] = [];

  /** Keeps the memory for a slab to come, unless there is enough of it. */
  give(bytes: Buffer): void {
    if (this.#free.length < 8) this.#free.push(bytes);
  }

  take(): Buffer | undefined {
    return this.#free.pop();
  }
}

const pool = new SlabPool();
const returned = new FinalizationRegistry<Buffer>((bytes) => pool.give(bytes));

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
  readonly residents: SlabResident[] = [];

  constructor(size: number) {
    this.bytes = (size === largest ? pool.take() : undefined) ?? Buffer.allocUnsafeSlow(size);
    if (size === largest) returned.register(this, this.bytes);
  }
}

/** An object whose bytes are in a slab and can be moved to another slab. */
export interface SlabResident {
  /** The slab in which the bytes lie now. */
  readonly slab: Slab;
  /** Whether a store holds it. */
  readonly held: boolean;
  /** Copies the bytes elsewhere. */
  moveTo(arena: SlabArena): void;
}

/**
 * Hands out memory from slabs that double from 64 KiB to 4 MiB, so that little is wasted on few objects. What is large
 * gets a slab of its own.
 */
export class SlabArena {
  #current: Slab | undefined;
  #size = smallest;

  /** A slab with `length` bytes free from `used` on; the caller writes there and moves `used`. */
  reserve(length: number): Slab {
    const current = this.#current;
    if (current !== undefined && current.bytes.length - current.used >= length) return current;
    if (length > this.#size >> 2) {
      if (this.#size < largest && length <= largest >> 2) {
        while (length > this.#size >> 2) this.#size *= 2;
      } else {
        const own = new Slab(length);
        own.sealed = true;
        return own;
      }
    }
    this.seal();
    const slab = new Slab(this.#size);
    this.#size = Math.min(largest, this.#size * 2);
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
  for (const resident of slab.residents.splice(0)) {
    if (!resident.held || resident.slab !== slab) continue;
    resident.moveTo(arena);
    targets.add(resident.slab);
  }
  return targets;
}
