/** A body that was received for a visit, and how many replies had exactly this one. */
export type Seen = { visit: number; times: number; encoding: string; body: Buffer };

/** How a reply comes: its head, and its body in the pieces received. */
type Received = { head: string; pieces: Buffer[] };

export type Witness = { note(visit: number, received: Received): void; seen(): Seen[] };

const ENCODING = /\r\ncontent-encoding: *(\w+)/iu;
/** Of all bodies stored for a row. */
const MOST_BYTES = 96_000_000;

/**
 * Stores bodies to be checked after the measurement, since checking takes longer than replying. Of visits that repeat, each different body is stored
 * once, and all others compared with those; of those that don't, every `every`th body is, while there is room.
 */
export function createWitness({ repeats, every }: { repeats: boolean; every: number }): Witness {
  const stored = new Map<number, Seen[]>();
  let bytes = 0;
  let noted = 0;
  return {
    note(visit, { head, pieces }) {
      const known = stored.get(visit) ?? [];
      const same = known.find(({ body }) => isSame(body, pieces));
      if (same) {
        same.times += 1;
        return;
      }
      noted += 1;
      if (bytes > MOST_BYTES || (!repeats && noted % every !== 0)) return;
      const body = Buffer.concat(pieces);
      bytes += body.length;
      stored.set(visit, [...known, { visit, times: 1, encoding: ENCODING.exec(head)?.[1] ?? 'identity', body }]);
    },
    seen: () => [...stored.values()].flat(),
  };
}

function isSame(body: Buffer, pieces: Buffer[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    if (!piece.equals(body.subarray(at, at + piece.length))) return false;
    at += piece.length;
  }
  return at === body.length;
}
