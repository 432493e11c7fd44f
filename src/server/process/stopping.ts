const STOP_MS = 10_000;

/** Stops on the first signal and exits with 0; with 1 on failure, or when it takes 10 seconds longer than the intended wait `delayMs`. */
export function stopOnSignal(stop: () => Promise<void>, delayMs: number): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    // A request that never ends must not block the exit forever.
    setTimeout(() => fail(new Error(`The shop didn’t stop within ${(STOP_MS + delayMs) / 1000} seconds`)), STOP_MS + delayMs).unref();
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
