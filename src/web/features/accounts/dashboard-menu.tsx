import { useQuery } from '@tanstack/react-query';
import type { SignedInIdentity } from '../../ports/identity.ts';
import { NavLink } from '../../router/index.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { useApp } from '../../use-app.tsx';
import type { Roles } from './queries.ts';
import { sellingSinceOptions } from './start-selling.ts';

type Entry = { to: string; text: string; icon: IconName };

const SELLER: Entry[] = [
  { to: '/dashboard/addAProducts', text: 'Add A Product', icon: 'package-plus' },
  { to: '/dashboard/myProducts', text: 'My Products', icon: 'package' },
  { to: '/dashboard/importProducts', text: 'Import And Export', icon: 'file-spreadsheet' },
  { to: '/dashboard/mySales', text: 'My Sales', icon: 'banknote' },
];
const ADMIN: Entry[] = [
  { to: '/dashboard/find', text: 'Find', icon: 'search' },
  { to: '/dashboard/allSellers', text: 'All Sellers', icon: 'store' },
  { to: '/dashboard/allBuyers', text: 'All Buyers', icon: 'users' },
  { to: '/dashboard/reportedItems', text: 'Reported Items', icon: 'flag' },
  { to: '/dashboard/reportedReviews', text: 'Reported Reviews', icon: 'message-square-exclamation-point' },
  { to: '/dashboard/reportedConversations', text: 'Reported Messages', icon: 'messages-square' },
  { to: '/dashboard/reviewQueue', text: 'Review Queue', icon: 'scan-search' },
  { to: '/dashboard/problems', text: 'Problems', icon: 'scale' },
  { to: '/dashboard/payments', text: 'Payments', icon: 'credit-card' },
  { to: '/dashboard/disputes', text: 'Disputes', icon: 'landmark' },
  { to: '/dashboard/removedItems', text: 'Removed Items', icon: 'rotate-ccw' },
  { to: '/dashboard/lostPhones', text: 'Lost Phones', icon: 'search-x' },
  { to: '/dashboard/operations', text: 'Operations', icon: 'activity' },
  { to: '/dashboard/auditLog', text: 'Audit Log', icon: 'scroll-text' },
  { to: '/dashboard/shopSettings', text: 'Shop Settings', icon: 'sliders-horizontal' },
];
/** For sellers who signed up as buyers. */
const PURCHASES: Entry = { to: '/dashboard/myPurchases', text: 'My Purchases', icon: 'clipboard-list' };
const BUYER: Entry[] = [{ to: '/dashboard/myOrders', text: 'My Orders', icon: 'clipboard-list' }];

/** Shows who is signed in and where they can go. */
export function DashboardMenu({ identity, roles }: { identity: SignedInIdentity; roles: Roles }) {
  const { api } = useApp();
  const { data: since = null } = useQuery({ ...sellingSinceOptions(api), enabled: roles.isSeller && !roles.isAdmin });
  return (
    <div className="grid gap-1">
      <nav aria-label="Dashboard" className="grid content-start gap-6">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar name={identity.displayName} picture={identity.photoURL} className="size-14" />
          <div className="min-w-0">
            <p className="truncate font-semibold">{identity.displayName ?? 'Not Defined'}</p>
            <p className="truncate text-sm text-muted">{identity.email}</p>
          </div>
        </div>
        <ul className="grid gap-1">
          <MenuEntry to="/dashboard" text="Dashboard" icon="layout-dashboard" />
          {[...entriesFor(roles), ...(since === null ? [] : [PURCHASES])].map((entry) => (
            <MenuEntry key={entry.to} {...entry} />
          ))}
        </ul>
      </nav>
      <ul>
        <MenuEntry to="/dashboard/messages" text="Messages" icon="message-circle" />
        <MenuEntry to="/dashboard/updates" text="Updates" icon="bell" />
        <MenuEntry to="/saved" text="Saved Phones" icon="heart" />
        <MenuEntry to="/dashboard/searches" text="Saved Searches" icon="bell-ring" />
        <MenuEntry to="/help" text="Help" icon="life-buoy" />
      </ul>
    </div>
  );
}

function MenuEntry({ to, text, icon }: Entry) {
  return (
    <li>
      <NavLink
        to={to}
        className={({ isActive }) =>
          classNames('flex min-h-11 items-center gap-3 rounded-xl px-3 font-medium', isActive ? 'bg-accent-soft text-accent' : 'hover:bg-sunken')
        }
      >
        <Icon name={icon} className="size-5" />
        {text}
      </NavLink>
    </li>
  );
}

function entriesFor({ isAdmin, isSeller }: Roles): Entry[] {
  if (!isAdmin && !isSeller) return BUYER;
  return [...(isSeller ? SELLER : []), ...(isAdmin ? ADMIN : [])];
}
