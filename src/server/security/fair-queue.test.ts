import { describe, expect, it } from 'vitest';
import { HttpError } from '../errors.ts';
import { createFairQueue, type FairQueueOptions } from './fair-queue.ts';
import type { Owner } from './queue-turns.ts';

const OPTIONS: FairQueueOptions = { name: 'pictures', atOnce: 1, mostWaiting: 100, mostOfPerson: 50, longestWaitMs: 60_000, retryAfterSeconds: 3 };

function refusalOf(outcome: Promise<unknown>): Promise<HttpError> {
  return outcome.then(
    () => {
      throw new Error('expected a refusal');
    },
    (error: unknown) => {
      if (error instanceof HttpError) return error;
      throw error;
    },
  );
}

function at(network: string, person: string): Owner {
  return { network, person };
}

/** A queue whose work ends on request, and a list of what has started. */
function createStage(options: Partial<FairQueueOptions> = {}) {
  const queue = createFairQueue({ ...OPTIONS, ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const send = (name: string, owner: Owner, how: { cost?: number; signal?: AbortSignal } = {}) =>
    queue.run(
      owner,
      async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.push(end));
        return name;
      },
      how,
    );
  /** Ends running work, one piece after the other, until nothing waits. */
  const play = async () => {
    for (let idle = 0; idle < 5; idle += 1) {
      await new Promise((turn) => setImmediate(turn));
      for (let end = ends.shift(); end; end = ends.shift()) {
        end();
        idle = 0;
      }
    }
    return begun;
  };
  return { queue, begun, send, play };
}

describe('A fair queue', () => {
  it('Networks take turns, and so do people within a network', async () => {
    const { send, play } = createStage();
    const sent = ['a1', 'a2', 'a3', 'a4'].map((name) => send(name, at('attacker', 'ann')));
    sent.push(...['b1', 'b2'].map((name) => send(name, at('attacker', 'ben'))));
    sent.push(send('honest', at('home', 'hal')));
    expect(await play()).toEqual(['a1', 'honest', 'b1', 'a2', 'b2', 'a3', 'a4']);
    expect(await Promise.all(sent)).toContain('honest');
  });

  it('A network served earlier goes before a crowd of new ones, but only for a few turns', async () => {
    const { send, play, begun } = createStage();
    void send('earlier', at('home', 'hal'));
    await play();
    for (const name of ['a', 'b', 'c']) void send(name, at(name, name));
    for (const name of ['h1', 'h2', 'h3', 'h4', 'h5']) void send(name, at('home', 'hal'));
    await play();
    expect(begun).toEqual(['earlier', 'a', 'h1', 'h2', 'h3', 'h4', 'b', 'c', 'h5']);
  });

  it('Known people go before strangers, and strangers are dropped first', async () => {
    const { send, play } = createStage({ mostWaiting: 3 });
    const sent = ['a', 'b', 'c', 'd'].map((name) => send(name, at(name, name)));
    const known = send('known', { ...at('home', 'hal'), isKnown: true });
    expect((await refusalOf(sent[3] ?? known)).status).toBe(503);
    expect(await play()).toEqual(['a', 'known', 'b', 'c']);
    expect(await known).toBe('known');
  });

  it('Charges work by its cost, so that expensive work waits longer for the next turn', async () => {
    const { send, play } = createStage();
    for (const name of ['dear1', 'dear2']) void send(name, at('a', 'ann'), { cost: 3 });
    for (const name of ['cheap1', 'cheap2', 'cheap3', 'cheap4']) void send(name, at('b', 'ben'));
    expect(await play()).toEqual(['dear1', 'cheap1', 'cheap2', 'cheap3', 'dear2', 'cheap4']);
  });

  it('Keeps room for another network while one uses all it may', async () => {
    const { send, play, begun } = createStage({ atOnce: 3, atOnceOfNetwork: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void send(name, at('a', name));
    await new Promise((turn) => setImmediate(turn));
    expect(begun).toEqual(['a1', 'a2']);
    void send('b', at('b', 'ben'));
    await new Promise((turn) => setImmediate(turn));
    expect(begun).toEqual(['a1', 'a2', 'b']);
    expect((await play()).length).toBe(5);
  });

  it('Drops the newest work of the longest backlog when full, not the newest of all', async () => {
    const { send, play } = createStage({ mostWaiting: 4 });
    const running = send('a0', at('a', 'ann'));
    const crowd = ['a1', 'a2', 'a3', 'a4'].map((name) => send(name, at('a', 'ann')));
    const honest = send('honest', at('home', 'hal'));
    const refused = await refusalOf(crowd[3] as Promise<string>);
    expect([refused.status, refused.code, refused.details.retryAfterSeconds]).toEqual([503, 'unavailable', 3]);
    expect(refused.message).toMatch(/pictures.*\.$/u);
    const [late, more] = await Promise.all([refusalOf(send('a5', at('a', 'ann'))), refusalOf(send('a6', at('a', 'ann')))]);
    expect([late.status, more.status]).toEqual([503, 503]);
    await play();
    expect(await Promise.all([running, honest])).toEqual(['a0', 'honest']);
  });

  it('Accepts a bounded amount of work from one person, whatever their networks', async () => {
    const { send, play, queue } = createStage({ mostOfPerson: 2 });
    const taken = ['x', 'y'].map((network) => send(network, at(network, 'ann')));
    const refused = await refusalOf(send('z', at('z', 'ann')));
    expect([refused.status, refused.code]).toEqual([429, 'too_many']);
    await play();
    expect(await Promise.all(taken)).toEqual(['x', 'y']);
    const again = send('again', at('z', 'ann'));
    await play();
    expect([await again, queue.state()]).toEqual(['again', { waiting: 0, running: 0 }]);
  });

  it('Forgets work whose requester is gone, and frees its slot when work fails', async () => {
    const { send, play, queue } = createStage();
    const gone = new AbortController();
    const failing = queue.run(at('a', 'ann'), async () => {
      throw new Error('it failed');
    });
    const waiting = send('gone', at('b', 'ben'), { signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(failing).rejects.toThrow('it failed');
    await expect(waiting).rejects.toThrow('gone');
    await expect(send('late', at('b', 'ben'), { signal: gone.signal })).rejects.toThrow('gone');
    expect([await play(), queue.state()]).toEqual([[], { waiting: 0, running: 0 }]);
  });

  it('Work never waits longer than the limit', async () => {
    const { send, play } = createStage({ longestWaitMs: 5 });
    const running = send('slow', at('a', 'ann'));
    expect((await refusalOf(send('late', at('b', 'ben')))).status).toBe(503);
    await play();
    expect(await running).toBe('slow');
  });
});
