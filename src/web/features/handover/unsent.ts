import type { HandoverCodeInput, HandoverConfirmationInput } from '#contract/handover.ts';
import { type Api, ApiError } from '../../api.ts';

/** What a side did. */
export type Proof = { kind: 'code'; body: HandoverCodeInput } | { kind: 'confirmation'; body: HandoverConfirmationInput };

const PREFIX = 'handover:';
const keyOf = (orderId: string): string => PREFIX + orderId;

/** The orders with something on this device that the shop doesn't have. */
export function findUnsent(): string[] {
  try {
    return Object.keys(window.localStorage).flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  } catch {
    return [];
  }
}

/** What is stored on this device until the shop has it; null when there is nothing. */
export function readUnsent(orderId: string): Proof | null {
  try {
    // Only ever written below.
    return JSON.parse(window.localStorage.getItem(keyOf(orderId)) ?? 'null') as Proof | null;
  } catch {
    return null;
  }
}

export function storeUnsent(orderId: string, proof: Proof | null): void {
  try {
    if (proof) window.localStorage.setItem(keyOf(orderId), JSON.stringify(proof));
    else window.localStorage.removeItem(keyOf(orderId));
  } catch {
    // Storage is full or blocked: it is sent while this page is open.
  }
}

/** `unsent`: the shop couldn't be reached, or asks to wait, as `refusal` says. `refused`: it never will be accepted. */
export type Sending = { outcome: 'sent' } | { outcome: 'unsent'; refusal: string | null } | { outcome: 'refused'; error: ApiError };

/** Sends what a side did. */
export async function sendProof(api: Api, orderId: string, proof: Proof): Promise<Sending> {
  const params = { orderId };
  try {
    if (proof.kind === 'code') await api.call('POST /orders/:orderId/handover/code', { params, body: proof.body });
    else await api.call('POST /orders/:orderId/handover/confirmation', { params, body: proof.body });
    return { outcome: 'sent' };
  } catch (error) {
    if (error instanceof ApiError && !isWorthAnotherTry(error)) return { outcome: 'refused', error };
    return { outcome: 'unsent', refusal: error instanceof ApiError && error.status === 429 ? error.message : null };
  }
}

/** Sends what a side did and then what they do meanwhile, which is stored. Returns what became of the last, and what is left of it. */
export async function sendInTurn(api: Api, orderId: string, proof: Proof): Promise<Sending & { left: Proof | null }> {
  const sending = await sendProof(api, orderId, proof);
  const left = sending.outcome === 'unsent' ? asOffline(proof) : null;
  if (!isStored(orderId, proof)) {
    const next = readUnsent(orderId);
    if (next) return sendInTurn(api, orderId, next);
  }
  storeUnsent(orderId, left);
  return { ...sending, left };
}

/** Whether this is still what is stored, and not something that was done since. */
export function isStored(orderId: string, proof: Proof): boolean {
  return JSON.stringify(readUnsent(orderId)) === JSON.stringify(asOffline(proof));
}

/** Whatever is sent later was made without a connection. */
export function asOffline(proof: Proof): Proof {
  return proof.kind === 'code' ? { ...proof, body: { ...proof.body, offline: true } } : { ...proof, body: { ...proof.body, offline: true } };
}

/** A session that ended, a request that came in too slowly, too early or too often. */
const FOR_NOW = [401, 408, 425, 429];

/** No reply, a failure of the shop's, or a refusal for now: once that is mended, it is accepted. */
const isWorthAnotherTry = ({ status }: ApiError): boolean => status === 0 || status >= 500 || FOR_NOW.includes(status);
