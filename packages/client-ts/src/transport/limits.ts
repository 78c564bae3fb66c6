/** How much of a body we take, in bytes after decompression, so that a server cannot fill our memory. */
export interface SizeLimits {
  /** Of an answer that is not a success; more is cut off. Default 64 KiB. */
  readonly errorBytes: number;
  /** Of one object or another small answer. Default 16 MiB. */
  readonly objectBytes: number;
  /** Of one page of a list. Default 256 MiB. */
  readonly listBytes: number;
  /** Of one event of a watch. Default 16 MiB. */
  readonly eventBytes: number;
}

/** The default limits. */
export const defaultLimits: SizeLimits = {
  errorBytes: 64 * 1024,
  objectBytes: 16 * 1024 * 1024,
  listBytes: 256 * 1024 * 1024,
  eventBytes: 16 * 1024 * 1024,
};
