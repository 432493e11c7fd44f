import { setTimeout as wait } from 'node:timers/promises';
import { percentilesOf } from '../percentiles.ts';
import type { Watched } from './watch.ts';

/** `requests`: how long each took, in milliseconds. */
export type Row = { job: string; requests: number[] } & Partial<Watched & { seconds: number }>;

const EVERY_MS = 25;
const MOST_DOLLARS = 500;

/** Asks for lists that nobody asked for before, slowly, until `work` is done. */
export async function askMeanwhile<Result>(url: string, work: () => Promise<Result>): Promise<{ result: Result; times: number[] }> {
  const times: number[] = [];
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  for (let at = 0; !isOver || times.length === 0; at += 1) {
    const began = performance.now();
    const reply = await fetch(`${url}/api/products?limit=24&priceFrom=${(at % MOST_DOLLARS) + 1}.${String(process.hrtime.bigint() % 100n).padStart(2, '0')}`);
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`a list was answered with ${reply.status}`);
    times.push(performance.now() - began);
    await wait(EVERY_MS);
  }
  return { result: await working, times };
}

export function writeRow({ job, requests, rows, seconds, longestTransaction, longestDelay, p99Delay, longestWork }: Row): string {
  const [median, p99, longest] = percentilesOf(requests).map((time) => time.toFixed(1));
  const lists = `${requests.length} lists: median ${median} ms, p99 ${p99}, longest ${longest}`;
  if (seconds === undefined) return `${job}: ${lists}`;
  const ms = (time = 0): string => `${time.toFixed(1)} ms`;
  return `${job}: ${rows} rows in ${seconds.toFixed(1)} s; event loop late by ${ms(longestDelay)} at most, p99 ${ms(p99Delay)}, at most ${ms(longestWork)} of processor time; longest transaction ${ms(longestTransaction)}; ${lists}`;
}
