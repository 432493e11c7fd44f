export const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a promise comes to, or null when it takes longer than this. */
export function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | null> {
  return Promise.race([promise, wait(milliseconds).then(() => null)]);
}
