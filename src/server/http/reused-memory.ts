import type { ServerResponse } from 'node:http';

/** Takes memory for a body of at most this many bytes; its contents are whatever was in it before. */
export type Allocate = (bytes: number) => Buffer;

export type ReusedMemory = {
  /** For one reply, which is over when the response closes. Nothing may refer to the memory afterwards. */
  allocateFor(response: ServerResponse): Allocate;
};

/** In bytes; most replies fit the smallest. Larger bodies than the largest get memory of their own. */
const SIZES = [32_768, 131_072, 524_288];
/** How many of each size are stored: a client that reads slowly occupies one until its reply is sent. */
const MOST_FREE = 16;

/**
 * Memory for bodies that are sent once, used again when a reply is over. Memory outside of the heap makes V8 collect all garbage after every few
 * megabytes: without this, seven times a second at full load, which takes a quarter of the time.
 */
export function createReusedMemory(): ReusedMemory {
  const free = SIZES.map((): Buffer[] => []);
  return {
    allocateFor(response: ServerResponse): Allocate {
      return (bytes) => {
        const at = SIZES.findIndex((size) => bytes <= size);
        const unused = free[at];
        if (unused === undefined) return Buffer.allocUnsafeSlow(bytes);
        const memory = unused.pop() ?? Buffer.allocUnsafeSlow(SIZES[at] ?? bytes);
        response.once('close', () => {
          if (unused.length < MOST_FREE) unused.push(memory);
        });
        return memory;
      };
    },
  };
}
