import { Bell, CirclePlus, House, type LucideIcon, MessageCircle, Package, Search } from 'lucide-react';
import { NavLink } from '../router/index.ts';
import { classNames } from '../ui/class-names.ts';

export type BarEntry = {
  to: string;
  text: string;
  Icon: LucideIcon;
  /** How many are new there. */
  news?: number;
};

/** The same for everybody, so that rendered pages can be; the pages behind them ask to log in. */
export const SHOPPING: BarEntry[] = [
  { to: '/', text: 'Home', Icon: House },
  { to: '/search', text: 'Search', Icon: Search },
];
export const SELL: BarEntry = { to: '/dashboard/addAProducts', text: 'Sell', Icon: CirclePlus };
export const ORDERS: BarEntry = { to: '/dashboard/myOrders', text: 'Orders', Icon: Package };
export const MESSAGES: BarEntry = { to: '/dashboard/messages', text: 'Messages', Icon: MessageCircle };
export const UPDATES: BarEntry = { to: '/dashboard/updates', text: 'Updates', Icon: Bell };

export function BarEntries({ entries }: { entries: BarEntry[] }) {
  return entries.map(({ to, text, Icon, news = 0 }) => (
    <li key={to} className="min-w-0">
      <NavLink
        to={to}
        className={({ isActive }) =>
          classNames('relative grid h-14 content-center justify-items-center text-sm font-medium', isActive ? 'text-accent' : 'text-muted')
        }
      >
        <Icon className="size-5" aria-hidden="true" />
        <span className="max-w-full truncate">{text}</span>
        {news > 0 && (
          <span className="absolute top-1 left-1/2 ml-1 min-w-5 rounded-full bg-accent px-1 text-center text-sm leading-5 font-semibold text-on-accent">
            {news > 9 ? '9+' : news}
            <span className="sr-only"> new</span>
          </span>
        )}
      </NavLink>
    </li>
  ));
}
