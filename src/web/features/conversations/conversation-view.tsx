import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DELETED_NAME } from '#contract/accounts/accounts.ts';
import type { Conversation, Message } from '#contract/conversations.ts';
import { listingOptions } from '../../queries/listings.ts';
import { Link } from '../../router/index.ts';
import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import { useApp } from '../../use-app.tsx';
import { Composer } from './composer.tsx';
import { ConversationMenu } from './conversation-menu.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { conversationOptions, messagesOptions, useEarlier, useMarkRead } from './queries.ts';
import { UnsentBubble } from './unsent-bubble.tsx';
import { useLive } from './use-live.ts';
import { useSuggestions } from './use-suggestions.ts';
import { useUnsent } from './use-unsent.ts';

/** Only messages are told at once: that one was read is asked for. */
const READ_MS = 5000;

/** What is shown below a message about an offer. */
type ShowOffer = (message: Message, conversation: Conversation) => ReactNode;
/** `whileWaiting` is shown to somebody whose message isn't answered yet. */
type ConversationViewProps = { id: string; report: ReactNode; offer: ShowOffer; notFound: ReactNode; whileWaiting: ReactNode };

/** One conversation: who and what it is about, the messages, and a field to write another. */
export function ConversationView({ id, notFound, ...slots }: ConversationViewProps) {
  const { api } = useApp();
  const refetchInterval = useLive();
  const {
    data: conversation,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...conversationOptions(api, id),
    refetchInterval: ({ state }) => (isUnreadByOther(state.data) ? READ_MS : refetchInterval),
  });
  if (conversation) return <Open key={id} conversation={conversation} refetchInterval={refetchInterval} {...slots} />;
  if (error && 'status' in error && error.status === 404) return notFound;
  if (error) return <FailedRead message="We couldn’t load this conversation." onRetry={() => void refetch()} busy={isFetching} />;
  return <RowsSkeleton count={4} />;
}

const isUnreadByOther = (conversation: Conversation | undefined): boolean =>
  conversation?.lastMessage?.by === conversation?.side && (conversation?.otherRead ?? 0) < (conversation?.lastNumber ?? 0);

type OpenProps = { conversation: Conversation; refetchInterval: number; offer: ShowOffer };

function Open({ conversation, refetchInterval, offer, report, whileWaiting }: OpenProps & Pick<ConversationViewProps, 'report' | 'whileWaiting'>) {
  const unsent = useUnsent(conversation);
  const suggestions = useSuggestions(conversation);
  return (
    <section className="flex min-h-[calc(100dvh-4.875rem-var(--bar))] max-w-2xl -scroll-mb-2 flex-col md:min-h-[calc(100dvh-8rem)]">
      <Head conversation={conversation} report={report} />
      <Messages conversation={conversation} refetchInterval={refetchInterval} offer={offer} unsent={unsent} hasSuggestions={suggestions.length > 0} />
      {conversation.closed === null && conversation.lastMessage?.by === conversation.side && whileWaiting}
      <Composer conversation={conversation} suggestions={suggestions} onSend={unsent.add} />
    </section>
  );
}

const STATUSES: Record<Conversation['productStatus'], string | null> = {
  available: null,
  paused: 'Paused',
  hidden: 'Not available right now',
  sold: 'Sold',
  gone: 'No longer available',
};

