import { useQuery } from '@tanstack/react-query';
import { ALWAYS_MAILED, NOTIFICATION_CHANNELS, type NotificationChannel, type NotificationTopic } from '#contract/notification-topics.ts';
import type { NotificationSetting } from '#contract/notifications.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { settingsOptions, useChooseChannel } from './queries.ts';

const TOPICS: Record<NotificationTopic, { title: string; text: string }> = {
  messages: { title: 'Messages', text: 'What buyers and sellers write to you. Emails come when you haven’t read it for five minutes.' },
  orders: { title: 'Orders', text: 'Your turn on a waitlist, a booked phone that is gone, a handover, a completed order.' },
  offers: { title: 'Offers', text: 'Offers for phones, counteroffers, and those that were declined or have expired.' },
  meetings: { title: 'Meetings', text: 'Proposed, agreed and canceled meetings, and reminders.' },
  reviews: { title: 'Reviews', text: 'When you can write one, and when somebody reviews or answers you.' },
  saved: {
    title: 'Saved phones and searches',
    text: 'Lower prices, phones available again, new matches, and answers to your wanted ads.',
  },
  money: { title: 'Payments', text: 'Payments, refunds, payouts and disputes.' },
  problems: { title: 'Problems', text: 'Anything you have to answer in time.' },
  listings: { title: 'Your listings and account', text: 'Removed or suspended listings, lost phones, warnings.' },
};

const CHANNELS: Record<NotificationChannel, { title: string; by: string }> = {
  email: { title: 'Email', by: 'by email' },
  push: { title: 'Devices', by: 'on my devices' },
};

/** In large text on a phone, the topic stands above its boxes. */
const ROW = 'max-[20rem]:grid max-[20rem]:grid-cols-2';

/** Which notifications are sent by email and to the user's devices, too. */
export function ChannelSettings() {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(settingsOptions(api));
  if (error && !data) return <FailedRead message="We couldn’t load your settings." onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <RowsSkeleton count={7} />;
  return (
    <table className="w-full max-[20rem]:block max-[20rem]:*:block">
      <caption className="sr-only">How you’re notified about each topic</caption>
      <thead className="text-sm text-muted">
        <tr className={ROW}>
          <th scope="col" className="col-span-2 py-2 text-left font-medium">
            Topic
          </th>
          {NOTIFICATION_CHANNELS.map((channel) => (
            <th key={channel} scope="col" className="py-2 text-center min-[20rem]:w-18 font-medium">
              {CHANNELS[channel].title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((setting) => (
          <Topic key={setting.topic} setting={setting} />
        ))}
      </tbody>
    </table>
  );
}

function Topic({ setting }: { setting: NotificationSetting }) {
  const choose = useChooseChannel();
  const { topic } = setting;
  const { title, text } = TOPICS[topic];
  const isFixed = ALWAYS_MAILED.includes(topic);
  return (
    <tr className={classNames('border-t border-line align-top', ROW)}>
      <th scope="row" className="col-span-2 py-3 pr-2 text-left font-normal">
        <span className="block font-medium">{title}</span>
        <span className="block text-muted">
          {text}
          {isFixed && ' Always emailed, because money or a deadline depends on it.'}
        </span>
      </th>
      {NOTIFICATION_CHANNELS.map((channel) => (
        <td key={channel} className="py-1 text-center">
          <Checkbox
            label={`${title} ${CHANNELS[channel].by}`}
            isLabelHidden
            checked={setting[channel]}
            disabled={channel === 'email' && isFixed}
            onChange={({ target }) => choose.mutate({ topic, [channel]: target.checked })}
          />
        </td>
      ))}
    </tr>
  );
}
