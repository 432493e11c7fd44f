const STOP_MS = 10_000;

/** Stops on the first signal and exits with 0; with 1 on failure, or when it takes 10 seconds longer than the intended wait `delayMs`. */
export function stopOnSignal(stop: () => Promise<void>, delayMs: number): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    // A request that never ends must not block the exit forever.
    setTimeout(() => process.exit(1), STOP_MS + delayMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
