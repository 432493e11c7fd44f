import { useQuery } from '@tanstack/react-query';
import { ALWAYS_MAILED, type NotificationTopic } from '#contract/notification-topics.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { settingsOptions, useSetEmails } from './queries.ts';

const TOPICS: Record<NotificationTopic, { title: string; text: string }> = {
  orders: { title: 'Orders', text: 'Your turn on a waitlist, a booked phone that is gone, a handover, a completed order.' },
  offers: { title: 'Offers', text: 'Offers for phones, counteroffers, and those that were declined or have expired.' },
  meetings: { title: 'Meetings', text: 'Proposed, agreed and canceled meetings, and reminders.' },
  reviews: { title: 'Reviews', text: 'When you can write one, and when somebody reviews or answers you.' },
  saved: { title: 'Saved phones', text: 'When a phone you saved costs less or is available again.' },
  money: { title: 'Payments', text: 'Payments, refunds, payouts and disputes.' },
  problems: { title: 'Problems', text: 'Anything you have to answer in time.' },
  listings: { title: 'Your listings and account', text: 'Removed or suspended listings, lost phones, warnings.' },
};

/** Which notifications are sent by email, too. */
export function EmailSettings() {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(settingsOptions(api));
  const setEmails = useSetEmails();
  if (error && !data) return <FailedRead message="We couldn’t load your settings." onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <RowsSkeleton count={8} />;
  return (
    <ul>
      {data.map(({ topic, email }) => {
        const { title, text } = TOPICS[topic];
        const isFixed = ALWAYS_MAILED.includes(topic);
        return (
          <li key={topic} className="grid gap-1 border-t border-line py-4 first:border-t-0">
            <Checkbox
              label={`${title} by email`}
              checked={email}
              disabled={isFixed}
              onChange={({ target }) => setEmails.mutate({ topic, email: target.checked })}
            />
            <p className="pl-8 text-muted">
              {text}
              {isFixed && ' Always on, because money or a deadline depends on it.'}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
