import { useQuery } from '@tanstack/react-query';
import { type Roles, rolesOptions } from '../features/accounts/queries.ts';
import { unreadOptions } from '../features/conversations/queries.ts';
import { newsOptions } from '../features/notifications/queries.ts';
import { useApp } from '../use-app.tsx';
import { BarEntries, type BarEntry, MESSAGES, ORDERS, SELL, SHOPPING, UPDATES } from './bar-entries.tsx';

const SALES: BarEntry = { to: '/dashboard/mySales', text: 'Sales', icon: 'banknote' };
const REVIEW: BarEntry = { to: '/dashboard/reviewQueue', text: 'Review', icon: 'scan-search' };
const PAYMENTS: BarEntry = { to: '/dashboard/payments', text: 'Payments', icon: 'credit-card' };

/** The bottom bar of someone logged in: by role, and with how many messages and notifications are new. */
export function OwnBarEntries({ email }: { email: string }) {
  const { api } = useApp();
  const roles = useQuery(rolesOptions(api, email)).data;
  const news = useQuery(newsOptions(api)).data ?? 0;
  const unread = useQuery(unreadOptions(api)).data ?? 0;
  // Updates are one tap from messages.
  const inbox = roles?.isAdmin ? { ...UPDATES, news } : { ...MESSAGES, news: news + unread };
  return <BarEntries entries={[...SHOPPING, ...entriesFor(roles), inbox]} />;
}

function entriesFor(roles: Roles | undefined): BarEntry[] {
  if (roles?.isAdmin) return [REVIEW, PAYMENTS];
  return [SELL, roles?.isSeller ? SALES : ORDERS];
}
