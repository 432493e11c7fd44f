/** A code is valid for this long; clocks may be one step apart. */
export const CODE_STEP_SECONDS = 30;
export const CODE_DIGITS = 6;
/** Of each MAC, this many bytes are sent: 128 bits. */
const MAC_BYTES = 16;

export type CodeOf = { orderId: string; direction: 'handover' | 'return' };

/** The step that a moment (epoch ms) belongs to. */
export function stepAt(at: number): number {
  return Math.floor(at / 1000 / CODE_STEP_SECONDS);
}

/** The digits of a step: a time-based one-time password as RFC 6238 defines it, with HMAC-SHA-256. */
export async function digitsAt(secret: Uint8Array<ArrayBuffer>, step: number, length: number = CODE_DIGITS): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const hash = new DataView((await hmac(secret, counter.buffer)).buffer);
  const offset = hash.getUint8(hash.byteLength - 1) & 0xf;
  return String((hash.getUint32(offset) & 0x7fffffff) % 10 ** length).padStart(length, '0');
}

/** What the QR code of a step proves: that it was made from the order's secret, for this order, direction and step. */
export function macOfCode(secret: Uint8Array<ArrayBuffer>, { orderId, direction, step }: CodeOf & { step: number }): Promise<string> {
  return macOf(secret, `code\n${direction}\n${orderId}\n${step}`);
}

/** What a confirmation proves: that the page which shows the code made it, at this moment (epoch ms) by its clock. */
export function macOfConfirmation(secret: Uint8Array<ArrayBuffer>, { orderId, direction, madeAt }: CodeOf & { madeAt: number }): Promise<string> {
  return macOf(secret, `confirmation\n${direction}\n${orderId}\n${madeAt}`);
}

async function macOf(secret: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  return toBase64Url((await hmac(secret, new TextEncoder().encode(text))).slice(0, MAC_BYTES));
}

async function hmac(secret: Uint8Array<ArrayBuffer>, message: BufferSource): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

/** The address in a QR code. The code is behind the `#`, which browsers send to no server. */
export function toCodeAddress(origin: string, { orderId, direction, step, mac }: ScannedCode): string {
  return `${origin}/dashboard/orders/${encodeURIComponent(orderId)}#${direction}.${step}.${mac}`;
}

export type ScannedCode = CodeOf & { step: number; mac: string };

/** Reads a scanned address; null for any other text. */
export function readCodeAddress(text: string): ScannedCode | null {
  const [, id = '', direction, step, mac] = ADDRESS.exec(text.slice(0, MAX_ADDRESS)) ?? [];
  if (direction === undefined || mac === undefined) return null;
  return { orderId: id, direction: direction === 'return' ? 'return' : 'handover', step: Number(step), mac };
}

const MAX_ADDRESS = 500;
const ADDRESS = /\/dashboard\/orders\/([\w-]{1,64})#(handover|return)\.(\d{1,12})\.([\w-]{22})$/u;
