import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';

/** Generates the same id each time for the same name and time, so that an existing row is not created again. */
export function demoId(name: string, moment: number): string {
  const digest = createHash('sha256').update(name).digest();
  return uuid({ msecs: moment, random: new Uint8Array(digest.subarray(0, 16)), seq: digest.readUInt32BE(16) });
}
