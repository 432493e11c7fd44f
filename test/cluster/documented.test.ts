import { describe, expect, test } from 'vitest';
import { readDocumented, readVariables } from './documented.ts';
import { createJournal, longestGap, type Read, type Write } from './load/journal.ts';
import { findUnclear } from './load/report.ts';

describe('The handbook’s page about clusters', () => {
  test('Shows a file as it is, with an address of this machine instead of the handbook’s', () => {
    const text = readDocumented('/etc/patroni/config.yml', { 'name: NAME': 'name: db2', ADDRESS: '10.0.0.12' });
    expect(text).toContain('name: db2');
    expect(text).toContain('synchronous_mode_strict: true');
    expect(text).not.toMatch(/NAME|ADDRESS|```/u);
  });

  test('Complains about a text that the page no longer has, and about a file that it doesn’t show', () => {
    expect(() => readDocumented('.env', { 'a port that it never had': '1' })).toThrow('has no a port that it never had');
    expect(() => readDocumented('/etc/motd')).toThrow('shows no /etc/motd');
  });

  test('Gives the shop both databases, and a pooler that can’t keep prepared statements', () => {
    expect(readVariables(readDocumented('.env'))).toEqual({
      DATABASE_URL: 'postgres://redial:change-me-3@127.0.0.1:6432/redial',
      DATABASE_REPLICA_URL: 'postgres://redial:change-me-3@127.0.0.1:6432/replica',
      DATABASE_PREPARE: 'false',
    });
  });
});

describe('What people noticed', () => {
  const call = (kind: Read | Write, endedAt: number, status: number | null, hasRetryAfter = false) => ({
    kind,
    sentAt: endedAt,
    endedAt,
    status,
    hasRetryAfter,
    text: '',
  });

  test('The longest time without a success counts from the last one before the fault to the end', () => {
    const journal = createJournal();
    journal.calls.push(call('messages', 90, 201), call('messages', 105, 503), call('bookings', 140, 201), call('list', 110, 200));
    expect(longestGap(journal, ['messages', 'bookings'], { since: 100, until: 160 })).toBe(50);
    expect(longestGap(journal, ['messages'], { since: 100, until: 160 })).toBe(70);
    expect(longestGap(journal, ['search'], { since: 100, until: 160 })).toBe(60);
  });

  test('Only a 503 that says when to try again is clear, besides a proxy’s word that a shop is gone', () => {
    const journal = createJournal();
    journal.calls.push(call('list', 1, 503, true), call('list', 2, 502), call('list', 3, null), call('list', 4, 409), call('list', 5, 200));
    expect(findUnclear(journal)).toEqual([]);
    journal.calls.push(call('list', 6, 503), call('search', 7, 500));
    expect(findUnclear(journal)).toEqual(['list: 503 ', 'search: 500 ']);
  });
});
