import { expect, test, vi } from 'vitest';
import { createRegistry } from './registry.ts';

test('A gauge that fails or never answers hides no other', async () => {
  vi.useFakeTimers();
  const registry = createRegistry();
  registry.gauge('waiting', 'Never answers.', () => new Promise(() => {}));
  registry.gauge('failing', 'Fails.', () => Promise.reject(new Error('no database')));
  registry.gauge('present', 'Answers.', () => 7);
  const text = registry.text();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await text).toBe('# HELP present Answers.\n# TYPE present gauge\npresent 7\n');
  vi.useRealTimers();
});
