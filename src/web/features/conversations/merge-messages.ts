/** What of a conversation is known, in order. There are no gaps from the first to `lastWhole`. */
export function mergeMessages<M extends { number: number }>(known: M[], arrived: M[]): M[] {
  const byNumber = new Map(known.map((message) => [message.number, message]));
  for (const message of arrived) byNumber.set(message.number, message);
  return [...byNumber.values()].toSorted((a, b) => a.number - b.number);
}

/** The number up to which nothing is missing after the first known message: ask for what comes after it. 0 when nothing is known. */
export function lastWhole(messages: { number: number }[]): number {
  let last = 0;
  for (const { number } of messages) {
    if (last !== 0 && number !== last + 1) break;
    last = number;
  }
  return last;
}
