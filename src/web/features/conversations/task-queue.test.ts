import { expect, test, vi } from 'vitest';
import { createTaskQueue } from './task-queue.ts';

test('Runs tasks in their order, also after one that fails', async () => {
  const enqueue = createTaskQueue();
  const done: string[] = [];
  let finish = (): void => undefined;
  const slow = enqueue(() => new Promise<void>((resolve) => (finish = resolve)).then(() => done.push('slow')));
  const failing = enqueue(() => Promise.reject(new Error('Offline')));
  const quick = enqueue(() => Promise.resolve(done.push('quick')));
  await Promise.resolve();
  expect(done).toEqual([]);
  finish();
  await expect(failing).rejects.toThrow('Offline');
  await Promise.all([slow, quick]);
  expect(done).toEqual(['slow', 'quick']);
});

test('A task that never ends holds up the next for ten seconds only', async () => {
  vi.useFakeTimers();
  try {
    const enqueue = createTaskQueue();
    const done: string[] = [];
    void enqueue(() => new Promise(() => {}));
    const next = enqueue(async () => done.push('next'));
    await vi.advanceTimersByTimeAsync(9900);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    await next;
    expect(done).toEqual(['next']);
  } finally {
    vi.useRealTimers();
  }
});
