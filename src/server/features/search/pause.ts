/** Lets requests be served in between. */
export const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
