import { LRUCache } from 'lru-cache';
import type { Conversation, Message } from '#contract/conversations.ts';
import type { ProductStatus } from '#contract/orders.ts';
import { toIso } from '#contract/shared/moments.ts';
import { productStatusOf } from '../listings/index.ts';
import { maskContacts } from './mask-contacts.ts';
import type { MessageRow } from './message-queries.ts';
import type { ConversationRow } from './queries.ts';
import { maskPart } from './split-numbers.ts';

/** A conversation as one of its two people sees it. `split`: the numbers of its messages that together have a phone number. */
export function toConversation(row: ConversationRow, split: Set<number>): Conversation {
  const productStatus = productStatusOf({ sold_at: row.sold_at, removed_at: row.listing_removed_at, removed_reason: row.listing_removed_reason });
  return {
    _id: row.id,
    productId: row.listing_id,
    productName: row.model_name,
    productImage: isPictured(row, productStatus) ? row.image : '',
    productStatus,
    side: row.side,
    otherName: otherNameOf(row),
    lastNumber: row.last_number,
    lastMessage: toLastMessage(row, split),
    unread: Number(row.unread),
    otherRead: row.other_read,
    orderId: row.order_id,
    muted: row.muted_at !== null,
    blocked: row.blocking_since !== null,
    closed: closedOf(row),
  };
}

/** Buyers no longer see pictures that were taken down, unless they bought the phone. */
const isPictured = ({ side, order_id }: ConversationRow, status: ProductStatus): boolean =>
  side === 'seller' || order_id !== null || (status !== 'gone' && status !== 'hidden');

function otherNameOf({ side, other_name, other_removed_at }: ConversationRow): string | null {
  if (other_removed_at !== null) return null;
  return side === 'buyer' ? other_name : (other_name.trim().split(/\s/u, 1)[0] ?? '');
}

function closedOf({ other_removed_at, blocking_since }: ConversationRow): Conversation['closed'] {
  if (other_removed_at !== null) return 'left';
  return blocking_since === null ? null : 'blocked';
}

function toLastMessage(row: ConversationRow, split: Set<number>): Conversation['lastMessage'] {
  const { latest_id: id, latest_side: side, latest_at: created_at } = row;
  if (id === null || side === null || created_at === null) return null;
  const latest = { id, side, created_at, number: row.last_number, text: row.latest_text, photos: row.latest_photos ?? '[]', offer_id: row.latest_offer };
  return toShown(latest, row, split);
}

type Viewer = Pick<ConversationRow, 'side' | 'order_id'>;

/** A message as one side sees it. */
export function toMessage(row: MessageRow, viewer: Viewer, split: Set<number>): Message {
  return { ...toShown(row, viewer, split), clientId: row.side === viewer.side ? row.client_id : null };
}

/** Until the phone is paid, without the other's phone numbers and addresses. The stored text stays whole. */
function toShown(row: Omit<MessageRow, 'client_id'>, { side, order_id }: Viewer, split: Set<number>): Omit<Message, 'clientId'> {
  const { text } = row;
  const shown = text === null || order_id !== null ? text : maskText(text, split.has(row.number));
  return {
    _id: row.id,
    number: row.number,
    by: row.side,
    text: row.side === side ? text : shown,
    // Only ever written as JSON of parsed addresses.
    photos: JSON.parse(row.photos) as string[],
    at: toIso(row.created_at),
    offerId: row.offer_id,
    masked: shown !== text,
  };
}

/** Of a long message, hiding contacts takes milliseconds, and the same messages are read again and again. */
const known = new LRUCache<string, string>({ maxSize: 4_000_000, sizeCalculation: (shown) => 4 * shown.length + 200 });

function maskText(text: string, isSplit: boolean): string {
  const key = `${isSplit ? 'part' : 'whole'} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const shown = maskContacts(isSplit ? maskPart(text) : text);
  known.set(key, shown);
  return shown;
}
