import { seconds } from '#contract/shared/durations.ts';

const LOST_AFTER_MS = seconds(20);

export type Heard = ReturnType<typeof createHeard>;

/** Counts the streams of each person that an event has reached. */
export function createHeard(streamsOfPerson: number) {
  const waiting = new Map<string, { left: number; onAll(): void }>();
  const keyOf = (conversationId: string, number: number): string => `${conversationId} ${number}`;
  return {
    note(conversationId: string, number: number): void {
      const found = waiting.get(keyOf(conversationId, number));
      if (!found) return;
      found.left -= 1;
      if (found.left === 0) found.onAll();
    },
    /** Resolves when all streams of a person have had an event of this conversation. */
    byAll(conversationId: string, number: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const lost = setTimeout(() => reject(new Error('a message did not arrive')), LOST_AFTER_MS);
        const onAll = (): void => {
          clearTimeout(lost);
          waiting.delete(keyOf(conversationId, number));
          resolve();
        };
        waiting.set(keyOf(conversationId, number), { left: streamsOfPerson, onAll });
      });
    },
  };
}
