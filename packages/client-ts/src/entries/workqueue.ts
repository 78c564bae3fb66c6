/** Work queues: keys handed to workers in order, once at a time, later, or slower. Useful alone. */
export {
  newRateLimitingQueue,
  newDelayingQueue,
  newWorkQueue,
  newPriorityQueue,
  newBucketRateLimiter,
  newItemExponentialFailureRateLimiter,
  newItemFastSlowRateLimiter,
  newMaxOfRateLimiter,
  newWithMaxWaitRateLimiter,
  defaultControllerRateLimiter,
  defaultItemBasedRateLimiter,
  lowPriority,
  parallelizeUntil,
} from "../workqueue/index.ts";
export type {
  RateLimitingQueue,
  RateLimitingQueueOptions,
  DelayingQueue,
  WorkQueue,
  PriorityQueue,
  RateLimiter,
  Taken,
} from "../workqueue/index.ts";
