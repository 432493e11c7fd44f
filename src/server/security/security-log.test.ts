import { expect, test } from 'vitest';
import { createSecurityLog, type SecurityEvent } from './security-log.ts';

test('Writes at most three hundred lines in a burst, and reports later how many were left out', () => {
  let now = 0;
  const log = createSecurityLog(() => now);
  const written: SecurityEvent[] = [];
  log.note({ event: 'refused' });
  log.listen((event) => void written.push(event));
  for (let number = 0; number < 1000; number += 1) log.note({ event: 'refused', status: 429 });
  expect(written.length).toBe(299);
  now += 60_000;
  log.note({ event: 'signed_in', account: 'somebody' });
  expect(written.at(-1)).toMatchObject({ event: 'signed_in', account: 'somebody', leftOut: 701 });
});
