import { useInfiniteQuery } from '@tanstack/react-query';
import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { Conversation } from '#contract/conversations.ts';
import { Link } from '../../router/index.ts';
import { EmptyState, FailedRead } from '../../ui/alerts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NextPage } from '../../ui/next-page.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { conversationsOptions } from './queries.ts';
import { useLive } from './use-live.ts';

/** The user's conversations, the latest first. */
export function ConversationList() {
  const { api } = useApp();
  const query = useInfiniteQuery({ ...conversationsOptions(api), refetchInterval: useLive() });
  const conversations = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (query.error && !query.data) return <FailedRead message="We couldn’t load your messages." onRetry={() => void query.refetch()} busy={query.isFetching} />;
  if (!query.data) return <RowsSkeleton count={4} />;
  if (conversations.length === 0)
    return (
      <EmptyState title="No messages yet" action={<ButtonLink to="/phones">See all phones</ButtonLink>}>
        Ask a seller about a phone. What you write with sellers and buyers appears here.
      </EmptyState>
    );
  return (
    <>
      <ul className="-mx-2">
        {conversations.map((conversation) => (
          <Row key={conversation._id} conversation={conversation} />
        ))}
      </ul>
      <NextPage query={query} />
    </>
  );
}

function Row({ conversation }: { conversation: Conversation }) {
  const { _id, otherName, productName, productImage, lastMessage, unread, side } = conversation;
  const preview = lastMessage && `${lastMessage.by === side ? 'You: ' : ''}${previewOf(lastMessage)}`;
  return (
    <li className="border-t border-line first:border-t-0">
      <Link to={`/dashboard/messages/${encodeURIComponent(_id)}`} className="flex items-center gap-3 rounded-xl px-2 py-3 hover:bg-sunken">
        <ListingImage address={productImage} alt="" sizes="4rem" className="size-14 shrink-0 rounded-xl" />
        <span className="grid min-w-0 flex-1 grid-cols-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="truncate font-semibold" dir="auto">
              {otherName ?? DELETED_NAME}
            </span>
            {lastMessage && <Moment iso={lastMessage.at} className="shrink-0 text-sm text-muted" />}
          </span>
          <span className="truncate text-sm text-muted">{productName}</span>
          <span className="flex items-center justify-between gap-3">
            <span className={classNames('truncate', unread > 0 && 'font-semibold')} dir="auto">
              {preview}
            </span>
            {unread > 0 && <Badge tone="accent">{unread} new</Badge>}
          </span>
        </span>
      </Link>
    </li>
  );
}

const previewOf = ({ text, photos }: NonNullable<Conversation['lastMessage']>): string =>
  text === '' ? (photos.length === 1 ? 'Photo' : `${photos.length} photos`) : (text ?? 'Message deleted');
