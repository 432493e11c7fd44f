import { HttpError } from '../errors.ts';
import { createLines, createTurns, keyOf, type Owner, type Task } from './queue-turns.ts';

export type FairQueueOptions = {
  /** What the work is about, for the error message: "pictures". */
  name: string;
  /** The most running at once: in all, and per network (all, when absent). */
  atOnce: number;
  atOnceOfNetwork?: number;
  /** The most waiting. One more drops the latest of the person with the longest backlog. */
  mostWaiting: number;
  /** The most one person may have running and waiting. */
  mostOfPerson: number;
  /** The longest wait. */
  longestWaitMs: number;
  /** `Retry-After` of an error, in seconds. */
  retryAfterSeconds: number;
};

export type FairQueue = {
  /**
   * Runs the work when its turn comes. `cost` is its share of a turn: expensive work delays the next of the same person. `signal` removes it while
   * it waits. Throws 429 for a person with too much work here, 503 when too much is waiting or it waited too long; both say when to retry.
   */
  run<T>(owner: Owner, work: () => Promise<T>, options?: { cost?: number; signal?: AbortSignal }): Promise<T>;
  /** How much is waiting and running. */
  state(): { waiting: number; running: number };
};

/** Runs a bounded number of pieces at once, fairly, so that one client's many requests don't delay another's. */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const turns = createTurns(options.atOnceOfNetwork ?? options.atOnce);
  const ofPerson = createCount();
  const waiting = createLines();
  let running = 0;
  let count = 0;

  function admitNext(): void {
    if (running >= options.atOnce) return;
    const task = turns.next(waiting.lines());
    if (!task) return;
    waiting.delete(task);
    running += 1;
    task.admit();
  }

  /** Whether it needn't wait, as nobody does. */
  function beginAtOnce(owner: Owner, cost: number): boolean {
    if (waiting.size() > 0 || running >= options.atOnce || !turns.begin(owner, cost)) return false;
    running += 1;
    return true;
  }

  function waitForTurn(owner: Owner, cost: number, signal?: AbortSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const leave = (why: unknown) => {
        waiting.delete(task);
        task.end();
        reject(why);
      };
      const onAbort = () => leave(signal?.reason);
      const timer = setTimeout(() => leave(busy(options)), options.longestWaitMs);
      count += 1;
      const task: Task = {
        nth: count,
        owner,
        cost,
        admit() {
          task.end();
          resolve();
        },
        leave,
        end() {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
        },
      };
      signal?.addEventListener('abort', onAbort);
      waiting.add(task);
      admitNext();
      if (waiting.size() > options.mostWaiting) latestOfMost(strangersIn(waiting.tasks()))?.leave(busy(options));
    });
  }

  return {
    async run(owner, work, { cost = 1, signal } = {}) {
      signal?.throwIfAborted();
      if (ofPerson.of(owner.person) >= options.mostOfPerson) throw tooMany(options);
      ofPerson.add(owner.person, 1);
      try {
        if (!beginAtOnce(owner, cost)) await waitForTurn(owner, cost, signal);
        try {
          return await work();
        } finally {
          running -= 1;
          turns.ended(owner);
          if (running + waiting.size() === 0) turns.rest();
          admitNext();
        }
      } finally {
        ofPerson.add(owner.person, -1);
      }
    },
    state: () => ({ waiting: waiting.size(), running }),
  };
}

/** Counts by key; forgets keys at zero. */
function createCount() {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add(key: string, difference: number): void {
      const count = (counts.get(key) ?? 0) + difference;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}

function busy({ name, retryAfterSeconds }: FairQueueOptions): HttpError {
  return new HttpError(503, 'unavailable', `The shop is busy with other people’s ${name} right now. Nothing was lost. Please try again in a moment.`, {
    retryAfterSeconds,
  });
}

/** The latest task of the person with most waiting, in the network with most waiting. */
function latestOfMost(tasks: Task[]): Task | undefined {
  return mostOf(
    mostOf(tasks, ({ network }) => network),
    keyOf,
  ).at(-1);
}

function mostOf(tasks: Task[], key: (owner: Owner) => string): Task[] {
  const groups = Map.groupBy(tasks, ({ owner }) => key(owner));
  // Among equals, the last to come: the tasks are in order.
  return [...groups.values()].reduce((most, group) => (group.length >= most.length ? group : most), []);
}

/** Those who aren't known; everybody, when all are. */
function strangersIn(waiting: Task[]): Task[] {
  const strangers = waiting.filter(({ owner }) => !owner.isKnown);
  return strangers.length > 0 ? strangers : waiting;
}

function tooMany({ name, retryAfterSeconds }: FairQueueOptions): HttpError {
  return new HttpError(429, 'too_many', `Too many ${name} are being sent at once. Wait a moment and try again.`, { retryAfterSeconds });
}
