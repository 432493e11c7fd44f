import { seconds } from '#contract/shared/durations.ts';
import type { Db } from '../../db/tables.ts';
import { TooManyError } from '../../errors.ts';
import { findMessagesSince, findPosition, type NewMessageRow } from './feed-queries.ts';

/** What a person is told: a conversation of theirs has messages up to this number. */
export type Hint = { position: number; conversationId: string; number: number };
type Listener = { hear(hint: Hint): void; end(): void };

export type ConversationFeed = {
  /** Throws `TooManyError` when as many people listen as this process can serve. */
  requireRoom(): void;
  /** Adds a listener for a person. Returns how to remove it. A person's oldest one ends when they have too many. */
  listen(userId: string, listener: Listener): () => void;
  /** Looks for new messages now: this process has just written one. */
  look(): void;
  stop(): Promise<void>;
};

const LOOK_MS = 500;
const LOOK_AFTER_FAULT_MS = 2000;
/** A message has the time when it was written, but is visible only once its transaction has ended. */
export const OVERLAP_MS = seconds(10);
const STREAMS_OF_PERSON = 5;
const STREAMS_OF_PROCESS = 12_000;
const RETRY_SECONDS = 30;

/** Finds what any process has written, by one query for everybody twice a second, while anybody listens. */
export function createConversationFeed(db: Db, onFault: (error: unknown) => void): ConversationFeed {
  const listeners = createListeners();
  const seen = new Map<string, number>();
  let position: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const read = async (): Promise<void> => {
    position ??= await findPosition(db);
    const rows = (await findMessagesSince(db, position - OVERLAP_MS)).filter(({ id }) => !seen.has(id));
    for (const row of rows) {
      seen.set(row.id, row.created_at);
      position = Math.max(position, row.created_at);
      listeners.notify(row);
    }
    for (const [id, at] of seen) if (at < position - OVERLAP_MS) seen.delete(id);
  };

  const schedule = (ms: number): void => {
    if (stopped || listeners.count() === 0) return;
    timer ??= setTimeout(() => {
      timer = null;
      look();
    }, ms);
  };

  function look(): void {
    if (stopped || listeners.count() === 0) return;
    if (looking) {
      again = true;
      return;
    }
    looking = read()
      .then(
        () => LOOK_MS,
        (error: unknown) => {
          onFault(error);
          return LOOK_AFTER_FAULT_MS;
        },
      )
      .then((ms) => {
        looking = null;
        const isUrgent = again && ms === LOOK_MS;
        again = false;
        if (isUrgent) look();
        else schedule(ms);
      });
  }

  return {
    look,
    requireRoom() {
      if (listeners.count() >= STREAMS_OF_PROCESS) throw new TooManyError('open connections', RETRY_SECONDS);
    },
    listen(userId, listener) {
      // After a pause, what came in it is of no interest: those who listen now have asked for it.
      if (listeners.count() === 0) position = null;
      const remove = listeners.add(userId, listener);
      look();
      return remove;
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await looking;
    },
  };
}

function createListeners() {
  const byPerson = new Map<string, Set<Listener>>();
  let count = 0;

  return {
    count: () => count,
    add(userId: string, listener: Listener): () => void {
      const theirs = byPerson.get(userId) ?? new Set();
      byPerson.set(userId, theirs.add(listener));
      count += 1;
      const [oldest] = theirs;
      if (theirs.size > STREAMS_OF_PERSON) oldest?.end();
      return () => {
        if (!theirs.delete(listener)) return;
        count -= 1;
        if (theirs.size === 0) byPerson.delete(userId);
      };
    },
    notify({ conversation_id, number, created_at, buyer_id, seller_id }: NewMessageRow): void {
      const hint = { position: created_at, conversationId: conversation_id, number };
      for (const userId of [buyer_id, seller_id]) for (const listener of byPerson.get(userId) ?? []) listener.hear(hint);
    },
  };
}
