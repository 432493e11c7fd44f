import { useQuery } from '@tanstack/react-query';
import { unreadOptions } from '../features/conversations/queries.ts';
import { newsOptions } from '../features/notifications/queries.ts';
import { NavLink } from '../router/index.ts';
import { classNames } from '../ui/class-names.ts';
import { useApp } from '../use-app.tsx';

/** What people wrote, and what happened: with how much of each is new. */
export function InboxTabs() {
  const { api } = useApp();
  const unread = useQuery(unreadOptions(api)).data ?? 0;
  const news = useQuery(newsOptions(api)).data ?? 0;
  return (
    <nav aria-label="Inbox" className="flex flex-wrap gap-2">
      <Tab to="/dashboard/messages" text="Messages" count={unread} />
      <Tab to="/dashboard/updates" text="Updates" count={news} />
    </nav>
  );
}

function Tab({ to, text, count }: { to: string; text: string; count: number }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(
          'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 font-medium',
          isActive ? 'border-accent text-accent' : 'border-line-strong',
        )
      }
    >
      {text}
      {count > 0 && (
        <span className="text-sm">
          {count > 9 ? '9+' : count}
          <span className="sr-only"> new</span>
        </span>
      )}
    </NavLink>
  );
}
