import { useQuery } from '@tanstack/react-query';
import { Link } from '../../router/index.ts';
import { Icon } from '../../ui/icon.tsx';
import { useApp } from '../../use-app.tsx';
import { newsOptions } from './queries.ts';

/** Leads to what is new, and counts it: unread notifications, and `messages`, the conversations with something unread. */
export function Bell({ messages }: { messages: number }) {
  const { api } = useApp();
  const news = useQuery(newsOptions(api)).data ?? 0;
  const unread = news + messages;
  return (
    <Link
      to={news === 0 && messages > 0 ? '/dashboard/messages' : '/dashboard/updates'}
      className="relative grid size-11 place-items-center rounded-xl hover:bg-sunken"
    >
      <Icon name="bell" className="size-6" />
      <span className="sr-only">Updates</span>
      {unread > 0 && (
        <span className="absolute top-0.5 left-1/2 min-w-5 rounded-full bg-accent px-1 text-center text-sm leading-5 font-semibold text-on-accent">
          {unread > 9 ? '9+' : unread}
          <span className="sr-only"> new</span>
        </span>
      )}
    </Link>
  );
}
