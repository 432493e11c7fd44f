import { parentPort } from 'node:worker_threads';
import { checkSync } from 'recheck';

/** How long one pattern is looked at, at the most: then nobody knows. */
const TIMEOUT_MS = 60_000;

/**
 * By default the checker gives up trying where the machine is slow: then the same pattern is found safe one day and not the next. A third of its tries
 * finds the same patterns in half the time.
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
