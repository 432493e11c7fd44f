import { expect, test } from 'vitest';
import type { Api } from '../../api.ts';
import { ApiError } from '../../api.ts';
import { type Proof, sendProof } from './unsent.ts';

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
