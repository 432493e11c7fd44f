import { createConnection, type Socket } from 'node:net';
import { createChance } from '../../test/model/chance.ts';
import { createWitness, type Seen, type Witness } from '../oracle/witness.ts';
import { threadMicrosOf } from '../process-facts.ts';
import { createReplyReader, type Reply } from './reply-reader.ts';
import { createTally, type Tally } from './tally.ts';
import { cookiesOf, toWire, type Visit, type WireVisit } from './visits.ts';

/** The load to generate against a server. */
export type Plan = {
  port: number;
  /** The server's processes, to read their CPU time. */
  pids: number[];
  visits: Visit[];
  /** `any`: in a seeded random order, repeatedly. `once`: one after another, until they run out. */
  order: 'any' | 'once';
  seed: number;
  /** Each sends its next request as soon as its reply is complete. */
  connections: number;
  /** Headers of every request. */
  headers: Record<string, string>;
  /** The uncounted phase: at least `minMs` and until `visits` have ended, at most `maxMs`. */
  warmUp: { minMs: number; visits: number; maxMs: number };
  measureMs: number;
  /** The measurement also ends after about this many visits. */
  most?: number;
  /** Which bodies to store, to be checked afterwards: every n-th, or of `any` order each different one. None when absent. */
  storeEvery?: number;
};

/** What was measured, and the bodies to check. */
export type Outcome = { tally: Tally; seen: Seen[] };

/** A slower reply counts as missing. */
const STALLED_MS = 30_000;
const REOPEN_MS = 10;
const CLOSES = /\r\nconnection: *close/iu;

type Numbered = WireVisit & { nth: number };
type Pick = () => Numbered | undefined;

type Meter = { isOver(): boolean; count(status: number | 'broken', begun: number, bytes: number): void; witness: Witness | null };

/** Runs the plan, first uncounted to warm up and then counted. A visit counts when it ends within the measured time. */
export async function generate(plan: Plan): Promise<Outcome> {
  const { warmUp, measureMs, most = Number.POSITIVE_INFINITY, pids } = plan;
  const tally = createTally();
  const spent = (): number | null => threadMicrosOf(pids);
  const start = performance.now();
  let warmed = 0;
  let counted = 0;
  let from = Number.POSITIVE_INFINITY;
  let last = start;
  let spentBefore: number | null = null;

  const beginCounting = (now: number): void => {
    from = now;
    last = now;
    spentBefore = spent();
  };
  if (warmUp.maxMs === 0) beginCounting(start);

  const countWarmUp = (now: number): void => {
    warmed += 1;
    if (now - start >= warmUp.maxMs || (now - start >= warmUp.minMs && warmed >= warmUp.visits)) beginCounting(now);
  };

  const witness = plan.storeEvery === undefined ? null : createWitness({ repeats: plan.order === 'any', every: plan.storeEvery });
  const meter: Meter = {
    witness,
    isOver: () => performance.now() >= from + measureMs || counted >= most,
    count(status, begun, bytes) {
      const now = performance.now();
      if (from === Number.POSITIVE_INFINITY) return countWarmUp(now);
      if (now > from + measureMs) return;
      last = now;
      counted += 1;
      tally.count(status, (now - begun) * 1000, bytes);
    },
  };
  const pick = createPick(plan);
  await Promise.all(Array.from({ length: plan.connections }, () => keepVisiting(plan.port, pick, meter)));
  const spentAfter = spent();
  const processorMicros = spentBefore === null || spentAfter === null ? null : spentAfter - spentBefore;
  // Visits that ran out, or that were enough, ended the measurement early.
  const endedEarly = plan.order === 'once' || counted >= most;
  return { tally: tally.summary((endedEarly ? last - from : measureMs) / 1000, processorMicros), seen: witness?.seen() ?? [] };
}

function createPick({ visits, order, seed, port, headers }: Plan): Pick {
  const wired = visits.map((visit, nth) => ({ ...toWire(visit, `127.0.0.1:${port}`, headers), nth }));
  const chance = createChance(seed);
  let at = 0;
  return () => (order === 'any' ? chance.pickOf(wired) : wired[at++]);
}

/** Visits one after another on one connection, reopened when the server closes it; resolves when the time is over or the visits run out. */
function keepVisiting(port: number, pick: Pick, meter: Meter): Promise<void> {
  return new Promise((resolve) => {
    let socket: Socket;
    let visit: Numbered | undefined;
    let begun = 0;
    let bytes = 0;
    let followed = false;
    let done = false;

    const end = (): void => {
      done = true;
      socket.destroy();
      resolve();
    };

    const begin = (): void => {
      visit = meter.isOver() ? undefined : pick();
      if (!visit) {
        end();
        return;
      }
      followed = false;
      bytes = 0;
      begun = performance.now();
      socket.write(visit.first);
    };

    const onReply = ({ status, head, bytes: received, pieces }: Reply): void => {
      bytes += received;
      if (visit?.next && !followed && status < 400) {
        followed = true;
        socket.write(`${visit.next}cookie: ${cookiesOf(head)}\r\n\r\n`);
        return;
      }
      meter.count(status, begun, bytes);
      if (visit && status < 300) meter.witness?.note(visit.nth, { head, pieces });
      visit = undefined;
      // The close event opens another.
      if (CLOSES.test(head)) socket.end();
      else begin();
    };

    const open = (): void => {
      socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
      const read = createReplyReader(onReply);
      socket.on('data', read);
      socket.on('connect', begin);
      // The close event that follows handles it.
      socket.on('error', () => undefined);
      socket.setTimeout(STALLED_MS, () => socket.destroy());
      socket.on('close', () => {
        if (done) return;
        if (visit) meter.count('broken', begun, bytes);
        visit = undefined;
        if (meter.isOver()) end();
        else setTimeout(open, REOPEN_MS);
      });
    };
    open();
  });
}
