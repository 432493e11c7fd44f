import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { groupNotifications } from './group-notifications.ts';

const about = (_id: string, path: string, at: string): Notification => ({
  ...{ _id, path, kind: 'order_paid', subject: '', text: '', at, read: false },
});
const idsOf = (list: Notification[]) => groupNotifications(list).map(({ latest, earlier }) => [latest, ...earlier].map(({ _id }) => _id).join(''));

test('Notifications about the same order within a day are one group, in the place of the latest, whatever came between', () => {
  const list = [
    about('6', '/orders/a', '2026-01-03T12:00:00.000Z'),
    about('5', '/orders/b', '2026-01-03T11:00:00.000Z'),
    about('4', '/orders/a', '2026-01-03T10:00:00.000Z'),
    about('3', '/orders/a', '2026-01-02T12:00:00.000Z'),
    about('2', '/orders/a', '2026-01-02T11:59:59.000Z'),
    about('1', '/orders/b', '2026-01-01T10:00:00.000Z'),
  ];
  expect(idsOf(list)).toEqual(['643', '5', '2', '1']);
  expect(groupNotifications([])).toEqual([]);
});

test('Notifications that lead to a page about many things each stand on their own', () => {
  const list = ['/dashboard/decisions', '/dashboard/decisions', '/dashboard/mySales', '/dashboard/mySales', '/phones', '/phones'].map((path, index) =>
    about(String(index), path, '2026-01-03T12:00:00.000Z'),
  );
  expect(idsOf(list)).toEqual(['0', '1', '2', '3', '4', '5']);
});
