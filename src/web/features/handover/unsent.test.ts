import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '../../api.ts';
import { ApiError } from '../../api.ts';
import { asOffline, type Proof, readUnsent, sendInTurn, sendProof, storeUnsent } from './unsent.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const PROOF: Proof = {
  kind: 'code',
  body: { direction: 'handover', code: { how: 'typed', digits: '123456' }, madeAt: 1, offline: true },
};

test.each([
  [0, 'unsent'],
  [401, 'unsent'],
  [408, 'unsent'],
  [425, 'unsent'],
  [429, 'unsent'],
  [500, 'unsent'],
  [503, 'unsent'],
  [404, 'refused'],
  [409, 'refused'],
  [422, 'refused'],
] as const)('After an answer of %s, what a side did at a meeting is %s', async (status, outcome) => {
  // Only what `sendProof` calls.
  const api = { call: () => Promise.reject(new ApiError(status, { message: 'No.', code: 'too_many' })) } as unknown as Api;
  expect((await sendProof(api, 'an order', PROOF)).outcome).toBe(outcome);
});

const LATER: Proof = { kind: 'code', body: { direction: 'handover', code: { how: 'typed', digits: '654321' }, madeAt: 2, offline: false } };

/** What is sent; while the first is under way, something else is done. */
async function sendBoth(statuses: number[]) {
  const sent: unknown[] = [];
  const call = async (_: string, { body }: { body: unknown }) => {
    if (sent.push(body) === 1) storeUnsent('an order', asOffline(LATER));
    const status = statuses[sent.length - 1] ?? 200;
    if (status !== 200) throw new ApiError(status, { message: 'No.', code: 'too_many' });
  };
  storeUnsent('an order', PROOF);
  // Only what `sendProof` calls.
  const { outcome } = await sendInTurn({ call } as unknown as Api, 'an order', PROOF);
  return { sent, outcome };
}

test.each([200, 422, 0])('What is done while another is being sent, which gets %s, is sent next', async (status) => {
  expect(await sendBoth([status, 200])).toEqual({ sent: [PROOF.body, asOffline(LATER).body], outcome: 'sent' });
  expect(readUnsent('an order')).toBeNull();
});

test('What is done while another is being sent stays stored without a connection', async () => {
  expect((await sendBoth([0, 0])).outcome).toBe('unsent');
  expect(readUnsent('an order')).toEqual(asOffline(LATER));
});
