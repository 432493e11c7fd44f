import { expect, test } from 'vitest';
import { createOrder } from './in-order.ts';

test('Runs tasks in their order, also after one that fails', async () => {
  const inOrder = createOrder();
  const done: string[] = [];
  let finish = (): void => undefined;
  const slow = inOrder(() => new Promise<void>((resolve) => (finish = resolve)).then(() => done.push('slow')));
  const failing = inOrder(() => Promise.reject(new Error('Offline')));
  const quick = inOrder(() => Promise.resolve(done.push('quick')));
  await Promise.resolve();
  expect(done).toEqual([]);
  finish();
  await expect(failing).rejects.toThrow('Offline');
  await Promise.all([slow, quick]);
  expect(done).toEqual(['slow', 'quick']);
});
