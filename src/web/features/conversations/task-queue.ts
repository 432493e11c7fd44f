/** A task that takes longer no longer holds up the next: it may never end. */
const PATIENCE_MS = 10_000;

/** Runs tasks one after another, in the order they are given, whether or not those before them succeed. */
export function createTaskQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task);
    last = Promise.race([run.catch(() => undefined), last.then(() => wait(PATIENCE_MS))]);
    return run;
  };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
