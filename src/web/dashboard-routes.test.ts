import { expect, test } from 'vitest';
import { dashboardFrame, dashboardPages } from './dashboard-routes.ts';
import type { Access } from './session/guard.tsx';

test.each<[Access, paths: string]>([
  ['public', ''],
  ['signed-in', '/ updates searches notificationSettings messages messages/:id decisions lostPhone myData security orders/:id receipt/:id payment/:id'],
  ['buyer', 'myOrders'],
  ['seller', 'myPurchases addAProducts myProducts edit/:id interest/:id importProducts statements mySales'],
  [
    'admin',
    'allSellers allBuyers reportedItems reportedReviews reportedConversations reviewQueue removedItems lostPhones operations shopSettings auditLog problems problems/:id find people/:id adminOrders/:id payments disputes',
  ],
])('The dashboard’s pages that are %s are these and no others', (access, paths) => {
  const found = dashboardPages.filter((page) => page.access === access).map(({ path }) => path.replace(/^\/dashboard\/?/u, '') || '/');
  expect(found.join(' ')).toBe(paths);
});

test('The dashboard itself is for people who are logged in', () => {
  expect(dashboardFrame.access).toBe('signed-in');
});
