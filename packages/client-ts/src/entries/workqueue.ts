/** Work queues: plain, delaying, rate-limiting and by priority. A key is with one worker at a time. Useful alone. */
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
