/** Lets at most `limit` pieces of work run at once; the others wait in turn. */
export const createConcurrencyLimit = (limit: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((admit) => waiting.push(admit));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over this place, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
