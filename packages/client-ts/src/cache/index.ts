/** The informer and its parts: queues, reflector, controller, shared informer, listers. */
export type { DeletedFinalStateUnknown, Delta, Deltas, DeltaType, KeyFunc, ObjectDelta } from "./delta.ts";
export { FifoClosedError, isDeletedFinalStateUnknown, newest, oldest, RequeueError } from "./delta.ts";
export type { KnownObjects, Process, Queue, ReflectorStore } from "./queue.ts";
export type { OrderedFifoOptions, ProcessBatch } from "./ordered-fifo.ts";
export { OrderedFifo } from "./ordered-fifo.ts";
export type { DeltaFIFOOptions } from "./delta-fifo.ts";
export { DeltaFIFO } from "./delta-fifo.ts";
export type { FIFOOptions } from "./fifo.ts";
export { FIFO } from "./fifo.ts";
export type { HeapOptions } from "./heap.ts";
export { Heap } from "./heap.ts";
export { AsyncTracker, Lazy, SingleFileTracker } from "./sync-track.ts";
