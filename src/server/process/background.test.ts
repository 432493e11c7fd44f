import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTestApp } from '#test/support/app.ts';
import { releaseLeases, takeLeases } from '../db/leases.ts';
import { startBackground } from './background.ts';
import { LEASE_MS } from './leases.ts';

/** A little longer than processes wait until they try again to take over. */
const TAKEN_OVER_MS = 2500;

test('A process that stops begins no work, even if another’s lease becomes free meanwhile', async () => {
  const shop = await createTestApp();
  const { db } = shop.services;
  const now = shop.clock.now();
  await takeLeases(db, ['reminders'], { holder: 'another process', now, until: now + LEASE_MS });
  const worked: string[] = [];
  const metrics = { ...shop.services.metrics, worked: (name: string) => void worked.push(name) };
  const last = Promise.withResolvers<void>();
  const slow = { name: 'slow', start: () => ({ stop: () => last.promise }) };
  const background = startBackground(shop.app, { ...shop.services, metrics, isAlone: false, background: [slow] });
  await expect.poll(() => worked, { timeout: 5000 }).toContain('holds');

  const stopped = background.stop();
  await releaseLeases(db, ['reminders'], 'another process');
  await wait(TAKEN_OVER_MS);
  last.resolve();
  await stopped;
  expect(worked).not.toContain('reminders');
  await shop.close();
});
