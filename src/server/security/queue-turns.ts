import { createLru } from '../lru.ts';

/** Whose work it is: networks take turns, and within a network so do people. */
export type Owner = {
  person: string;
  network: string;
  /** Goes before everybody who isn't known. */
  isKnown?: boolean;
};

/** `nth` counts all tasks. */
export type Task = { nth: number; owner: Owner; cost: number; admit(): void; leave(why: unknown): void; end(): void };

/** The waiting tasks of one owner, in order. */
type Line = { owner: Owner; tasks: Set<Task> };

/** Recent usage, in cost. Newcomers start at `level`, neither ahead of the others nor behind. */
type Share = { spent: number; level: number; running: number; people: Map<string, Share> };

/** The most networks, and people per network, remembered while others still wait. */
const MOST_REMEMBERED = 1000;
/** The most networks remembered from earlier. */
const MOST_FAMILIAR = 5000;
/** The most turns that whoever used less than others catches up on. Networks served earlier start with that: a crowd of new ones doesn't delay them. */
const HEAD_START = 4;

/** Picks the next task: least recent usage first, by network and then by person. */
export function createTurns(atOnceOfNetwork: number) {
  const all = newShare(0);
  const familiar = createLru<true>(MOST_FAMILIAR);

  function shareOf(holder: Share, key: string): Share {
    return holder.people.get(key) ?? newShare(holder === all && familiar.has(key) ? holder.level - HEAD_START : holder.level);
  }

  function spend(holder: Share, key: string, cost: number): Share {
    const share = shareOf(holder, key);
    holder.level = Math.max(holder.level, share.spent);
    share.spent = Math.max(share.spent, holder.level - HEAD_START) + cost;
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
    /** Nobody waits anymore: all start anew, and those served so far are known from now on. */
    rest(): void {
      for (const network of all.people.keys()) familiar.set(network, true);
      all.people.clear();
    },
  };
}

/** The waiting tasks by their owners: whose turn it is doesn't take longer to find out the more one of them waits for. */
export function createLines() {
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

export const keyOf = ({ network, person }: Owner): string => `${network} ${person}`;
