import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { groupNotifications } from './group-notifications.ts';

const about = (_id: string, path: string): Notification => ({
  ...{ _id, path, kind: 'order_paid', subject: '', text: '', at: '2026-01-01T00:00:00.000Z', read: false },
});

test('Notifications in a row about the same order are one group, and nothing changes places', () => {
  const list = [about('5', '/a'), about('4', '/a'), about('3', '/b'), about('2', '/a'), about('1', '/a')];
  const groups = groupNotifications(list);
  expect(groups.map(({ latest, earlier }) => [latest, ...earlier].map(({ _id }) => _id).join(''))).toEqual(['54', '3', '21']);
  expect(groupNotifications([])).toEqual([]);
});