function Head({ conversation, report }: { conversation: Conversation; report: ReactNode }) {
  const { api } = useApp();
  const queries = useQueryClient();
  const { productId, productName, productImage, productStatus, otherName, side, orderId, lastNumber } = conversation;
  const hasPage = productStatus !== 'gone' && productStatus !== 'hidden';
  const phone = (
    <>
      <ListingImage address={productImage} alt="" sizes="3rem" eager className="size-12 shrink-0 rounded-xl" />
      <span className="min-w-0">
        <span className="line-clamp-1">{productName}</span>
        <span className="block text-sm text-muted">{[side === 'buyer' ? 'Seller' : 'Buyer', STATUSES[productStatus]].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );
  const to = orderId === null ? `/selected-items-details/${encodeURIComponent(productId)}` : `/dashboard/orders/${encodeURIComponent(orderId)}`;
  // The seller may have edited the phone while they talked about it.
  const readAgain = () => void queries.invalidateQueries({ queryKey: listingOptions(api, productId).queryKey, refetchType: 'none' });
  return (
    <header className="grid grid-cols-1 gap-2 border-b border-line pb-3">
      <div className="flex items-center gap-2">
        <Link to="/dashboard/messages" aria-label="All messages" className="-ml-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken">
          <Icon name="arrow-left" className="size-5" />
        </Link>
        <h1 className="min-w-0 flex-1 truncate text-xl" dir="auto">
          {otherName ?? DELETED_NAME}
        </h1>
        <ConversationMenu conversation={conversation} />
      </div>
      <div className="flex items-center gap-2">
        {!hasPage && orderId === null ? (
          <p className="flex min-w-0 flex-1 items-center gap-3">{phone}</p>
        ) : (
          <Link to={to} onClick={readAgain} className="flex min-w-0 flex-1 items-center gap-3 rounded-xl hover:bg-sunken">
            {phone}
          </Link>
        )}
        {lastNumber > 0 && report}
      </div>
    </header>
  );
}

type MessagesProps = OpenProps & { unsent: ReturnType<typeof useUnsent>; hasSuggestions: boolean };

function Messages({ conversation, refetchInterval, offer, unsent, hasSuggestions }: MessagesProps) {
  const { api } = useApp();
  const queries = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery({ ...messagesOptions(api, queries, conversation), refetchInterval });
  const earlier = useEarlier(conversation);
  const last = data?.messages.at(-1)?.number ?? 0;
  const arrived = data?.messages;
  const { settle } = unsent;
  useEffect(() => arrived && settle(arrived), [arrived, settle]);
  const onTheirWay = unsent.besides(arrived ?? []);
  useReadUpTo(conversation, last);
  const end = useEndInView(last + onTheirWay.length, hasSuggestions);
  if (!data) {
    if (error) return <FailedRead message="We couldn’t load the messages." onRetry={() => void refetch()} busy={isFetching} />;
    return <RowsSkeleton count={3} />;
  }
  const { messages, earlier: cursor } = data;
  const show = (message: Message) => (
    <MessageBubble key={message._id} message={message} conversation={conversation} offer={message.offerId !== null && offer(message, conversation)} />
  );
  return (
    <div className="flex flex-1 flex-col justify-end gap-3 py-4">
      {cursor !== null && (
        <Button variant="secondary" size="small" className="self-center" busy={earlier.isPending} onClick={() => earlier.mutate(cursor)}>
          Show earlier messages
        </Button>
      )}
      {messages.length === 0 && onTheirWay.length === 0 && <NothingYet orderId={conversation.orderId} />}
      <MessageLog messages={messages} show={show}>
        {onTheirWay.map((message) => (
          <UnsentBubble key={message.clientId} message={message} onAgain={() => unsent.again(message)} onRemove={() => unsent.remove(message.clientId)} />
        ))}
      </MessageLog>
      <div ref={end} />
    </div>
  );
}

type MessageLogProps = { messages: Message[]; show: (message: Message) => ReactNode; children: ReactNode };

/** The messages, of which those that come later are announced. Earlier ones, shown on demand, stand before the log, which would read them all aloud. */
function MessageLog({ messages, show, children }: MessageLogProps) {
  const [first] = useState(messages[0]?.number ?? 0);
  const begin = messages.findIndex(({ number }) => number >= first);
  return (
    <div className="grid gap-2">
      {begin > 0 && (
        <ol aria-label="Earlier messages" className="grid gap-2">
          {messages.slice(0, begin).map(show)}
        </ol>
      )}
      <div role="log" aria-label="Messages">
        <ol className="grid gap-2">
          {messages.slice(Math.max(begin, 0)).map(show)}
          {children}
        </ol>
      </div>
    </div>
  );
}

function NothingYet({ orderId }: Pick<Conversation, 'orderId'>) {
  return <p className="py-8 text-center text-muted">Nothing written yet.{orderId === null && ' Say what you’d like to know.'}</p>;
}

/** Marks what the user sees as read. */
function useReadUpTo({ _id, unread }: Conversation, last: number): void {
  const markRead = useMarkRead(_id);
  const marked = useRef(0);
  useEffect(() => {
    const mark = async (): Promise<void> => {
      if (last === 0 || unread === 0 || marked.current === last || document.visibilityState !== 'visible') return;
      marked.current = last;
      if (!(await markRead(last))) marked.current = 0;
    };
    void mark();
    // What arrived in the background is read when the user returns.
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  });
}

/**
 * Scrolls to the end of the conversation, with the field to write in, at first, and then with each new message or when suggestions appear, unless the user
 * has scrolled up. A conversation that fits on the screen stays where it is.
 */
function useEndInView(count: number, hasSuggestions: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const before = useRef('');
  useEffect(() => {
    const shown = `${count} ${hasSuggestions}`;
    const view = end.current?.closest('section');
    if (!view || count === 0 || shown === before.current) return;
    const isNear = view.getBoundingClientRect().bottom - window.innerHeight < 400;
    if (before.current === '' || isNear) view.scrollIntoView({ block: 'end' });
    before.current = shown;
  }, [count, hasSuggestions]);
  return end;
}
