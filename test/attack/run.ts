import { Worker } from 'node:worker_threads';
import { say } from '#server/process/say.ts';
import { type Attack, Breach, createScene } from './attack.ts';
import { createClient } from './client.ts';
import { families } from './families.ts';
import { signIn } from './people.ts';
import { startShop } from './shop.ts';
import type { FromVisitor, Sample } from './visitor.ts';

// `npm run attack`: runs attacks on a shop with production's rules, while a visitor reads, logs in, uploads and buys. ATTACK: only those whose name
// contains this.
const LIMIT_MS = 300;
const LIMIT_FACTOR = 5;
const QUIET_ROUNDS = 6;
const ROUNDS_EACH = 2;
const ROUND_TIMEOUT_MS = 60_000;
const VISITOR_PAIRS = 24;

type Window = { samples: Sample[]; rounds: number };
type Verdict = { line: string; isFine: boolean };

async function startVisitor(port: number) {
  const worker = new Worker(new URL('./visitor.ts', import.meta.url), { workerData: { port, pairs: VISITOR_PAIRS } });
  let current: Window = { samples: [], rounds: 0 };
  let broken: string | null = null;
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromVisitor) => {
      if ('ready' in message) resolve();
      else if ('sample' in message) current.samples.push(message.sample);
      else if ('round' in message) current.rounds += 1;
      else {
        broken = message.broken;
        reject(new Error(message.broken));
      }
    });
  });
  await ready;
  return {
    /** Collects the visitor's replies while `work` runs, for at least this many whole rounds. */
    async during<T>(rounds: number, work: () => Promise<T>): Promise<{ window: Window; outcome: T }> {
      const window: Window = { samples: [], rounds: 0 };
      current = window;
      const outcome = await work();
      // Requests sent while the work was running are answered by the end of the current round.
      const wanted = Math.max(rounds, window.rounds + 1);
      const end = performance.now() + ROUND_TIMEOUT_MS;
      while (window.rounds < wanted && broken === null && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
      if (broken !== null) throw new Error(`the visitor could not go on: ${broken}`);
      return { window, outcome };
    },
    stop: () => worker.terminate(),
  };
}

/** The slowest reply of each kind, in milliseconds. */
function slowestByKind(samples: readonly Sample[]): Map<string, number> {
  const slowest = new Map<string, number>();
  for (const { kind, millis } of samples) slowest.set(kind, Math.max(slowest.get(kind) ?? 0, millis));
  return slowest;
}

function judge({ samples }: Window, quiet: Map<string, number>): Verdict {
  const slowest = [...slowestByKind(samples)].map(([kind, millis]) => ({ kind, millis, limit: Math.max(LIMIT_MS, LIMIT_FACTOR * (quiet.get(kind) ?? 0)) }));
  const worst = slowest.toSorted((a, b) => b.millis / b.limit - a.millis / a.limit)[0];
  const faults = samples.filter(({ fault }) => fault !== null);
  const time = worst ? `visitor's slowest: ${worst.kind} ${Math.round(worst.millis)} ms of ${Math.round(worst.limit)}` : 'the visitor got nothing';
  const fault = faults[0] ? `; ${faults.length} of the visitor's requests failed, such as ${faults[0].fault}` : '';
  return { line: time + fault, isFine: worst !== undefined && worst.millis < worst.limit && faults.length === 0 };
}

async function attempt({ run }: Attack, scene: ReturnType<typeof createScene>): Promise<Verdict> {
  try {
    return { line: await run(scene), isFine: true };
  } catch (error) {
    if (error instanceof Breach) return { line: `BREACH: ${error.message}`, isFine: false };
    return { line: `the attack could not be tried: ${error instanceof Error ? error.message : String(error)}`, isFine: false };
  }
}

const wanted = process.env.ATTACK ?? '';
const shop = await startShop();
const failures: string[] = [];
let tried = 0;
try {
  const admin = await signIn(createClient(shop.port, '127.8.0.1'), 'admin@redial.test', 'redial123');
  const visitor = await startVisitor(shop.port);
  const { window } = await visitor.during(QUIET_ROUNDS, async () => {});
  const quiet = slowestByKind(window.samples);
  say(`Quiet, the slowest of ${window.samples.length} replies: ${[...quiet].map(([kind, millis]) => `${kind} ${Math.round(millis)} ms`).join(', ')}`);
  for (const fault of window.samples.flatMap(({ fault }) => fault ?? [])) failures.push(`before any attack: ${fault}`);
  for (const family of families) {
    const attacks = family.attacks.filter(({ name }) => `${family.name}: ${name}`.includes(wanted));
    if (attacks.length > 0) say(`\n${family.name}`);
    for (const attack of attacks) {
      const scene = createScene(shop, admin);
      const { window: under, outcome } = await visitor.during(ROUNDS_EACH, () => attempt(attack, scene));
      scene.close();
      let visited = judge(under, quiet);
      // A visitor who waits as long without an attack waits for something else on this machine.
      if (!visited.isFine) visited = judge(under, slowestByKind([...window.samples, ...(await visitor.during(ROUNDS_EACH, async () => {})).window.samples]));
      tried += 1;
      say(`  ${outcome.isFine && visited.isFine ? 'ok  ' : 'FAIL'} ${attack.name}\n       got: ${outcome.line}\n       ${visited.line}`);
      if (!outcome.isFine || !visited.isFine) failures.push(`${family.name}: ${attack.name}: ${outcome.isFine ? visited.line : outcome.line}`);
    }
  }
  await visitor.stop();
} finally {
  await shop.close();
}
for (const failure of failures) say(`\nFailed: ${failure}`);
say(`\n${tried - failures.length} passed, ${failures.length} failed`);
process.exit(failures.length === 0 && tried > 0 ? 0 : 1);
