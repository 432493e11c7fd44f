import { HttpError } from '../errors.ts';

/** Whose work it is: networks take turns, and within a network so do people. */
export type Owner = {
  person: string;
  network: string;
  /** Goes before everybody who isn't known. */
  isKnown?: boolean;
};

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

/** `nth` counts all tasks. */
type Task = { nth: number; owner: Owner; cost: number; admit(): void; leave(why: unknown): void; end(): void };

/** The waiting tasks of one owner, in order. */
type Line = { owner: Owner; tasks: Set<Task> };

/** Recent usage, in cost. Newcomers start at `level`, neither ahead of the others nor behind. */
type Share = { spent: number; level: number; running: number; people: Map<string, Share> };

/** The most networks, and people per network, remembered while others still wait. */
const MOST_REMEMBERED = 1000;

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
          if (running + waiting.size() === 0) turns.forget();
          admitNext();
        }
      } finally {
        ofPerson.add(owner.person, -1);
      }
    },
    state: () => ({ waiting: waiting.size(), running }),
  };
}

/** Picks the next task: least recent usage first, by network and then by person. */
function createTurns(atOnceOfNetwork: number) {
  const all = newShare(0);

  function shareOf(holder: Share, key: string): Share {
    return holder.people.get(key) ?? newShare(holder.level);
  }

  function spend(holder: Share, key: string, cost: number): Share {
    const share = shareOf(holder, key);
    holder.level = Math.max(holder.level, share.spent);
    share.spent = Math.max(share.spent, holder.level) + cost;
    share.running += 1;
    holder.people.set(key, share);
    return share;
  }

  function release(holder: Share, key: string): void {
    const share = holder.people.get(key);
    if (share) share.running -= 1;
    if (holder.people.size <= MOST_REMEMBERED) return;
    for (const [name, { running }] of holder.people) if (running === 0) holder.people.delete(name);
  }

  /** Counts a task of this owner as begun, unless their network has enough running. */
  function begin({ network, person }: Owner, cost: number): boolean {
    if ((all.people.get(network)?.running ?? 0) >= atOnceOfNetwork) return false;
    spend(spend(all, network, cost), person, cost);
    return true;
  }

  return {
    begin,
    /** The first task of the line whose turn it is. */
    next(lines: Iterable<Line>): Task | undefined {
      let best: { task: Task; standing: number[] } | undefined;
      for (const { owner, tasks } of lines) {
        const [task] = tasks;
        const network = shareOf(all, owner.network);
        if (!task || network.running >= atOnceOfNetwork) continue;
        const standing = [owner.isKnown ? 0 : 1, network.spent, shareOf(network, owner.person).spent, task.nth];
        if (!best || isBefore(standing, best.standing)) best = { task, standing };
      }
      if (!best) return undefined;
      begin(best.task.owner, best.task.cost);
      return best.task;
    },
    ended({ network, person }: Owner): void {
      const share = all.people.get(network);
      if (share) release(share, person);
      release(all, network);
    },
    forget: () => all.people.clear(),
  };
}

/** The waiting tasks by their owners: whose turn it is doesn't take longer to find out the more one of them waits for. */
function createLines() {
  const lines = new Map<string, Line>();
  let size = 0;
  const nameOf = (owner: Owner): string => `${owner.isKnown ? 'known' : 'stranger'} ${keyOf(owner)}`;
  return {
    size: () => size,
    lines: () => lines.values(),
    /** All of them, in order. */
    tasks: () => [...lines.values()].flatMap(({ tasks }) => [...tasks]).toSorted((one, other) => one.nth - other.nth),
    add(task: Task): void {
      const line = lines.get(nameOf(task.owner)) ?? { owner: task.owner, tasks: new Set() };
      lines.set(nameOf(task.owner), line);
      line.tasks.add(task);
      size += 1;
    },
    delete(task: Task): void {
      const line = lines.get(nameOf(task.owner));
      if (!line?.tasks.delete(task)) return;
      size -= 1;
      if (line.tasks.size === 0) lines.delete(nameOf(task.owner));
    },
  };
}

const newShare = (spent: number): Share => ({ spent, level: 0, running: 0, people: new Map() });

/** Compares element by element; false for equal lists. */
function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
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
  // Among equals, the last to come: sets keep insertion order.
  return [...groups.values()].reduce((most, group) => (group.length >= most.length ? group : most), []);
}

const keyOf = ({ network, person }: Owner): string => `${network} ${person}`;

/** Those who aren't known; everybody, when all are. */
function strangersIn(waiting: Task[]): Task[] {
  const strangers = waiting.filter(({ owner }) => !owner.isKnown);
  return strangers.length > 0 ? strangers : waiting;
}

function tooMany({ name, retryAfterSeconds }: FairQueueOptions): HttpError {
  return new HttpError(429, 'too_many', `Too many ${name} are being sent at once. Wait a moment and try again.`, { retryAfterSeconds });
}
