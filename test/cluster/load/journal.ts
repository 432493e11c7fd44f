/** What people write to the shop. */
export const WRITES = ['listings', 'bookings', 'payments', 'messages', 'handovers'] as const;
export type Write = (typeof WRITES)[number];

/** What a visitor reads. */
export const READS = ['home page', 'brand page', 'list', 'listing', 'search'] as const;
export type Read = (typeof READS)[number];

export type Call = {
  /** `own order`: what a logged-in person reads about an order of theirs. */
  kind: Write | Read | 'own order';
  /** When it was sent and answered, by `performance.now()`. */
  sentAt: number;
  endedAt: number;
  /** Null when no answer came. */
  status: number | null;
  /** Whether a reply that refuses says when to try again. */
  hasRetryAfter: boolean;
  /** What a refusal says. */
  text: string;
};

export type SentMessage = { conversationId: string; text: string; number: number };

/** What the shop has acknowledged, and every call that was made. */
export type Journal = {
  calls: Call[];
  listings: Set<string>;
  /** Each order with its phone and its buyer. */
  bookings: Map<string, { listingId: string; buyer: string }>;
  /** Orders whose payment the shop confirmed, and payments that the card provider did. */
  payments: Set<string>;
  charges: Set<string>;
  /** By the ID that the device gave it. */
  messages: Map<string, SentMessage>;
  /** Each proof that a phone changed hands. */
  handovers: { orderId: string; by: 'buyer' | 'seller' }[];
};

export function createJournal(): Journal {
  return { calls: [], listings: new Set(), bookings: new Map(), payments: new Set(), charges: new Set(), messages: new Map(), handovers: [] };
}

export const isSuccess = ({ status }: Pick<Call, 'status'>): boolean => status !== null && status >= 200 && status < 300;

/** How many writes of each kind were acknowledged. */
export function countAcknowledged({ listings, bookings, payments, messages, handovers }: Journal): Record<Write, number> {
  return { listings: listings.size, bookings: bookings.size, payments: payments.size, messages: messages.size, handovers: handovers.length };
}

/** The longest time, in milliseconds, between two successes of these kinds in a row, of which at least one is after `since`. */
export function longestGap({ calls }: Journal, kinds: readonly Call['kind'][], { since, until }: { since: number; until: number }): number {
  const ends = calls.filter((call) => kinds.includes(call.kind) && isSuccess(call) && call.endedAt <= until).map(({ endedAt }) => endedAt);
  const before = ends.filter((at) => at < since);
  const counted = [before.length > 0 ? Math.max(...before) : since, ...ends.filter((at) => at >= since).sort((a, b) => a - b), until];
  return Math.max(0, ...counted.slice(1).map((at, index) => at - (counted[index] ?? at)));
}
