/**
 * Measures how long other requests would have waited: the most processor time spent in one turn of this thread's event loop, in milliseconds.
 * Wall-clock time would depend more on the machine than on the shop.
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
    /** Runs `work` and returns the longest turn meanwhile. */
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
