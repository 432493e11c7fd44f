import {
  Activity,
  Banknote,
  Bell,
  BellRing,
  ClipboardList,
  CreditCard,
  FileSpreadsheet,
  Flag,
  Heart,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  MessageCircle,
  MessageSquareWarning,
  MessagesSquare,
  Package,
  PackagePlus,
  RotateCcw,
  Scale,
  ScanSearch,
  ScrollText,
  Search,
  SearchX,
  SlidersHorizontal,
  Store,
  Users,
} from 'lucide-react';
import type { SignedInIdentity } from '../../ports/identity.ts';
import { NavLink } from '../../router/index.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { Roles } from './queries.ts';

type Entry = { to: string; text: string; Icon: LucideIcon };

const SELLER: Entry[] = [
  { to: '/dashboard/addAProducts', text: 'Add A Product', Icon: PackagePlus },
  { to: '/dashboard/myProducts', text: 'My Products', Icon: Package },
  { to: '/dashboard/importProducts', text: 'Import And Export', Icon: FileSpreadsheet },
  { to: '/dashboard/mySales', text: 'My Sales', Icon: Banknote },
];
const ADMIN: Entry[] = [
  { to: '/dashboard/find', text: 'Find', Icon: Search },
  { to: '/dashboard/allSellers', text: 'All Sellers', Icon: Store },
  { to: '/dashboard/allBuyers', text: 'All Buyers', Icon: Users },
  { to: '/dashboard/reportedItems', text: 'Reported Items', Icon: Flag },
  { to: '/dashboard/reportedReviews', text: 'Reported Reviews', Icon: MessageSquareWarning },
  { to: '/dashboard/reportedConversations', text: 'Reported Messages', Icon: MessagesSquare },
  { to: '/dashboard/reviewQueue', text: 'Review Queue', Icon: ScanSearch },
  { to: '/dashboard/problems', text: 'Problems', Icon: Scale },
  { to: '/dashboard/payments', text: 'Payments', Icon: CreditCard },
  { to: '/dashboard/disputes', text: 'Disputes', Icon: Landmark },
  { to: '/dashboard/removedItems', text: 'Removed Items', Icon: RotateCcw },
  { to: '/dashboard/lostPhones', text: 'Lost Phones', Icon: SearchX },
  { to: '/dashboard/operations', text: 'Operations', Icon: Activity },
  { to: '/dashboard/auditLog', text: 'Audit Log', Icon: ScrollText },
  { to: '/dashboard/shopSettings', text: 'Shop Settings', Icon: SlidersHorizontal },
];
const BUYER: Entry[] = [{ to: '/dashboard/myOrders', text: 'My Orders', Icon: ClipboardList }];

/** Shows who is signed in and where they can go. */
export function DashboardMenu({ identity, roles }: { identity: SignedInIdentity; roles: Roles }) {
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
          <MenuEntry to="/dashboard" text="Dashboard" Icon={LayoutDashboard} />
          {entriesFor(roles).map((entry) => (
            <MenuEntry key={entry.to} {...entry} />
          ))}
        </ul>
      </nav>
      <ul>
        <MenuEntry to="/dashboard/messages" text="Messages" Icon={MessageCircle} />
        <MenuEntry to="/dashboard/updates" text="Updates" Icon={Bell} />
        <MenuEntry to="/saved" text="Saved Phones" Icon={Heart} />
        <MenuEntry to="/dashboard/searches" text="Saved Searches" Icon={BellRing} />
        <MenuEntry to="/help" text="Help" Icon={LifeBuoy} />
      </ul>
    </div>
  );
}

function MenuEntry({ to, text, Icon }: Entry) {
  return (
    <li>
      <NavLink
        to={to}
        className={({ isActive }) =>
          classNames('flex min-h-11 items-center gap-3 rounded-xl px-3 font-medium', isActive ? 'bg-accent-soft text-accent' : 'hover:bg-sunken')
        }
      >
        <Icon className="size-5" aria-hidden="true" />
        {text}
      </NavLink>
    </li>
  );
}

function entriesFor({ isAdmin, isSeller }: Roles): Entry[] {
  if (!isAdmin && !isSeller) return BUYER;
  return [...(isSeller ? SELLER : []), ...(isAdmin ? ADMIN : [])];
}
