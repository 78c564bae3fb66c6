/** Work queues: keys handed to workers in order, once at a time, later, or slower. Useful alone. */
export {
  RateLimitingQueue,
  DelayingQueue,
  WorkQueue,
  PriorityQueue,
  BucketRateLimiter,
  ItemExponentialFailureRateLimiter,
  ItemFastSlowRateLimiter,
  MaxOfRateLimiter,
  WithMaxWaitRateLimiter,
  defaultControllerRateLimiter,
  defaultItemBasedRateLimiter,
  lowPriority,
  parallelizeUntil,
} from "../workqueue/index.ts";
export type {
  RateLimitingQueueOptions,
  DelayingQueueOptions,
  WorkQueueOptions,
  PriorityQueueOptions,
  RateLimiter,
  Taken,
} from "../workqueue/index.ts";
