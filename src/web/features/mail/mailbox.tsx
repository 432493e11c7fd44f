import { useQuery } from '@tanstack/react-query';
import type { MailboxMail } from '#contract/mail.ts';
import { ApiError } from '../../api.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { mailboxOptions } from './queries.ts';

const ADDRESS = /(https?:\/\/[^\s<>"]+)/u;

/** The mailbox of a demo shop, readable by everybody. */
export function Mailbox() {
  const { api } = useApp();
  const { data, error, refetch, isFetching } = useQuery(mailboxOptions(api));
  if (error instanceof ApiError && error.status === 404) return <EmptyState title="This shop sends real email">Check your own inbox.</EmptyState>;
  if (error) return <FailedRead message="We couldn’t load the mailbox." onRetry={() => void refetch()} busy={isFetching} />;
  if (!data) return <RowsSkeleton count={3} />;
  if (data.length === 0) return <EmptyState title="No messages yet">Emails the demo shop would send, such as password reset links, appear here.</EmptyState>;
  return (
    <ul className="grid gap-4">
      {data.map((mail) => (
        <Mail key={mail._id} mail={mail} />
      ))}
    </ul>
  );
}

function Mail({ mail }: { mail: MailboxMail }) {
  return (
    <li className="grid gap-3 rounded-2xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{mail.subject}</h2>
        <Moment iso={mail.sentAt} className="text-sm text-muted" />
      </div>
      <p className="text-sm text-muted">To {mail.to}</p>
      <MailText text={mail.text} />
    </li>
  );
}

/** An email's text with its addresses made links. */
function MailText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-line wrap-anywhere">
      {text.split(ADDRESS).map((part, index) =>
        ADDRESS.test(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
          <a key={index} href={part} className="break-all text-accent underline">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  );
}
