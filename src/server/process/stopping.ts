const STOP_MS = 10_000;

/** Stops once when told to, and ends the process with 0; with 1 when it could not, or took too long beyond `delayMs`, for which it is to wait anyway. */
export function stopOnSignal(stop: () => Promise<void>, delayMs: number): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) return;
    stopping = true;
    // A request that never ends must not keep the process for ever.
    setTimeout(() => process.exit(1), STOP_MS + delayMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
