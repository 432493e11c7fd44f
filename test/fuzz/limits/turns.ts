/**
 * Measures how long others would have waited: the most processor time that this thread spends on one turn of its event loop, in milliseconds. Time by the
 * clock would say more of the machine than of the shop.
 */
export function measureEventLoop() {
  let [most, isWatching] = [0, true];
  let before = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    most = Math.max(most, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (isWatching) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    /** Does this, and answers the longest turn meanwhile. */
    async during(work: () => Promise<void>): Promise<number> {
      await new Promise(setImmediate);
      most = 0;
      await work();
      await new Promise(setImmediate);
      return most;
    },
    stop(): void {
      isWatching = false;
    },
  };
}
