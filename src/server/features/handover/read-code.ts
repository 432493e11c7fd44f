import { timingSafeEqual } from 'node:crypto';
import type { HandoverCodeInput, HandoverConfirmationInput } from '#contract/handover.ts';
import { type CodeOf, digitsAt, macOfCode, macOfConfirmation, stepAt } from '#contract/handover-code.ts';
import type { HandoverKeys } from '../../security/handover-keys.ts';
import type { Refusal } from './rules.ts';

/** How many steps back a typed code is recognized as an expired one: ten minutes. */
const RECOGNIZED_STEPS = 20;

/** The step that a code was shown in, or why it is none of this order's. */
export type ReadCode = { how: 'scanned' | 'typed'; step: number } | { how: 'scanned' | 'typed'; why: Exclude<Refusal['why'], 'paused'> };

/** Finds out which step's code was scanned or typed; without a connection, at the moment that the device says. */
export async function readCode(keys: HandoverKeys, { orderId, input, now }: { orderId: string; input: HandoverCodeInput; now: number }): Promise<ReadCode> {
  const { code, direction, offline, madeAt } = input;
  const of = { orderId, direction };
  if (code.how === 'typed') return readDigits(keys.of(of), code.digits, { now, madeAt: offline ? Math.min(madeAt, now) : now });
  if (code.orderId !== orderId) return { how: 'scanned', why: 'other_order' };
  const mac = await macOfCode(keys.of(of), { ...of, step: code.step });
  return isEqual(mac, code.mac) ? { how: 'scanned', step: code.step } : { how: 'scanned', why: 'forged' };
}

async function readDigits(secret: Uint8Array<ArrayBuffer>, digits: string, { now, madeAt }: { now: number; madeAt: number }): Promise<ReadCode> {
  const accepted = [...new Set([...around(stepAt(now)), ...around(stepAt(madeAt))])];
  for (const step of accepted) if (isEqual(await digitsAt(secret, step), digits)) return { how: 'typed', step };
  for (let back = 2; back <= RECOGNIZED_STEPS; back += 1)
    if (isEqual(await digitsAt(secret, stepAt(now) - back), digits)) return { how: 'typed', why: 'expired' };
  return { how: 'typed', why: 'wrong' };
}

/** Clocks may be a step apart, and typing takes a while. */
const around = (step: number): number[] => [step, step - 1, step + 1];

/** Whether a confirmation was made by a page that has the order's secret. */
export async function isGenuine(keys: HandoverKeys, of: CodeOf, { madeAt, mac }: HandoverConfirmationInput): Promise<boolean> {
  return isEqual(await macOfConfirmation(keys.of(of), { ...of, madeAt }), mac);
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
