import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';

/** An id of the shop's own kind that is the same each time for the same name and moment: a row that is there already is not made again. */
export function demoId(name: string, moment: number): string {
  const digest = createHash('sha256').update(name).digest();
  return uuid({ msecs: moment, random: new Uint8Array(digest.subarray(0, 16)), seq: digest.readUInt32BE(16) });
}
