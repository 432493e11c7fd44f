import { parentPort } from 'node:worker_threads';
import { checkSync } from 'recheck';

/** The time limit per pattern; its verdict is then unknown. */
const TIMEOUT_MS = 60_000;

/**
 * By default the checker gives up sooner on a slow machine, so results would vary from run to run. A third of its default tries finds the same
 * patterns in half the time.
 */
const TRIES = {
  attackTimeout: null,
  incubationTimeout: null,
  maxInitialGenerationSize: 100,
  maxGenerationSize: 30,
  crossoverSize: 10,
  mutationSize: 20,
};

parentPort?.on('message', ({ pattern, flags }: { pattern: string; flags: string }) => {
  const verdict = checkSync(pattern, flags, { timeout: TIMEOUT_MS, ...TRIES });
  parentPort?.postMessage({ status: verdict.status, complexity: 'complexity' in verdict ? verdict.complexity?.summary : undefined });
});
