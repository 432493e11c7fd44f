import { NavLink } from '../router/index.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icon.tsx';

export type BarEntry = {
  to: string;
  text: string;
  icon: IconName;
  /** How many are new there. */
  news?: number;
};

/** The same for everybody, so that rendered pages can be; the pages behind them ask to log in. */
export const SHOPPING: BarEntry[] = [
  { to: '/', text: 'Home', icon: 'house' },
  { to: '/search', text: 'Search', icon: 'search' },
];
export const SELL: BarEntry = { to: '/dashboard/addAProducts', text: 'Sell', icon: 'circle-plus' };
export const ORDERS: BarEntry = { to: '/dashboard/myOrders', text: 'Orders', icon: 'package' };
export const MESSAGES: BarEntry = { to: '/dashboard/messages', text: 'Messages', icon: 'message-circle' };
export const UPDATES: BarEntry = { to: '/dashboard/updates', text: 'Updates', icon: 'bell' };

export function BarEntries({ entries }: { entries: BarEntry[] }) {
  return entries.map(({ to, text, icon, news = 0 }) => (
    <li key={to} className="min-w-0">
      <NavLink
        to={to}
        className={({ isActive }) =>
          classNames('relative grid h-14 content-center justify-items-center text-sm font-medium', isActive ? 'text-accent' : 'text-muted')
        }
      >
        <Icon name={icon} className="size-5" />
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
