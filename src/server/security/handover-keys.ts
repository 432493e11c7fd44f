import { createHmac } from 'node:crypto';
import type { CodeOf } from '#contract/handover-code.ts';

const SECRET_BYTES = 20;

export type HandoverKeys = {
  /** The 160-bit secret that the codes of an order and direction are made from. */
  of(code: CodeOf): Uint8Array<ArrayBuffer>;
};

/** Derived, and not stored: a copy of the database alone makes no codes. `secret` serves this purpose only. */
export function createHandoverKeys(secret: string): HandoverKeys {
  return {
    of({ orderId, direction }) {
      return new Uint8Array(createHmac('sha256', secret).update(`${direction}\n${orderId}`).digest()).slice(0, SECRET_BYTES);
    },
  };
}
